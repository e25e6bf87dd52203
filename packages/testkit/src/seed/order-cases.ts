import {
  type OrderImpact,
  type OrderType,
  type OrderUrgency,
  priorityOf,
} from '@netward/contract/work-order-values'
import { seededRandom } from '../gateway/random.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** An order of the past with its moments. */
export interface OrderCase {
  readonly number: number
  readonly type: OrderType
  readonly category: string
  readonly title: string
  readonly impact: OrderImpact
  readonly urgency: OrderUrgency
  readonly priority: number
  readonly state: 'closed' | 'cancelled'
  readonly created: string
  readonly responded: string | null
  readonly resolved: string | null
  readonly closed: string
  readonly respondDue: string
  readonly resolveDue: string
  /** The carrier was waited for. */
  readonly pausedAt: string | null
  readonly pausedUntil: string | null
  readonly cause: string | null
  readonly solution: string | null
  readonly score: number | null
  readonly comment: string | null
  readonly closedBy: 'close' | 'closed_itself' | 'cancel'
  readonly visited: boolean
  readonly late: boolean
}

/** Minutes to respond and to resolve by priority, as the agreement of the seeded companies has them. */
const targets = [
  [15, 240],
  [30, 480],
  [120, 1440],
  [480, 4320],
] as const

interface Kind {
  readonly type: OrderType
  readonly category: string
  readonly title: string
  readonly impact: OrderImpact
  readonly urgency: OrderUrgency
  readonly cause: string
  readonly solution: string
  readonly visited?: true
}

/** What happens in shops, hotels and works, the frequent ones more than once. */
const kinds: readonly Kind[] = [
  {
    type: 'fault',
    category: 'wireless',
    title: '客房无线信号弱',
    impact: 'medium',
    urgency: 'medium',
    cause: 'equipment',
    solution: '更换故障 AP，信号恢复正常。',
    visited: true,
  },
  {
    type: 'fault',
    category: 'gateway',
    title: '网关离线',
    impact: 'high',
    urgency: 'medium',
    cause: 'power',
    solution: '电源插座松动，重新供电后上线。',
  },
  {
    type: 'fault',
    category: 'switching',
    title: '交换机端口频繁丢包',
    impact: 'medium',
    urgency: 'high',
    cause: 'cabling',
    solution: '更换水晶头，错包消失。',
    visited: true,
  },
  {
    type: 'carrier_fault',
    category: 'internet_line',
    title: '主用线路中断',
    impact: 'high',
    urgency: 'high',
    cause: 'isp',
    solution: '运营商修复光缆，线路恢复。',
  },
  {
    type: 'request',
    category: 'terminal',
    title: '新增打印机接入',
    impact: 'low',
    urgency: 'medium',
    cause: 'other',
    solution: '已分配地址并测试打印。',
  },
  {
    type: 'fault',
    category: 'application',
    title: '收银系统访问缓慢',
    impact: 'high',
    urgency: 'medium',
    cause: 'configuration',
    solution: '调整 QoS 策略，访问恢复。',
  },
  {
    type: 'inspection',
    category: 'other',
    title: '季度巡检',
    impact: 'low',
    urgency: 'low',
    cause: 'no_fault_found',
    solution: '设备清灰、标签补齐，无异常。',
    visited: true,
  },
  {
    type: 'change',
    category: 'gateway',
    title: '调整访客网络限速',
    impact: 'medium',
    urgency: 'low',
    cause: 'our_change',
    solution: '按变更方案实施，验证通过。',
  },
  {
    type: 'fault',
    category: 'power',
    title: '弱电间 UPS 告警',
    impact: 'medium',
    urgency: 'medium',
    cause: 'equipment',
    solution: '更换电池组。',
    visited: true,
  },
  {
    type: 'installation',
    category: 'cabling',
    title: '新增监控点位布线',
    impact: 'low',
    urgency: 'low',
    cause: 'other',
    solution: '完成布线和测试，验收通过。',
    visited: true,
  },
  {
    type: 'request',
    category: 'wireless',
    title: '会议室临时开通访客无线',
    impact: 'low',
    urgency: 'high',
    cause: 'other',
    solution: '已开通，会后自动关闭。',
  },
  {
    type: 'fault',
    category: 'internet_line',
    title: '互联网访问间歇性卡顿',
    impact: 'medium',
    urgency: 'medium',
    cause: 'isp',
    solution: '备用线路分流，运营商优化路由。',
  },
]
const comments = ['响应很快，谢谢。', '工程师很专业。', '等待时间偏长。'] as const

/** Orders of about half a year, the oldest first; the same for the same seed. */
export function casesOf(count: number, seed: number, now: number): OrderCase[] {
  const random = seededRandom(seed)
  const last = now - 9 * day
  const apart = (170 * day) / count
  return Array.from({ length: count }, (_, at) => {
    const created = last - (count - 1 - at) * apart + random() * apart * 0.8
    const kind = kinds[Math.floor(random() * kinds.length)]!
    return caseOf(kind, at + 1, Math.floor(created / minute) * minute, random)
  })
}

function caseOf(kind: Kind, number: number, created: number, random: () => number): OrderCase {
  const { cause, solution, visited, ...what } = kind
  const priority = priorityOf(kind.impact, kind.urgency)
  const [respond, resolve] = targets[priority - 1]!
  const isLate = random() < 0.08
  const responded = created + respond * minute * (random() < 0.05 ? 1.4 : 0.2 + 0.6 * random())
  const waits = kind.type === 'carrier_fault'
  const pausedAt = responded + 20 * minute
  const pausedUntil = pausedAt + (2 + 4 * random()) * hour
  const pause = waits ? pausedUntil - pausedAt : 0
  const resolveDue = created + resolve * minute + pause
  const resolved =
    created + pause + resolve * minute * (isLate ? 1.1 + 0.3 * random() : 0.35 + 0.5 * random())
  const base = {
    ...what,
    number,
    priority,
    created: iso(created),
    respondDue: iso(created + respond * minute),
  }
  if (random() < 0.04) return { ...base, ...cancelled(created), resolveDue: iso(created + resolve * minute) }
  const isRated = random() < 0.6
  const score = isLate ? 3 - Math.floor(random() * 2) : 5 - Math.floor(random() * 1.4)
  const byItself = random() < 0.3
  return {
    ...base,
    state: 'closed',
    responded: iso(responded),
    resolveDue: iso(resolveDue),
    resolved: iso(resolved),
    closed: iso(resolved + (byItself ? 72 : 4 + 12 * random()) * hour),
    closedBy: byItself ? 'closed_itself' : 'close',
    pausedAt: waits ? iso(pausedAt) : null,
    pausedUntil: waits ? iso(pausedUntil) : null,
    cause,
    solution,
    score: isRated ? score : null,
    comment: isRated && random() < 0.4 ? (isLate ? comments[2] : comments[number % 2]!) : null,
    visited: visited === true,
    late: resolved > resolveDue,
  }
}

const cancelled = (created: number) =>
  ({
    state: 'cancelled',
    responded: null,
    resolved: null,
    closed: iso(created + 2 * hour),
    closedBy: 'cancel',
    pausedAt: null,
    pausedUntil: null,
    cause: null,
    solution: null,
    score: null,
    comment: null,
    visited: false,
    late: false,
  }) as const

const iso = (at: number): string => new Date(at).toISOString()
