import type { InventoryFact, PollState, Target } from '../protocol.ts'
import type { Neighbourhood } from '../read/reading.ts'
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
  /** LLDP and CDP neighbours as last read, a line each. */
  neighbours: string | null
  /** Its surroundings changed: they are read anew with the next values, a few times between two regular inventories. */
  looksAgain: boolean
  looksLeft: number
  slow: boolean
}

const mostLooks = 4

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
    neighbours: null,
    looksAgain: false,
    looksLeft: mostLooks,
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

export function keepInventory(
  device: Device,
  { at, reading, isRegular }: Pick<InventoryFact, 'at' | 'reading'> & { readonly isRegular: boolean },
): void {
  device.plan = reading.plan
  device.inventoryAt = at
  device.looksAgain = false
  if (isRegular) device.looksLeft = mostLooks
}

export function lookAgain(device: Device): void {
  if (device.looksLeft === 0 || device.looksAgain) return
  device.looksAgain = true
  device.looksLeft -= 1
}

/** Neighbours that differ from the last reading are read once more: two agreeing readings make an event. */
export function noteNeighbours(device: Device, { neighbours }: Neighbourhood): void {
  const lines = neighbours
    .map((one) => [one.interface, one.chassisId, one.name, one.port].join('\t'))
    .toSorted()
    .join('\n')
  if (device.neighbours !== null && device.neighbours !== lines) lookAgain(device)
  device.neighbours = lines
}

/** The key of the interface of an index, as the last poll had it. */
export function interfaceKeyOf({ interfaces }: Device, index: number): string | null {
  const line = interfaces?.split('\n').find((one) => one.startsWith(`${index}\t`))
  return line?.split('\t')[1] ?? null
}
