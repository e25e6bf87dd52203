import type { TrapMeaning } from '@netward/contract/device-values'
import type { AuthProtocol, PrivacyProtocol, SnmpVersion } from '@netward/contract/snmp-values'
import type { MetricBatch } from '@netward/contract/metric-batch'
import type { LineFacts, LinePlan, LineStatistics, LinkTested, LinkTestRequest } from './link/protocol.ts'
import type { DeviceIdentity, InventoryReading, Neighbourhood, PollReading } from './read/reading.ts'

export type * from './link/protocol.ts'

/**
 * What a host and the collector's process say to each other, as JSON over Node's IPC. Every batch and every fact is kept
 * by the collector until it is acknowledged, and sent again, unchanged, when it is restarted with the same parent or
 * stays unacknowledged for long: the receiver recognises repeats by (epoch, sequence).
 */

/** From the host to the collector. `start` comes first, once. */
export type ToCollector =
  | { readonly kind: 'start'; readonly settings: CollectorSettings }
  | PlanUpdate
  | Acknowledgement
  | PollNow
  | TrialRequest
  | ScanRequest
  /** Ends a scan early: what was found so far is its result. */
  | { readonly kind: 'scan-stop'; readonly scanId: string }
  | LinkTestRequest
  /** Ends tests on demand early. */
  | { readonly kind: 'test-stop'; readonly requestId: string }
  /** Ends the process after the requests in flight; what is not acknowledged is dropped. */
  | { readonly kind: 'stop' }

/** From the collector to the host. */
export type FromCollector =
  | Ready
  | { readonly kind: 'batch'; readonly batch: MetricBatch }
  | {
      readonly kind: 'facts'
      readonly epoch: string
      readonly sequence: number
      /** By the clock of the collector; absent: it has that of the server, or is a probe of an older version. */
      readonly sentAt?: number
      readonly facts: readonly Fact[]
    }
  | { readonly kind: 'trial'; readonly trialId: string; readonly result: TrialResult }
  | { readonly kind: 'scanned'; readonly scanId: string; readonly result: ScanResult }
  | LineFacts
  | LinkTested
  | { readonly kind: 'statistics'; readonly statistics: CollectorStatistics }

export interface CollectorSettings {
  /** Name of this collector in its batches. */
  readonly collector: string
  /**
   * Addresses that may be reached: `CIDR=code` opens a private (or loopback) range for the devices of the company of that
   * code. Public addresses need no entry. Link-local, multicast and unspecified ones are never reached.
   */
  readonly ranges: readonly string[]
  /** Public addresses need an entry of `ranges` too: a probe reaches what its own configuration names, and nothing else. */
  readonly rangesAlone?: boolean
  /** What tests of lines may reach, where that differs from what devices may: targets of lines are mostly public. */
  readonly lineTargets?: { readonly ranges: readonly string[]; readonly rangesAlone: boolean }
  /** Addresses of the installation itself (its database, its own listeners): never reached, unless on loopback in a range. */
  readonly ownAddresses: readonly string[]
  /** UDP port of the trap receiver; null: none. 0: any free one, as `ready` says. */
  readonly trapPort: number | null
  /** Where the trap receiver listens; default: all addresses, IPv6 included where the system has it. */
  readonly trapAddress?: string
  /** Seconds. */
  readonly intervals?: Partial<Intervals>
  /** Devices that are talked to at once. Default 256. */
  readonly concurrency?: number
  /** Bytes of JSON that wait for an acknowledgement, before the oldest values are dropped. Default 64 MiB. */
  readonly bufferBytes?: number
}

export interface Intervals {
  readonly status: number
  readonly counters: number
  readonly inventory: number
}

export const defaultIntervals: Intervals = { status: 60, counters: 300, inventory: 6 * 3600 }

