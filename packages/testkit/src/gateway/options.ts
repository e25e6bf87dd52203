import type { AcsRequest, CpeMessage } from '@netward/cwmp'
import type { ConnectionRequestServer } from './connection-requests.ts'
import type { Access } from './access-parameters.ts'
import type { GatewayModel, ModelName } from './models.ts'
import type { ObjectSnapshot } from './object-instances.ts'

/** State that a gateway keeps while off. Holds its credentials: treat it as a secret. */
export interface GatewaySnapshot {
  bootstrapped: boolean
  values: Record<string, string>
  /** Added and deleted objects. */
  objects?: ObjectSnapshot
}

export interface OddBehaviour {
  /** TransferComplete lacks the events 7 and M Download. */
  noTransferEvents?: boolean
  /** TransferComplete lacks the command key. */
  noCommandKey?: boolean
  /** Every array claims size 0. */
  wrongArraySizes?: boolean
  /** Chunked bodies, without Content-Length. */
  chunked?: boolean
  /** Cookies are ignored. */
  noCookies?: boolean
  /** The first Inform after the factory or a reset has only 1 BOOT. */
  noBootstrap?: boolean
  /** Every transfer ends with this fault. */
  transferFault?: string
  /** Time format of download and upload results; current time in microseconds if absent. */
  testTimes?: 'whole_seconds' | 'since_1970' | 'backwards'
  /** The end of a diagnostic is not reported: no event 8. */
  noDiagnosticEvents?: boolean
  /** New firmware: never boots, or boots the old version, or reports a different version. */
  afterUpgrade?: 'never_back' | 'old_version' | 'other_version'
}

/** The network that a gateway's diagnostics see. */
export interface SimulatedNetwork {
  /** Hosts that never reply. */
  unreachable?: string[]
  /** Names that do not resolve. */
  unresolvable?: string[]
  lossPercent?: number
  /** Typical milliseconds; 20 if absent. */
  rttMs?: number
  /** Loss and delay for these hosts only; for every host if absent. */
  badHosts?: string[]
  /** Line rate: faster tests are reported at this rate. Unlimited if absent. */
  mbitPerSecond?: number
  /**
   * State of the internet connection; if down, it still reaches the ACS as over another one. Up if absent.
   */
  line?: 'down' | 'account_refused'
}

export interface GatewayOptions {
  /** ACS URL. The only address that it ever contacts. */
  url: string
  model?: ModelName | GatewayModel
  /** Number that determines serial, MAC and addresses. */
  number?: number
  serialNumber?: string
  productClass?: string
  /** Factory credentials, from the label or bootstrap. */
  username?: string
  password?: string
  /** The same seed gives the same gateway with the same jitter. */
  seed?: number
  /** Time scale: 0.01 makes waits a hundredth as long. */
  timeScale?: number
  /** Seconds; overridden by the ACS. */
  periodicInformInterval?: number
  /** False: no periodic Informs, whatever the ACS sets. */
  periodicInforms?: boolean
  /** Reboot duration in seconds. */
  rebootSeconds?: number
  /** Seconds per transfer in addition to its bytes. */
  transferSeconds?: number
  /** Range size in bytes for downloads; whole file if absent. */
  rangeBytes?: number
  /** Firmware partitions; the gateway boots from the selected one. TR-181 only. */
  partitions?: 1 | 2
  /** Its line: DSL, or a cellular modem beside Ethernet (TR-181). Ethernet alone if absent. */
  access?: Access
  /** It does not report its processor load. */
  noCpu?: boolean
  /** Results of its diagnostics. */
  network?: SimulatedNetwork
  /** Free memory, in KiB. */
  freeMemory?: number
  /** Diagnostic duration in seconds. */
  diagnosticSeconds?: number
  /** Firmware quirks seen in the field. */
  odd?: OddBehaviour
  /** Share of ACS calls that get fault 9002. */
  faultRate?: number
  /** Longest supported GetParameterValues; longer ones get fault 9004. */
  maxNamesPerCall?: number
  connectionRequests?: ConnectionRequestServer
  /** Behind a NAT: unreachable by HTTP, uses STUN if enabled. */
  nat?: boolean
  /** Milliseconds, not scaled. */
  timeoutMs?: number
  /** Source address: loopback has many. */
  localAddress?: string
  /** PEM of the CA of an https ACS. */
  ca?: string
  /** PEM: client certificate for an https ACS. */
  identity?: { certificate: string; key: string }
  /** Resumes an earlier instance: its own credentials, no event 0. */
  snapshot?: GatewaySnapshot
  /** Answers a call in place of the gateway if it returns a value. */
  intercept?: (request: AcsRequest) => CpeMessage | undefined
}

export interface SessionOutcome {
  ok: boolean
  events: string[]
  /** Methods called by the ACS. */
  calls: string[]
  error: string | null
  /** HTTP status, if that caused the failure. */
  status: number | null
  milliseconds: number
}

export interface GatewayState {
  phase: 'stopped' | 'idle' | 'session' | 'rebooting'
  bootstrapped: boolean
  /** Sessions that ended with 204. */
  sessions: number
  failedSessions: number
  /** Failures since the last successful session: RetryCount of the next Inform. */
  retryCount: number
  pendingEvents: string[]
  last: SessionOutcome | null
}
