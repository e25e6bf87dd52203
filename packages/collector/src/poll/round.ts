import type { MetricPoll, MetricValue } from '@netward/contract/metric-batch'
import type { AddressGuard } from '../guard.ts'
import type { CredentialSet, PollState } from '../protocol.ts'
import type { PingTimes } from '../reach/ping.ts'
import type { Reach } from '../reach/reach.ts'
import { tcpConnect } from '../reach/tcp.ts'
import type { InventoryReading, Neighbourhood, PollReading } from '../read/reading.ts'
import { SnmpError, type SnmpAgent } from '../snmp/agent.ts'
import type { Conversation } from '../snmp/conversation.ts'
import { contact } from './contact.ts'
import type { Device, RoundKind } from './device.ts'
import { isRestart } from './changes.ts'

export interface Readers {
  readInventory(agent: SnmpAgent): Promise<InventoryReading>
  readPoll(agent: SnmpAgent, plan: unknown, group: 'status' | 'all'): Promise<PollReading>
  readNeighbourhood(agent: SnmpAgent, inventory: InventoryReading): Promise<Neighbourhood>
}

export interface RoundContext {
  readonly guard: AddressGuard
  readonly reach: Reach
  readonly readers: Readers
  readonly credential: (id: string) => CredentialSet | undefined
  /** Milliseconds: 80 % of the interval of that kind. */
  budget(kind: RoundKind): number
  readonly snmpTimeoutMs?: number
}

export interface RoundResult {
  readonly state: PollState
  readonly reachable: boolean
  readonly credentialId: string | null
  /** SNMP was asked: false where it waits for its turn after silence, and for devices without it. */
  readonly asked: boolean
  readonly upTime: number | null
  readonly tableChange: string | null
  readonly inventory: InventoryReading | null
  readonly neighbourhood: Neighbourhood | null
  readonly reading: PollReading | null
  readonly poll: MetricPoll | null
  /** The time was over before all was read. */
  readonly cutShort: boolean
  /** That the agent answered with. */
  readonly varbinds: number
}

interface Answered {
  readonly times: PingTimes | null
  readonly tcpMs: number | null
}

const pinged = (times: PingTimes | null): boolean => times?.some((time) => time !== null) === true

/** One round with one device. It keeps nothing: what the result means for the device is decided by the engine. */
export async function runRound(device: Device, kind: RoundKind, context: RoundContext): Promise<RoundResult> {
  const { target } = device
  if (!context.guard.allows(target.address, target.companyCode)) return nothing('not_allowed')
  const began = performance.now()
  const reached = reachDevice(device, context)
  if (target.driver === 'probe') return probeResult(device, await reached)
  // A device that comes back shows it by ping first.
  const mayAsk =
    began >= device.askAgainAt || (device.state === 'unreachable' && pinged((await reached).times))
  const snmp = mayAsk ? await askSnmp(device, kind, context, began, reached) : null
  return joined(device, snmp, await reached)
}

async function reachDevice({ target }: Device, { reach }: RoundContext): Promise<Answered> {
  const tcpPort = target.driver === 'probe' ? target.port : null
  const [times, tcpMs] = await Promise.all([
    reach.ping(target.address),
    tcpPort === null ? null : tcpConnect(target.address, tcpPort),
  ])
  return { times, tcpMs }
}

type Asked = Pick<
  RoundResult,
  | 'state'
  | 'credentialId'
  | 'upTime'
  | 'tableChange'
  | 'inventory'
  | 'neighbourhood'
  | 'reading'
  | 'cutShort'
  | 'varbinds'
> & {
  readonly rttMs: number | null
}
const unanswered = {
  credentialId: null,
  upTime: null,
  tableChange: null,
  inventory: null,
  neighbourhood: null,
  reading: null,
  cutShort: false,
  varbinds: 0,
  rttMs: null,
} as const

async function askSnmp(
  device: Device,
  kind: RoundKind,
  context: RoundContext,
  began: number,
  reached: Promise<Answered>,
): Promise<Asked> {
  const credentials = inOrder(device, context)
  if (credentials.length === 0) return { ...unanswered, state: 'no_credential' }
  const due = kind === 'status' && device.plan === null ? 'inventory' : kind
  const found = await contact({
    endpoint: { address: device.target.address, port: device.target.port ?? 161 },
    credentials,
    memory: device.memory,
    deadline: began + context.budget(due),
    ...(context.snmpTimeoutMs !== undefined && { timeoutMs: context.snmpTimeoutMs }),
    // A first meeting tries all; later a device that is simply off costs one set.
    mayTryOthers: async () => device.credentialId === null || pinged((await reached).times),
  })
  if (found.conversation === null)
    return { ...unanswered, state: found.refused ? 'auth_failed' : 'snmp_silent' }
  const { conversation, credentialId, upTime, tableChange, rttMs } = found
  try {
    const isNew = isRestart(device, upTime) || hasMoved(device, tableChange)
    if (isNew) conversation.allowUntil(began + context.budget('inventory'))
    const read = await readDevice(device, due, context, conversation, isNew)
    return {
      ...read,
      tableChange,
      varbinds: conversation.varbinds,
      state: 'ok',
      credentialId,
      upTime,
      rttMs,
    }
  } finally {
    conversation.close()
  }
}

