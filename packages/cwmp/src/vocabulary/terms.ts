import type { DataModelRoot } from '../data-model.ts'

/** What users set and view, in the contract's terms (`gateway-setting-values.ts`). */
export type Section =
  | 'system'
  | 'wan'
  | 'lan'
  | 'port'
  | 'wifi'
  | 'dhcp'
  | 'static_lease'
  | 'vpn'
  | 'cellular'
  | 'time'
  | 'account'
  | 'host'
  | 'wifi_client'
  | 'port_mapping'

export type Term =
  | 'name'
  | 'enabled'
  | 'state'
  | 'uptime'
  | 'cpuUsage'
  | 'memoryTotal'
  | 'memoryFree'
  | 'addressing'
  | 'ipAddress'
  | 'subnetMask'
  | 'gateway'
  | 'dnsServers'
  | 'macAddress'
  | 'mtu'
  | 'natEnabled'
  | 'username'
  | 'password'
  | 'bytesSent'
  | 'bytesReceived'
  | 'packetsSent'
  | 'packetsReceived'
  | 'errorsSent'
  | 'errorsReceived'
  | 'speed'
  | 'duplex'
  | 'ssid'
  | 'hidden'
  | 'security'
  | 'passphrase'
  | 'band'
  | 'channel'
  | 'autoChannel'
  | 'standard'
  | 'bandwidth'
  | 'transmitPower'
  | 'bssid'
  | 'clients'
  | 'network'
  | 'signal'
  | 'downlinkRate'
  | 'uplinkRate'
  | 'rangeStart'
  | 'rangeEnd'
  | 'leaseTime'
  | 'domain'
  | 'protocol'
  | 'externalPort'
  | 'externalPortEnd'
  | 'internalPort'
  | 'internalClient'
  | 'remoteHost'
  | 'active'
  | 'connectedBy'
  | 'leaseLeft'
  | 'vpnKind'
  | 'remoteAddress'
  | 'remoteNetwork'
  | 'technology'
  | 'operator'
  | 'simState'
  | 'imei'
  | 'iccid'
  | 'apn'
  | 'ntpServer1'
  | 'ntpServer2'
  | 'timeZone'
  | 'localTime'
  | 'remoteAccess'

export type FieldKind =
  | 'text'
  | 'number'
  | 'flag'
  | 'choice'
  | 'secret'
  | 'ipv4'
  | 'ipv4_list'
  | 'mac'
  | 'instant'
export type Unit = 'seconds' | 'percent' | 'kibibytes' | 'bytes' | 'packets' | 'mbps' | 'kbps' | 'dbm'
export type TermValue = string | number | boolean

/** Why a value cannot be written. */
export type Refusal =
  | 'read_only'
  | 'not_offered'
  | 'wrong_type'
  | 'too_small'
  | 'too_big'
  | 'too_long'
  | 'format'
  | 'required'
  | 'taken'

export interface Write {
  path: string
  value: string
  type: string
  secret: boolean
}
/** A list that the gateway keeps as a table may need objects added or removed. */
export type Written =
  | { writes: Write[]; objects?: readonly NewObject[]; absent?: readonly string[] }
  | { refusal: Refusal }

/** Permitted values. */
export interface FieldForm {
  key: Term
  kind: FieldKind
  unit: Unit | null
  choices: string[] | null
  min: number | null
  max: number | null
  maxLength: number | null
}

/** One value of one object, by its term. Gateway text is untrusted: truncated, without control characters. */
export interface Field extends FieldForm {
  value: TermValue | null
  /** The gateway's own words where no term fits. */
  raw: string | null
  writable: boolean | null
  /** The parameter it is read from. */
  path: string
  /** Every parameter that a change may write. */
  paths: readonly string[]
  readAt: string | null
  readonly write: (value: TermValue) => Written
}

export interface Instance {
  /** Object path, ends in a dot. */
  path: string
  label: string
  inUse: boolean
  fields: Field[]
  /** Objects to delete, in order, to remove it; null if it cannot be removed. */
  remove: readonly string[] | null
}

export interface AddField extends FieldForm {
  required: boolean
  initial: TermValue | null
}

export interface NewValue {
  /** Below the object. */
  name: string
  value: string
  type: string
  secret: boolean
  /** Null: not set by a user. */
  field: Term | null
}

/** An object to add. */
export interface NewObject {
  table: string
  /** Names in `values` that identify it. */
  key: string[]
  values: NewValue[]
  /** A parameter that holds the path of an earlier object in the list. */
  refers: { name: string; object: number; dot: boolean } | null
}

export interface AddForm {
  fields: AddField[]
  /** Its future location: decides whether it is dangerous. */
  table: string
  objects(values: ReadonlyMap<Term, TermValue>): { objects: NewObject[] } | { wrong: Map<Term, Refusal> }
}

/** One section of the vocabulary in both data models. */
export interface Area {
  section: Section
  /** Partial paths and names to read, below the root. */
  paths: Record<DataModelRoot, readonly string[]>
}
