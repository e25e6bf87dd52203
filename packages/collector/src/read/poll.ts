import type { SnmpAgent, Varbind } from '../snmp/agent.ts'
import { convert, readCounter, readNumber, takeNumber } from './number.ts'
import { readPlan, type InterfacePlan, type Plan, type PlannedPool, type PlannedValue } from './plan.ts'
import type { PollReading, Sample } from './reading.ts'
import { Reading } from './rows.ts'
import { interfaceKeys, speedOf, stateOf } from './standard/interfaces.ts'
import { ifMib, system } from './standard/oids.ts'

/** What of a plan is read: `status` every minute, `all` every five. */
export type PollGroup = 'status' | 'all'

/**
 * Carries a plan out. Of a dead agent it costs one request.
 * @throws SnmpError where the agent does not answer
 */
export async function readPoll(
  agent: SnmpAgent,
  stored: unknown,
  group: PollGroup = 'all',
): Promise<PollReading> {
  const plan = readPlan(stored)
  const reading = new Reading(agent)
  const upTime = readNumber(await reading.one(system.sysUpTime)) ?? 0
  const nothing = { sysUpTime: upTime, discontinuities: new Map(), samples: [], interfaces: [] }
  if (!plan) return { ...nothing, incomplete: true, outdated: true }
  const ofInterfaces = plan.interfaces ? await pollInterfaces(reading, plan.interfaces, group) : nothing
  const samples = group === 'all' ? await pollValues(reading, plan) : []
  return {
    sysUpTime: upTime,
    ...ofInterfaces,
    samples: [...deviceSamples(upTime), ...ofInterfaces.samples, ...samples],
    incomplete: reading.incomplete.size > 0,
    // Hundredths of a second that wrap after 497 days: a wrap costs one inventory.
    outdated: upTime < plan.upTime,
  }
}

const deviceSamples = (upTime: number): readonly Sample[] => [
  { metric: 'device_uptime', instance: '', value: Math.floor(upTime / 100) },
]

async function pollInterfaces(reading: Reading, plan: InterfacePlan, group: PollGroup) {
  await reading.together([
    ...plan.names,
    ...plan.state.map((state) => stateColumns[state]),
    ...(group === 'all' ? plan.columns.map(({ column }) => column) : []),
    ...(group === 'all' && plan.discontinuity ? [ifMib.ifCounterDiscontinuityTime] : []),
  ])
  const names = []
  for (const column of plan.names) names.push(await reading.column(column))
  const keys = interfaceKeys(names)
  const states = new Map<string, ReadonlyMap<string, Varbind>>()
  for (const state of plan.state) states.set(state, await reading.column(stateColumns[state]))
  const stateAt = (state: string, index: number) => readNumber(states.get(state)?.get(String(index)))
  const interfaces = [...keys].map(([index, key]) => ({
    key,
    index,
    operState: stateOf(stateAt('oper', index), 7),
    adminState: stateOf(stateAt('admin', index), 3),
    speed: speedOf(stateAt('speed', index), stateAt('highSpeed', index)),
  }))
  const samples: Sample[] = interfaces.map(({ key, operState }) => ({
    metric: 'interface_oper_state',
    instance: key,
    value: operState,
  }))
  for (const { key, speed } of interfaces) {
    if (speed !== null) samples.push({ metric: 'interface_speed', instance: key, value: speed })
  }
  const discontinuities = new Map<string, number>()
  if (group === 'status') return { samples, interfaces, discontinuities }
  const counted = new Set<string>()
  for (const { metric, column, bits } of plan.columns) {
    for (const [index, row] of await reading.column(column)) {
      const key = keys.get(Number(index))
      const value = readCounter(row)
      if (key === undefined || value === null || counted.has(`${metric} ${key}`)) continue
      counted.add(`${metric} ${key}`)
      samples.push({ metric, instance: key, value, ...(bits ? { bits } : {}) })
    }
  }
  if (plan.discontinuity) {
    for (const [index, row] of await reading.column(ifMib.ifCounterDiscontinuityTime)) {
      const key = keys.get(Number(index))
      const at = readNumber(row)
      if (key !== undefined && at !== null) discontinuities.set(key, at)
    }
  }
  return { samples, interfaces, discontinuities }
}

const stateColumns = {
  oper: ifMib.ifOperStatus,
  admin: ifMib.ifAdminStatus,
  speed: ifMib.ifSpeed,
  highSpeed: ifMib.ifHighSpeed,
} as const

