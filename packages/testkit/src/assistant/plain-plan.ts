import type { AskedCall, ModelReply } from './model-faults.ts'
import { isRecord, itemsOf, type PlainConversation } from './plain-conversation.ts'

type Call = NonNullable<ModelReply['tools']>[number]
type Wanted = Readonly<Record<string, unknown>>

interface Topic {
  readonly tool: string
  readonly words: RegExp
  /** Filters, by the words of the question. */
  readonly filters?: (question: string) => Wanted
}

const since = (question: string): Wanted => {
  if (/一周|本周|上周|7 ?天|七天|week|7 days/i.test(question)) return { from: '-7d' }
  return /昨天|今天|24 ?小时|yesterday|today|24 hours/i.test(question) ? { from: '-24h' } : {}
}

/** What questions are about, in the order in which tools are asked. */
const topics: readonly Topic[] = [
  {
    tool: 'find_alarms',
    words: /告警|报警|alarm|alert/i,
    filters: (question) => ({
      ...(/严重|紧急|critical/i.test(question) && { severity: 'critical' }),
      ...(/未确认|unacknowledged|not acknowledged/i.test(question) && { acknowledged: 'no' }),
      ...('from' in since(question) && { ...since(question), state: 'all' }),
    }),
  },
  {
    tool: 'find_orders',
    words: /工单|派单|work orders?|tickets?/i,
    filters: (question) => ({
      ...(/超时|逾期|overdue|late\b/i.test(question) && { overdue: 'yes' }),
      ...('from' in since(question) && { ...since(question), standing: 'all' }),
    }),
  },
  { tool: 'outages', words: /中断|断网|断线|outages?/i, filters: since },
  {
    tool: 'find_lines',
    words: /线路|宽带|专线|运营商|时延|延迟|丢包|\blines?\b|isp|carrier|latency|packet loss/i,
    filters: (question) => ({
      sort: /丢包|loss/i.test(question) ? '-loss' : '-rtt',
      ...(/超标|不达标|未达标|outside|target/i.test(question) && { dayTarget: 'outside' }),
    }),
  },
  {
    tool: 'find_devices',
    words: /设备|网关|交换机|离线|固件|版本|\bAP\b|devices?|gateways?|switch(?:es)?|offline|firmware/i,
    filters: (question) => ({
      ...(/离线|offline/i.test(question) && { presence: 'offline' }),
      ...(/网关|gateway/i.test(question) && { type: 'smart_cpe' }),
    }),
  },
  {
    tool: 'changes',
    words: /变更|改动|改了|变了|变化|changed?\b|changes/i,
    filters: (question) => ({ from: '-24h', ...since(question) }),
  },
  { tool: 'licences', words: /许可|授权|配额|licen[cs]es?|quota/i },
  { tool: 'notes', words: /手册|预案|文档|笔记|runbook|notes?\b|manual/i },
  {
    tool: 'panel',
    words: /面板|可用率|趋势|统计|panel|availability|trend|statistics/i,
    filters: (question) => ({ from: '-7d', ...since(question) }),
  },
  {
    tool: 'find_outlets',
    words: /门店|网点|分店|站点|哪些店|outlets?|stores?|shops?|sites?|branches/i,
    filters: () => ({ sort: 'score' }),
  },
]

/** Which tools read a thing on the screen, and the names that its id has there. */
const ofSubject: Readonly<Record<string, { id: string; tools: readonly string[] }>> = {
  outlet: { id: 'outletId', tools: ['outlet', 'find_lines', 'find_alarms', 'find_orders'] },
  device: { id: 'deviceId', tools: ['device', 'find_alarms', 'metrics'] },
  gateway: { id: 'deviceId', tools: ['device', 'find_alarms', 'metrics'] },
  line: { id: 'lineId', tools: ['line', 'outages', 'find_alarms'] },
  alarm: { id: 'alarmId', tools: ['alarm'] },
  order: { id: 'orderId', tools: ['order'] },
}

const proposals = [
  { kind: 'acknowledge_alarm', words: /确认.{0,6}告警|acknowledge/i },
  { kind: 'restart_device', words: /重启|restart|reboot/i },
  {
    kind: 'open_order',
    words: /(?:开|建|提交?)(?:一?[个张])?工单|(?:open|create) (?:an? )?(?:work )?order/i,
  },
  { kind: 'test_line', words: /(?:测试?|检测).{0,4}线路|test .{0,12}line/i },
] as const

/** The next calls of tools; none: there is enough to answer. */
export function planOf(call: AskedCall, conversation: PlainConversation): Call[] {
  const { question, recipe, results, screen } = conversation
  const build = (tool: string, wanted: Wanted): Call[] => callOf(call, tool, wanted)
  if (results.length === 0) return firstCalls(conversation, build)
  const read = new Set(results.map(({ tool }) => tool))
  const looked = results.find(({ tool }) => tool === 'find_outlets')
  const outlet = placeIn(question) === null ? undefined : itemsOf(looked?.data)[0]
  if (outlet && !read.has('outlet')) {
    const id = { outletId: outlet['id'] }
    const asked = topics.filter(({ tool, words }) => tool !== 'find_outlets' && words.test(question))
    const more =
      asked.length > 0 ? asked : topics.filter(({ tool }) => ['find_alarms', 'find_lines'].includes(tool))
    return [
      ...build('outlet', id),
      ...more.slice(0, 3).flatMap(({ tool, filters }) => build(tool, { ...filters?.(question), ...id })),
    ]
  }
  const device = itemsOf(fieldOf(results.find(({ tool }) => tool === 'search')?.data, 'devices'))[0]
  if (device && !read.has('device')) return build('device', { deviceId: device['id'] })
  if (recipe !== '' && screen?.subject?.kind === 'alarm' && !read.has('find_alarms')) {
    const outletId = fieldOf(results.find(({ tool }) => tool === 'alarm')?.data, 'outletId')
    if (typeof outletId === 'string')
      return [...build('find_alarms', { outletId }), ...build('changes', { outletId, from: '-24h' })]
  }
  return []
}