/** A set of SNMP credentials in the clear: it lives in memory only. */
export interface CredentialSet {
  readonly id: string
  readonly version: SnmpVersion
  /** Of v1 and v2c. */
  readonly community?: string
  readonly userName?: string
  readonly auth?: AuthProtocol | null
  readonly authPassphrase?: string
  readonly privacy?: PrivacyProtocol | null
  readonly privacyPassphrase?: string
  /** contextName of RFC 3411. */
  readonly context?: string
}

export interface Target {
  readonly deviceId: string
  /** Of its company: decides which ranges are open to it. */
  readonly companyCode: string
  readonly driver: 'snmp' | 'probe'
  /** A literal IPv4 or IPv6 address. */
  readonly address: string
  /** UDP port of the agent (null: 161), or TCP port that is tried beside ping (null: none). */
  readonly port: number | null
  /** Ids of `credentials`, in the order in which they are tried. */
  readonly credentialIds: readonly string[]
  /** The set that answered last: tried first. */
  readonly credentialId: string | null
  /** Of the last inventory: its `plan`, and when it was read (milliseconds). */
  readonly inventory: { readonly at: number; readonly plan: unknown } | null
}

/** Full: what is not in it is forgotten. Otherwise `credentials`, `targets` and `lines` are added or replaced. */
export interface PlanUpdate {
  readonly kind: 'plan'
  readonly full: boolean
  readonly credentials: readonly CredentialSet[]
  readonly targets: readonly Target[]
  /** Internet lines, each with all of its tests. */
  readonly lines?: readonly LinePlan[]
  /** Ids of devices, of lines and of credentials that are no longer there. */
  readonly removed?: readonly string[]
  readonly removedCredentials?: readonly string[]
}

/** All batches, all facts, or all facts of lines, up to that sequence are committed. */
export interface Acknowledgement {
  readonly kind: 'ack'
  readonly of: 'batch' | 'facts' | 'line-facts'
  readonly epoch: string
  readonly sequence: number
}

/** `inventory` reads anew what the device is, then its values; `values` reads its values. */
export interface PollNow {
  readonly kind: 'poll-now'
  readonly deviceIds: readonly string[]
  readonly what: 'values' | 'inventory'
}

export interface TrialRequest {
  readonly kind: 'try'
  readonly trialId: string
  readonly companyCode: string
  readonly address: string
  readonly port: number
  /** In the order in which they are tried. */
  readonly credentials: readonly CredentialSet[]
}

/** What `readTrial` of the contract shows, without the name of the set. */
export interface TrialResult {
  readonly state: 'answered' | 'ping_only' | 'unreachable' | 'auth_failed' | 'not_allowed'
  readonly credentialId: string | null
  readonly reading: InventoryReading | null
}

/** A part of a discovery: each address gets one packet, and what answers is asked who it is. */
export interface ScanRequest {
  readonly kind: 'scan'
  readonly scanId: string
  readonly companyCode: string
  /** UDP port of the agents. */
  readonly port: number
  /** Packets a second: pings, SNMP requests and TCP connections together. */
  readonly rate: number
  readonly credentials: readonly CredentialSet[]
  /** Literal addresses, and the sets that are tried there, in order. */
  readonly targets: readonly { readonly address: string; readonly credentialIds: readonly string[] }[]
}

/** What answered at an address. */
export interface ScanFind {
  readonly address: string
  /** Null: it answers, but not over SNMP. */
  readonly credentialId: string | null
  /** It refuses the credentials. */
  readonly refused: boolean
  readonly identity: DeviceIdentity | null
  /** That the device says are its own. */
  readonly addresses: readonly string[]
}

export interface ScanResult {
  /** Targets that are done, from the first on; all of them unless the scan was stopped. */
  readonly checked: number
  /** Also of later targets, where a scan was stopped. */
  readonly finds: readonly ScanFind[]
  readonly packets: number
}

