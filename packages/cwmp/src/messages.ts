import type { CwmpFault } from './faults.ts'

/** `type` is the XML Schema name without prefix (`string`, `unsignedInt`), as sent; null if absent. */
export interface ParameterValue {
  name: string
  value: string
  type: string | null
}

export interface ParameterInfo {
  /** Ends in a dot for an object. */
  name: string
  writable: boolean
}

/** 0 off, 1 passive, 2 active; 3 to 6 are the lightweight kinds of CWMP 1.2 and later. */
export interface ParameterAttributes {
  name: string
  notification: number
  accessList: string[]
}

export interface ParameterAttributesChange {
  name: string
  /** Absent: unchanged. */
  notification?: number
  accessList?: string[]
}

export interface DeviceId {
  manufacturer: string
  oui: string
  productClass: string
  serialNumber: string
}

export interface EventStruct {
  /** As sent, such as `2 PERIODIC`, `M Reboot`, `X 00D09E event`. */
  code: string
  commandKey: string
}

export interface Inform {
  method: 'Inform'
  deviceId: DeviceId
  events: EventStruct[]
  maxEnvelopes: number
  /** As sent by the gateway: its clock may be unset. */
  currentTime: string
  retryCount: number
  parameters: ParameterValue[]
}

/** TR-069 A.3.3.2. Code '0' is success. Times are as sent; 0001-01-01T00:00:00Z is unknown. */
export interface TransferComplete {
  method: 'TransferComplete'
  commandKey: string
  faultCode: string
  faultString: string
  startTime: string
  completeTime: string
}

export interface AutonomousTransferComplete {
  method: 'AutonomousTransferComplete'
  announceUrl: string
  transferUrl: string
  isDownload: boolean
  fileType: string
  fileSize: number
  targetFileName: string
  faultCode: string
  faultString: string
  startTime: string
  completeTime: string
}

/** TR-069 A.3.2.8. `fileSize` in bytes, `delaySeconds` in seconds. */
export interface Download {
  method: 'Download'
  commandKey: string
  fileType: string
  url: string
  username: string
  password: string
  fileSize: number
  targetFileName: string
  delaySeconds: number
  successUrl: string
  failureUrl: string
}

export interface Upload {
  method: 'Upload'
  commandKey: string
  fileType: string
  url: string
  username: string
  password: string
  delaySeconds: number
}

/** TR-069 A.4.1.7. Fields that GetQueuedTransfers does not report are absent. */
export interface QueuedTransfer {
  commandKey: string
  /** 1: not yet started; 2: in progress; 3: completed but not yet reported. */
  state: number
  about?: { isDownload: boolean; fileType: string; fileSize: number; targetFileName: string }
}

export interface TransferStarted<M extends string> {
  method: M
  /** 0: done; 1: a TransferComplete follows. */
  status: number
  startTime: string
  completeTime: string
}

export type Fault = { method: 'Fault' } & CwmpFault

/** ACS calls, TR-069 A.3.2 and A.4.1. */
export type AcsRequest =
  | { method: 'GetRPCMethods' }
  | { method: 'GetParameterNames'; path: string; nextLevel: boolean }
  | { method: 'GetParameterValues'; names: string[] }
  | { method: 'SetParameterValues'; values: ParameterValue[]; parameterKey: string }
  | { method: 'GetParameterAttributes'; names: string[] }
  | { method: 'SetParameterAttributes'; changes: ParameterAttributesChange[] }
  | { method: 'AddObject'; path: string; parameterKey: string }
  | { method: 'DeleteObject'; path: string; parameterKey: string }
  | { method: 'Reboot'; commandKey: string }
  | { method: 'FactoryReset' }
  | { method: 'ScheduleInform'; delaySeconds: number; commandKey: string }
  | { method: 'GetQueuedTransfers' }
  | { method: 'GetAllQueuedTransfers' }
  | Download
  | Upload

/** CPE responses to those. */
export type CpeResponse =
  | { method: 'GetRPCMethodsResponse'; methods: string[] }
  | { method: 'GetParameterNamesResponse'; parameters: ParameterInfo[] }
  | { method: 'GetParameterValuesResponse'; parameters: ParameterValue[] }
  /** 0: applied; 1: committed and applied later. */
  | { method: 'SetParameterValuesResponse'; status: number }
  | { method: 'GetParameterAttributesResponse'; parameters: ParameterAttributes[] }
  | { method: 'SetParameterAttributesResponse' }
  | { method: 'AddObjectResponse'; instanceNumber: number; status: number }
  | { method: 'DeleteObjectResponse'; status: number }
  | { method: 'RebootResponse' }
  | { method: 'FactoryResetResponse' }
  | { method: 'ScheduleInformResponse' }
  | { method: 'GetQueuedTransfersResponse'; transfers: QueuedTransfer[] }
  | { method: 'GetAllQueuedTransfersResponse'; transfers: QueuedTransfer[] }
  | TransferStarted<'DownloadResponse'>
  | TransferStarted<'UploadResponse'>

/** CPE calls that are answered (TR-069 A.3.3, A.4.2); all others get fault 8000. */
export type CpeRequest = Inform | TransferComplete | AutonomousTransferComplete | { method: 'GetRPCMethods' }

export type AcsResponse =
  | { method: 'InformResponse'; maxEnvelopes: number }
  | { method: 'TransferCompleteResponse' }
  | { method: 'AutonomousTransferCompleteResponse' }
  | { method: 'GetRPCMethodsResponse'; methods: string[] }

export type AcsMessage = AcsRequest | AcsResponse | Fault
export type CpeMessage = CpeRequest | CpeResponse | Fault
export type KnownMessage = AcsMessage | CpeMessage
export type Method = KnownMessage['method']
export type MessageOf<M extends Method> = Extract<KnownMessage, { method: M }>

/** A method unknown to this codec; `name` is the local name of the element. */
export interface UnknownMessage {
  method: 'Unknown'
  name: string
}

export type Message = KnownMessage | UnknownMessage

/** SOAP headers of TR-069 3.5 and CWMP 1.4 3.4.6. Null or empty: not sent. */
export interface CwmpHeader {
  id: string | null
  /** Read, never written by our ACS. */
  holdRequests: boolean
  /** Deprecated since CWMP 1.0 amendment 1: parsed and ignored. */
  noMoreRequests: boolean
  /** Seconds. */
  sessionTimeout: number | null
  /** E.g. `1.0`, `1.4`. */
  supportedVersions: string[]
  useVersion: string | null
}

export interface Envelope<M = Message> {
  /** E.g. `urn:dslforum-org:cwmp-1-2`. */
  namespace: string
  header: CwmpHeader
  message: M
  /** Without an XML declaration. */
  bare?: boolean
}

export const emptyHeader: CwmpHeader = {
  id: null,
  holdRequests: false,
  noMoreRequests: false,
  sessionTimeout: null,
  supportedVersions: [],
  useVersion: null,
}