/** The one that answered last comes first. */
function inOrder({ target, credentialId }: Device, { credential }: RoundContext): CredentialSet[] {
  const sets = target.credentialIds.flatMap((id) => credential(id) ?? [])
  return [...sets.filter(({ id }) => id === credentialId), ...sets.filter(({ id }) => id !== credentialId)]
}

/** Interfaces came or went since the last round: indexes may have moved. */
const hasMoved = (device: Device, change: string | null): boolean =>
  change !== null && device.tableChange !== null && change !== device.tableChange

async function readDevice(
  device: Device,
  kind: RoundKind,
  { readers }: RoundContext,
  conversation: Conversation,
  isNew: boolean,
): Promise<Pick<Asked, 'inventory' | 'neighbourhood' | 'reading' | 'cutShort'>> {
  const result: { -readonly [Part in 'inventory' | 'neighbourhood' | 'reading']: Asked[Part] } = {
    inventory: null,
    neighbourhood: null,
    reading: null,
  }
  try {
    if (kind === 'inventory' || device.plan === null || isNew) {
      result.inventory = await readers.readInventory(conversation)
    }
    const plan = result.inventory?.plan ?? device.plan
    const group = kind === 'status' && result.inventory === null ? 'status' : 'all'
    result.reading = await readers.readPoll(conversation, plan, group)
    if (result.reading.outdated && result.inventory === null) {
      result.inventory = await readers.readInventory(conversation)
      result.reading = await readers.readPoll(conversation, result.inventory.plan, 'all')
    }
    // Last: a large forwarding table delays no values.
    if (result.inventory !== null)
      result.neighbourhood = await readers.readNeighbourhood(conversation, result.inventory)
  } catch (error) {
    // It answered before and stopped: what was read stands, the rest comes with the next round.
    if (!(error instanceof SnmpError)) throw error
    return { ...result, cutShort: true }
  }
  return { ...result, cutShort: conversation.cutShort }
}

function joined(device: Device, snmp: Asked | null, { times }: Answered): RoundResult {
  const answers = pinged(times)
  const silent = snmp?.state === 'snmp_silent' || (snmp === null && device.state !== 'auth_failed')
  const state = silent ? (answers ? 'snmp_silent' : 'unreachable') : (snmp?.state ?? 'auth_failed')
  // A refusal is an answer too.
  const reachable = answers || state === 'ok' || state === 'auth_failed'
  const values = [...reachValues(reachable, times), ...snmpValues(snmp, state)]
  const reading = snmp?.reading ?? null
  const polled = reading?.samples.map(({ metric, instance, value, bits }): MetricValue => {
    const plain = typeof value === 'bigint' ? String(value) : value
    return bits === undefined ? [metric, instance, plain] : [metric, instance, plain, bits]
  })
  const discontinuities =
    reading && reading.discontinuities.size > 0 ? Object.fromEntries(reading.discontinuities) : null
  const upTime = snmp?.upTime ?? null
  return {
    ...(snmp ?? unanswered),
    state,
    reachable,
    asked: snmp !== null,
    poll: {
      deviceId: device.target.deviceId,
      at: Date.now(),
      values: polled === undefined ? values : [...values, ...polled],
      ...(upTime !== null && { upTime }),
      ...(discontinuities !== null && { discontinuities }),
    },
  }
}

function probeResult({ target: { deviceId } }: Device, { times, tcpMs }: Answered): RoundResult {
  const reachable = pinged(times) || tcpMs !== null
  const values = reachValues(reachable, times)
  if (tcpMs !== null) values.push(['tcp_connect_time', '', round(tcpMs)])
  return {
    ...nothing(reachable ? 'ok' : 'unreachable'),
    reachable,
    poll: { deviceId, at: Date.now(), values },
  }
}

function reachValues(reachable: boolean, times: PingTimes | null): MetricValue[] {
  const values: MetricValue[] = [['device_reachable', '', reachable ? 1 : 0]]
  if (times === null) return values
  const came = times.filter((time) => time !== null)
  values.push(['ping_loss', '', round((100 * (times.length - came.length)) / times.length)])
  if (came.length > 0)
    values.push(['ping_rtt', '', round(came.reduce((sum, time) => sum + time, 0) / came.length)])
  return values
}

function snmpValues(snmp: Asked | null, state: PollState): MetricValue[] {
  if (snmp === null || state === 'no_credential') return []
  const values: MetricValue[] = [['snmp_reachable', '', state === 'ok' ? 1 : 0]]
  if (snmp.rttMs !== null) values.push(['snmp_response_time', '', round(snmp.rttMs)])
  const hasUpTime = snmp.reading?.samples.some(({ metric }) => metric === 'device_uptime') === true
  if (snmp.upTime !== null && !hasUpTime) values.push(['device_uptime', '', Math.floor(snmp.upTime / 100)])
  return values
}

const nothing = (state: PollState): RoundResult => ({
  ...unanswered,
  state,
  reachable: false,
  asked: false,
  poll: null,
})

const round = (value: number): number => Math.round(value * 1000) / 1000
