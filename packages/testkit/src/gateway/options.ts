import type { AcsRequest, CpeMessage } from '@netward/cwmp'
import type { ConnectionRequestServer } from './connection-requests.ts'
import type { GatewayModel, ModelName } from './models.ts'
import type { ObjectSnapshot } from './object-instances.ts'

/** What a gateway keeps while it is off. Holds its credentials: treat it as a secret. */
export interface GatewaySnapshot {
  bootstrapped: boolean
  values: Record<string, string>
  /** Objects that were added and deleted. */
  objects?: ObjectSnapshot
}

export interface OddBehaviour {
  /** TransferComplete comes without the events 7 and M Download. */
  noTransferEvents?: boolean
  /** TransferComplete comes without the command key. */
  noCommandKey?: boolean
  /** Every array says that it has none. */
  wrongArraySizes?: boolean
  /** Bodies in chunks, without Content-Length. */
  chunked?: boolean
  /** Cookies are not kept. */
  noCookies?: boolean
  /** The first Inform after the factory or a reset says 1 BOOT alone. */
  noBootstrap?: boolean
  /** Every transfer ends with this fault. */
  transferFault?: string
  /** How the times of a download or an upload are told; microseconds of now when absent. */
  testTimes?: 'whole_seconds' | 'since_1970' | 'backwards'
  /** Nothing is told of the end of a diagnostic: event 8 does not come. */
  noDiagnosticEvents?: boolean
  /** What new firmware does: it never starts, or it starts and is the old one, or tells a version of its own. */
  afterUpgrade?: 'never_back' | 'old_version' | 'other_version'
}

/** What a gateway finds when it tries out the network around it. */
export interface SimulatedNetwork {
  /** Hosts that never answer. */
  unreachable?: string[]
  /** Names that no server knows. */
  unresolvable?: string[]
  lossPercent?: number
  /** Milliseconds, typically; 20 when absent. */
  rttMs?: number
  /** Loss and delay to these alone; to every host when absent. */
  badHosts?: string[]
  /** What the line is worth: a test that went faster is told as if it had not. As fast as it goes when absent. */
  mbitPerSecond?: number
  /** The connection to the internet; it calls in all the same, as over another one. Up when absent. */
  line?: 'down' | 'account_refused'
}

export interface GatewayOptions {
  /** Where it calls in. The only address that it ever speaks to. */
  url: string
  model?: ModelName | GatewayModel
  /** Number from which serial, MAC and addresses follow. */
  number?: number
  serialNumber?: string
  productClass?: string
  /** Factory credentials, as on the label or from bootstrap. */
  username?: string
  password?: string
  /** The same seed gives the same gateway with the same jitter. */
  seed?: number
  /** Seconds of its life per second of ours: 0.01 makes waits a hundredth as long. */
  timeScale?: number
  /** Seconds; what the ACS sets replaces it. */
  periodicInformInterval?: number
  /** False: no clock makes it call in, whatever the ACS sets. */
  periodicInforms?: boolean
  /** Seconds that a reboot takes. */
  rebootSeconds?: number
  /** Seconds that a transfer takes beside its bytes. */
  transferSeconds?: number
  /** Fetches files in ranges of so many bytes; whole when absent. */
  rangeBytes?: number
  /** Where firmware goes; the gateway starts from the one that is set. TR-181 alone. */
  partitions?: 1 | 2
  /** What its diagnostics find. */
  network?: SimulatedNetwork
  /** Of its memory what is free, in KiB. */
  freeMemory?: number
  /** Seconds that a diagnostic takes. */
  diagnosticSeconds?: number
  /** Habits that firmware in the field has. */
  odd?: OddBehaviour
  /** Share of ACS calls that are answered with fault 9002. */
  faultRate?: number
  /** Longest GetParameterValues that it can hold; longer ones get fault 9004. */
  maxNamesPerCall?: number
  connectionRequests?: ConnectionRequestServer
  /** It stands behind a NAT: no HTTP reaches it, and it speaks STUN when it is told to. */
  nat?: boolean
  /** Milliseconds, not scaled. */
  timeoutMs?: number
  /** Address to call from: loopback has many. */
  localAddress?: string
  /** PEM of the authority of an https ACS. */
  ca?: string
  /** PEM: what it shows an https ACS. */
  identity?: { certificate: string; key: string }
  /** Goes on from an earlier life: its own credentials, no event 0. */
  snapshot?: GatewaySnapshot
  /** Answers a call instead of the gateway when it returns something. */
  intercept?: (request: AcsRequest) => CpeMessage | undefined
}

export interface SessionOutcome {
  ok: boolean
  events: string[]
  /** Methods that the ACS called. */
  calls: string[]
  error: string | null
  /** HTTP status when that was why it failed. */
  status: number | null
  milliseconds: number
}

export interface GatewayState {
  phase: 'stopped' | 'idle' | 'session' | 'rebooting'
  bootstrapped: boolean
  /** Sessions that ended with 204. */
  sessions: number
  failedSessions: number
  /** Failures since the last good session: RetryCount of the next Inform. */
  retryCount: number
  pendingEvents: string[]
  last: SessionOutcome | null
}