export interface Ready {
  readonly kind: 'ready'
  readonly epoch: string
  /** By which means reachability is measured: the first of these that works here (operations.md §3). */
  readonly reach: ReachMethod
  /** Where traps arrive; null: not asked for, or the port is taken (`trapProblem`). */
  readonly trapPort: number | null
  readonly trapProblem?: string
}

export type ReachMethod = 'fping' | 'ping' | 'tcp'

/** Polling states of the contract that a collector finds. */
export type PollState = 'ok' | 'snmp_silent' | 'unreachable' | 'auth_failed' | 'no_credential' | 'not_allowed'

interface FactOf {
  readonly deviceId: string
  /** The collector's clock, in milliseconds. */
  readonly at: number
}

/** Sent when it changed, and with the first poll after a start. */
export interface StateFact extends FactOf {
  readonly kind: 'state'
  readonly state: PollState
  /** It answered something: SNMP, ping or TCP. */
  readonly reachable: boolean
  readonly credentialId: string | null
}

/** Statistics of the last round of a device; a later one replaces an earlier one that still waits. */
export interface PollFact extends FactOf {
  readonly kind: 'poll'
  readonly state: PollState
  readonly reachable: boolean
  readonly credentialId: string | null
  readonly durationMs: number
  /** Values that it brought; null for a round that asked for the status alone. */
  readonly values: number | null
  /** It took more than 80 % of its interval, or its values were cut short for that. */
  readonly slow: boolean
  /** When it is asked again, in milliseconds: later for silent devices. */
  readonly nextAt: number
}

export interface InventoryFact extends FactOf {
  readonly kind: 'inventory'
  readonly credentialId: string
  readonly reading: InventoryReading
}

/** Follows an inventory. */
export interface NeighbourhoodFact extends FactOf {
  readonly kind: 'neighbourhood'
  readonly neighbourhood: Neighbourhood
}

/** All interfaces of a poll, sent when one of them changed since the last such fact. */
export interface InterfacesFact extends FactOf {
  readonly kind: 'interfaces'
  readonly interfaces: PollReading['interfaces']
}

export type TrapKind =
  | 'coldStart'
  | 'warmStart'
  | 'linkDown'
  | 'linkUp'
  | 'authenticationFailure'
  | 'vendor'
  | 'other'

/** A trap or an inform of a known device. It is a hint: the poll that follows at once says what is so. */
export interface TrapFact extends FactOf {
  readonly kind: 'trap'
  readonly trap: TrapKind
  /** SNMPv2 notification OID (RFC 3584 §3.1 for v1). */
  readonly oid: string
  /** Of `vendor`: the name of the enterprise. Empty otherwise. */
  readonly vendor: string
  /** What its maker's MIB says that it means; null where no table has it. Words: `metrics.traps` of the phrases. */
  readonly meaning: TrapMeaning | null
  /** Key of the interface of linkUp and linkDown; null if it is not known. */
  readonly interfaceKey: string | null
  /** Text of its values, hostile, at most 500 characters. */
  readonly text: string
}

export type Fact = StateFact | PollFact | InventoryFact | NeighbourhoodFact | InterfacesFact | TrapFact

/** Every minute. Of the minute, unless it says otherwise. */
export interface CollectorStatistics {
  readonly at: number
  readonly targets: number
  readonly silent: number
  readonly slow: number
  readonly polls: number
  /** Variables that agents answered with, and values that were made of them. */
  readonly varbinds: number
  readonly values: number
  /** Of rounds: how much later than due they began, in milliseconds. */
  readonly latenessP95: number
  readonly latenessMax: number
  /** Milliseconds of processor time. */
  readonly cpuMs: number
  readonly rssBytes: number
  /** Waiting for an acknowledgement now. */
  readonly bufferedBytes: number
  /** Values that were dropped since the start, because nothing was acknowledged for long. */
  readonly droppedValues: number
  readonly traps: number
  /** From unknown sources, without fitting credentials, undecodable, or beyond the rate. */
  readonly trapsDropped: number
  readonly lines?: LineStatistics
}