async function pollValues(reading: Reading, plan: Plan): Promise<readonly Sample[]> {
  const fetched = new Map<string, Varbind>()
  for (const column of plan.walks) {
    for (const [index, row] of await reading.column(column)) fetched.set(`${column}.${index}`, row)
  }
  const walked = new Set(plan.walks)
  const single = oidsOf(plan).filter((oid) => !isBelow(walked, oid))
  for (const [oid, row] of await reading.get(...single)) fetched.set(oid, row)
  return [
    ...plan.values.flatMap((value) => valueSamples(value, fetched)),
    ...plan.pools.flatMap((pool) => poolSamples(pool, fetched)),
  ]
}

/** A column or a part of one above the instance is among those walked. */
export function isBelow(walked: ReadonlySet<string>, oid: string): boolean {
  for (let end = oid.lastIndexOf('.'); end > 0; end = oid.lastIndexOf('.', end - 1)) {
    if (walked.has(oid.slice(0, end))) return true
  }
  return false
}

/** Every instance that a plan needs. */
export const oidsOf = ({ values, pools }: Pick<Plan, 'values' | 'pools'>): readonly string[] => [
  ...new Set([
    ...values.flatMap(({ oid, of }) => (typeof of === 'string' ? [oid, of] : [oid])),
    ...pools.flatMap(({ used, free, total, percent, percentFree, minus = [] }) =>
      [used, free, total, percent, percentFree, ...minus].filter((oid) => typeof oid === 'string'),
    ),
  ]),
]

function valueSamples(planned: PlannedValue, fetched: ReadonlyMap<string, Varbind>): readonly Sample[] {
  const { metric, instance, oid, counter, levels, of } = planned
  const row = fetched.get(oid)
  if (counter) {
    const value = readCounter(row)
    return value === null ? [] : [{ metric, instance, value, ...(counter === 32 ? { bits: 32 } : {}) }]
  }
  const value = convert(takeNumber(row, planned), planned)
  if (value === null) return []
  if (levels) {
    return [
      { metric, instance, value: levels[value] ?? 0 },
      { metric: 'state_code', instance, value },
    ]
  }
  if (of === undefined) return [{ metric, instance, value }]
  const whole = typeof of === 'number' ? of : readNumber(fetched.get(of))
  if (whole === null || whole <= 0) return []
  return [{ metric, instance, value: percentOf(value, whole) }]
}

const percentOf = (part: number, whole: number) =>
  Math.min(100, Math.max(0, Number(((part / whole) * 100).toFixed(2))))

/** Percentage, and bytes where the agent counts them. Nonsense (more used than there is) gives nothing. */
function poolSamples(pool: PlannedPool, fetched: ReadonlyMap<string, Varbind>): readonly Sample[] {
  const at = (oid: string | number | undefined) => {
    const raw = typeof oid === 'number' ? oid : oid && readNumber(fetched.get(oid), pool.text)
    return typeof raw === 'number' && raw >= 0 && !pool.invalid?.includes(raw) ? raw : null
  }
  const sample = (name: 'usage' | 'used' | 'total', value: number): Sample => ({
    metric: `${pool.pool}_${name}`,
    instance: pool.instance,
    value,
  })
  const percent = percentAt(at(pool.percent), at(pool.percentFree))
  const total = at(pool.total) ?? sum(at(pool.used), at(pool.free))
  const used = usedOf(at(pool.used), at(pool.free), total, percent)
  const back = (pool.minus ?? []).reduce((bytes, oid) => bytes + (at(oid) ?? 0), 0)
  if (total === null || total <= 0) return percent === null ? [] : [sample('usage', percent)]
  if (used === null || used < 0 || used > total) return percent === null ? [] : [sample('usage', percent)]
  const held = used >= back ? used - back : used
  return [
    sample('usage', percent ?? percentOf(held, total)),
    sample('used', Math.round(held * pool.unit)),
    sample('total', Math.round(total * pool.unit)),
  ]
}

const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)

function percentAt(used: number | null, free: number | null): number | null {
  const percent = used ?? (free === null ? null : 100 - free)
  return percent !== null && percent >= 0 && percent <= 100 ? percent : null
}

function usedOf(used: number | null, free: number | null, total: number | null, percent: number | null) {
  if (used !== null) return used
  if (total === null) return null
  if (free !== null) return total - free
  return percent === null ? null : (total * percent) / 100
}
