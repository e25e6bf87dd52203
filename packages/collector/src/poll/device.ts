import type { InventoryFact, PollState, Target } from '../protocol.ts'
import { newMemory, type AgentMemory } from '../snmp/conversation.ts'
import { jitterOf } from './due-queue.ts'

/** What a round is asked for; each includes those before it. */
export type RoundKind = 'status' | 'values' | 'inventory'

/** What the collector keeps of a device between its rounds. Times are of the monotonic clock, unless they say otherwise. */
export interface Device {
  target: Target
  readonly jitter: number
  /** Of the queue. */
  dueAt: number
  valuesAt: number
  /** Asked for by a person or a trap. */
  forced: RoundKind | null
  busy: boolean
  removed: boolean
  lastStart: number
  memory: AgentMemory
  credentialId: string | null
  plan: unknown
  /** Of the wall clock; 0: never. */
  inventoryAt: number
  state: PollState | null
  reachable: boolean
  /** Rounds in a row in which SNMP was asked and did not answer. */
  silentRounds: number
  /** Before it SNMP is not asked, unless the device answers ping again. */
  askAgainAt: number
  upTime: number | null
  upTimeAt: number
  /** ifTableLastChange and ifStackLastChange, as last read. */
  tableChange: string | null
  /** Interfaces as last sent, a line each: `index key state…`. */
  interfaces: string | null
  slow: boolean
}

export function newDevice(target: Target): Device {
  return {
    target,
    jitter: jitterOf(target.deviceId),
    dueAt: Number.POSITIVE_INFINITY,
    valuesAt: 0,
    forced: null,
    busy: false,
    removed: false,
    lastStart: Number.NEGATIVE_INFINITY,
    memory: newMemory(),
    credentialId: target.credentialId,
    plan: target.inventory?.plan ?? null,
    inventoryAt: target.inventory?.at ?? 0,
    state: null,
    reachable: false,
    silentRounds: 0,
    askAgainAt: 0,
    upTime: null,
    upTimeAt: 0,
    tableChange: null,
    interfaces: null,
    slow: false,
  }
}

/** Whether everything that is known of the device holds for the new target too. */
export const isSameAgent = (before: Target, after: Target): boolean =>
  before.address === after.address &&
  before.port === after.port &&
  before.driver === after.driver &&
  before.companyCode === after.companyCode &&
  before.credentialIds.join() === after.credentialIds.join()

export function keepInventory(device: Device, { at, reading }: Pick<InventoryFact, 'at' | 'reading'>): void {
  device.plan = reading.plan
  device.inventoryAt = at
}

/** The key of the interface of an index, as the last poll had it. */
export function interfaceKeyOf({ interfaces }: Device, index: number): string | null {
  const line = interfaces?.split('\n').find((one) => one.startsWith(`${index}\t`))
  return line?.split('\t')[1] ?? null
}