function firstCalls(
  { question, recipe, screen }: PlainConversation,
  build: (tool: string, wanted: Wanted) => Call[],
): Call[] {
  const subject = screen?.subject ?? null
  const about = subject === null ? undefined : ofSubject[subject.kind]
  const id: Wanted = about && subject ? { [about.id]: subject.id } : {}
  const act = proposals.find(({ words }) => words.test(question))
  if (act && about) {
    const proposed = build(`propose_${act.kind}`, {
      ...id,
      subject,
      title: question,
      reason: question,
      note: question,
    })
    if (proposed.length > 0) return proposed
  }
  if (recipe.startsWith('summarise the last'))
    return ['find_alarms', 'outages', 'find_orders'].flatMap((tool) =>
      build(tool, { from: '-7d', ...(tool === 'find_alarms' ? { state: 'all' } : { standing: 'all' }) }),
    )
  const changed: readonly string[] = recipe.startsWith('find what') ? ['changes'] : []
  if (about && recipe !== '') return [...about.tools, ...changed].flatMap((tool) => build(tool, id))
  const place = placeIn(question)
  if (place !== null) return build('find_outlets', { search: place })
  const thing = nameIn(question)
  if (thing !== null) return build('search', { search: thing })
  const asked = topics.filter(({ words }) => words.test(question)).slice(0, 3)
  const isHere = /这|该|本[店机]|此|它|\bthis\b|\bits?\b|\bhere\b/i.test(question)
  if (about && subject && (isHere || asked.length === 0)) {
    const tools = asked.length === 0 ? about.tools : [about.tools[0]!, ...asked.map(({ tool }) => tool)]
    return (
      tools
        .flatMap((tool) =>
          build(tool, { ...topics.find((one) => one.tool === tool)?.filters?.(question), ...id }),
        )
        // A list that cannot be limited to the thing would be of everything.
        .filter((call) => Object.values(call.arguments).includes(subject.id))
    )
  }
  return asked.flatMap(({ tool, filters }) =>
    build(tool, { search: undefined, ...filters?.(question), query: question }),
  )
}

const before =
  /^(?:请|帮我|帮忙|看看|看下|看一下|检查|查看|查询|查|一下|为什么|为何|我们|现在|最近|昨天|今天|那个|的|在|是|和|与|哪些|哪个|哪家|所有|全部|各个?|每个?|这个?|该|本|有|几个|多少)+/
const generic = /^(?:分|门|网|连锁)?(?:店|中心|总部|仓)$/

/** The shop that a question names. */
export function placeIn(question: string): string | null {
  for (const [found] of question.matchAll(
    /[\u4e00-\u9fff]{1,14}?(?:店|厂房|研发楼|物流仓|中心|总部)|\[(?:name|address)-\d+\]/g,
  )) {
    const name = found.replace(before, '')
    if (name !== '' && !generic.test(name)) return name
  }
  return null
}

/** Anything else with a name: a serial number, a masked one, or what stands in quotation marks. */
const nameIn = (question: string): string | null =>
  /\[serial-\d+\]|\b[A-Z]{2,4}\d{6,}\b/.exec(question)?.[0] ??
  /["“「]([^"”」]{2,60})["”」]/.exec(question)?.[1] ??
  null

const fieldOf = (data: unknown, field: string): unknown => (isRecord(data) ? data[field] : undefined)

/** A call by the schema of its tool: what it does not know is left out. Without what it needs there is none. */
function callOf({ schemas }: AskedCall, tool: string, wanted: Wanted): Call[] {
  const schema = schemas[tool]
  if (!isRecord(schema)) return []
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const given = Object.fromEntries(
    Object.entries(wanted).filter(
      ([key, value]) => value !== undefined && isRecord(properties[key]) && allows(properties[key], value),
    ),
  )
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
  for (const key of required) {
    if (key in given) continue
    const filled = usual(key, properties[key], wanted)
    if (filled === undefined) return []
    given[key] = filled
  }
  return [{ name: tool, arguments: given }]
}

/** `id` alone for whatever a tool is about; words for words; the first of what may be chosen. */
function usual(key: string, property: unknown, wanted: Wanted): unknown {
  if (!isRecord(property)) return undefined
  if (key === 'id') return Object.entries(wanted).find(([name]) => name.endsWith('Id'))?.[1]
  if (Array.isArray(property['enum'])) return property['enum'][0]
  const words = wanted['query'] ?? wanted['search'] ?? wanted['reason']
  return property['type'] === 'string' && !key.endsWith('Id') ? words : undefined
}

function allows(property: Record<string, unknown>, value: unknown): boolean {
  const choices = [property, ...(Array.isArray(property['anyOf']) ? property['anyOf'] : [])].filter(isRecord)
  const listed = choices.filter((choice) => Array.isArray(choice['enum']))
  return listed.length === 0 || listed.some((choice) => (choice['enum'] as unknown[]).includes(value))
}

/** A test of the connection names its one tool. */
export function testOf(call: AskedCall): Call[] {
  const [tool] = call.tools
  return call.tools.length === 1 && tool !== undefined && call.text.includes(`Call ${tool}`)
    ? callOf(call, tool, {})
    : []
}
