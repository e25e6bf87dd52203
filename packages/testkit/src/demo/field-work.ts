import type { EndpointInput } from '@netward/contract'
import type { DemoConsole } from './console.ts'

const day = 86_400_000

/** People of a customer. */
export interface FieldPeople {
  readonly administrator: DemoConsole
  readonly engineer: DemoConsole
}

/** What waits for the people of a customer: orders with appointments, a change to approve, sites that open. */
export async function fieldWork({ administrator, engineer }: FieldPeople): Promise<void> {
  const { total } = await administrator.call('POST /api/v1/work/opening/lists', { pageSize: 1 })
  if (total > 0) return
  const { items: outlets } = await administrator.call('POST /api/v1/outlet/lists', { pageSize: 7 })
  const outletIds = outlets.map(({ id }) => id)
  await visits(administrator, engineer, outletIds)
  await approval(administrator, engineer)
  await opening(administrator, outletIds)
}

type Move = EndpointInput<'POST /api/v1/work/order/:orderId/move'>['move']

const start: Move = { name: 'start' }
const faults: readonly (readonly [
  Partial<EndpointInput<'POST /api/v1/work/order'>> & { title: string },
  readonly Move[],
])[] = [
  [{ title: '前台无线断断续续', category: 'wireless', impact: 'medium', urgency: 'high' }, []],
  [{ title: '会议室网口无响应', category: 'cabling', impact: 'low', urgency: 'medium' }, [start]],
  [
    { title: '5G 备份线路未接管', category: 'gateway', impact: 'medium', urgency: 'medium' },
    [start, { name: 'suspend', reason: 'customer', note: '店长要求闭店后处理。' }],
  ],
  [{ title: '监控画面卡顿', category: 'switching', impact: 'medium', urgency: 'low' }, [start]],
  [
    { title: '打印机无法联网', category: 'terminal', impact: 'low', urgency: 'medium' },
    [start, { name: 'resolve', cause: 'configuration', solution: '打印机地址冲突，改为固定地址。' }],
  ],
]

/** One a day from tomorrow on, at ten in the morning of the site; some orders have begun. */
async function visits(administrator: DemoConsole, engineer: DemoConsole, outletIds: readonly string[]) {
  for (const [index, [fault, moves]] of faults.entries()) {
    const { id: orderId } = await administrator.call('POST /api/v1/work/order', {
      ...fault,
      outletId: outletIds[index % outletIds.length],
      contactName: '前台',
      contactPhone: '13800138010',
    })
    const version = async () => (await engineer.call('GET /api/v1/work/order/:orderId', { orderId })).version
    const move = async (next: Move) =>
      engineer.call('POST /api/v1/work/order/:orderId/move', {
        orderId,
        version: await version(),
        move: next,
      })
    await move({ name: 'take' })
    const on = new Date(Date.now() + 8 * 3_600_000 + (index + 1) * day).toISOString().slice(0, 10)
    await engineer.call('POST /api/v1/work/order/:orderId/visit', {
      orderId,
      version: await version(),
      startsAt: `${on}T10:00:00+08:00`,
      endsAt: `${on}T11:30:00+08:00`,
    })
    for (const next of moves) await move(next)
  }
}

async function approval(administrator: DemoConsole, engineer: DemoConsole): Promise<void> {
  await administrator.call('POST /api/v1/approval/policy', {
    kind: 'change_order',
    name: '高风险变更审批',
    fromRisk: 'medium',
    fromAmount: 5000,
    steps: [{ by: 'role', role: 'administrator' }],
  })
  const { id: orderId } = await engineer.call('POST /api/v1/work/order', {
    type: 'change',
    category: 'gateway',
    title: '总部出口网关切换到双专线',
    description: '夜间窗口 02:00–04:00 实施，回退方案：恢复原路由。',
    impact: 'high',
    urgency: 'low',
    risk: 'high',
    amount: 12_800,
  })
  const { version } = await engineer.call('GET /api/v1/work/order/:orderId', { orderId })
  await engineer.call('POST /api/v1/work/order/:orderId/approval', {
    orderId,
    version,
    note: '计划周日凌晨实施，请审批。',
  })
}

/** Some sites are late, some are half done. */
async function opening(administrator: DemoConsole, outletIds: readonly string[]): Promise<void> {
  const { id: openingId } = await administrator.call('POST /api/v1/work/opening', {
    name: '华东门店网络改造',
    note: '更换智能CPE，开通 5G 备份。',
  })
  for (const [at, days] of [
    [0, -3],
    [3, 14],
  ] as const)
    await administrator.call('POST /api/v1/work/opening/:openingId/site', {
      openingId,
      outletIds: outletIds.slice(at, at + 3),
      plannedOn: new Date(Date.now() + days * day).toISOString().slice(0, 10),
    })
  const { items } = await administrator.call('POST /api/v1/work/opening/:openingId/site/lists', {
    openingId,
    pageSize: 10,
  })
  const siteIds = items.map(({ id }) => id)
  for (const [step, sites] of [
    ['line_ordered', siteIds],
    ['shipped', siteIds.slice(0, 4)],
  ] as const)
    await administrator.call('POST /api/v1/work/opening/:openingId/step', {
      openingId,
      siteIds: [...sites],
      step,
    })
  await administrator.call('POST /api/v1/work/opening/:openingId/order', { openingId })
}
