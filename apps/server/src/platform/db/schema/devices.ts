import type { ColumnType, Generated } from 'kysely'
import type { GeneratedInstant, Id, Instant, Json } from './columns.ts'

export interface DeviceTable {
  id: Generated<Id>
  company_id: Id
  /** Set by a trigger. */
  msp_id: ColumnType<Id, never, never>
  outlet_id: Id | null
  department_id: Id | null
  replaced_by: ColumnType<Id | null, never, never>
  name: string
  type: string
  driver: Generated<'cwmp' | 'snmp' | 'probe' | 'none'>
  state: Generated<'claimed' | 'released' | 'replaced'>
  guard: Generated<'none' | 'quarantined' | 'duplicate'>
  presence: Generated<'online' | 'offline' | 'unknown'>
  /** What is wrong with its templates: kept by a trigger. */
  configuration: ColumnType<'drifted' | 'failed' | 'conflict' | null, never, never>
  foreign_key: ColumnType<string | null, never, never>
  foreign_key_at: ColumnType<Instant | null, never, never>
  manufacturer: Generated<string>
  oui: Generated<string>
  product_class: Generated<string>
  serial_number: Generated<string>
  model_name: Generated<string>
  hardware_version: Generated<string>
  software_version: Generated<string>
  ip_address: string | null
  mac_address: string | null
  data_model_root: 'Device.' | 'InternetGatewayDevice.' | null
  cwmp_version: string | null
  periodic_interval: number | null
  connection_request_url: string | null
  udp_request_address: string | null
  enrolled_by: Generated<'bootstrap' | 'enrolment_url' | 'pre_registration' | 'claim' | 'certificate'>
  credential_state: Generated<'bootstrap' | 'setting' | 'own' | 'enrolment_url'>
  tags: Generated<string[]>
  note: Generated<string>
  claimed_at: GeneratedInstant
  released_at: Instant | null
  first_inform_at: Instant | null
  last_boot_at: Instant | null
  search: ColumnType<string, never, never>
}

export interface DevicePresenceTable {
  device_id: Id
  company_id: Id
  /** Set by a trigger. */
  msp_id: ColumnType<Id, never, never>
  last_inform_at: Instant
  due_at: Instant | null
}

export interface DeviceParameterTable {
  company_id: Id
  device_id: Id
  path: string
  parent: string
  value: string | null
  type: string | null
  writable: boolean | null
  is_object: Generated<boolean>
  read_at: Instant | null
  /** Null: never asked. */
  notification: number | null
  /** What it will be like after the restart that the gateway needs; '' for a secret too. Null: nothing waits. */
  later: string | null
}

export interface DeviceTimelineTable {
  id: Generated<Id>
  company_id: Id
  /** Set by a trigger. */
  msp_id: ColumnType<Id, never, never>
  device_id: Id
  at: GeneratedInstant
  kind: string
  detail: Json
  /** Set by a trigger. */
  actor_name: ColumnType<string | null, never, never>
  actor_company_name: ColumnType<string | null, never, never>
}

export type CommandKind =
  | 'reboot'
  | 'factory_reset'
  | 'get_parameter_names'
  | 'get_parameter_values'
  | 'set_parameter_values'
  | 'get_parameter_attributes'
  | 'set_parameter_attributes'
  | 'set_credentials'
  | 'add_object'
  | 'delete_object'
  | 'schedule_inform'
  | 'get_queued_transfers'
  | 'get_rpc_methods'
  | 'download'
  | 'upload'
  | 'provision'
  | 'change_settings'

export interface DeviceCommandTable {
  id: Generated<Id>
  company_id: Id
  device_id: Id
  kind: CommandKind
  state: Generated<'waiting' | 'sent' | 'done' | 'failed' | 'expired' | 'cancelled'>
  request: Json
  secret: Buffer | null
  result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  fault_code: string | null
  fault_detail: string | null
  created_at: GeneratedInstant
  created_by: Id | null
  created_by_name: string | null
  /** Set by a trigger. */
  created_by_company_name: ColumnType<string | null, never, never>
  sent_at: Instant | null
  finished_at: Instant | null
  expires_at: Instant
}

export interface DeviceTransferTable {
  id: Generated<Id>
  company_id: Id
  device_id: Id
  command_id: Id
  command_key: string
  direction: 'download' | 'upload'
  file_type: string
  state: Generated<'queued' | 'sent' | 'started' | 'transferred' | 'failed' | 'cancelled' | 'expired'>
  fault_code: string | null
  fault_detail: string | null
  tell_task: string | null
  reference: string | null
  created_at: GeneratedInstant
  sent_at: Instant | null
  accepted_at: Instant | null
  started_at: Instant | null
  completed_at: Instant | null
  ended_at: Instant | null
}

export interface DiagnosticRunTable {
  id: Generated<Id>
  company_id: Id
  device_id: Id
  kind: 'ping' | 'traceroute' | 'name_lookup' | 'download' | 'upload'
  target: string
  request: Json
  state: Generated<'requested' | 'running' | 'complete' | 'failed' | 'expired' | 'cancelled'>
  command_id: Id | null
  read_command_id: Id | null
  sent: number | null
  received: number | null
  min_ms: number | null
  avg_ms: number | null
  max_ms: number | null
  interface: string | null
  interface_label: string | null
  dscp: number | null
  refused: Generated<string[]>
  check_id: Id | null
  batch_id: Id | null
  hops: number | null
  jump_hop: number | null
  lookup_ms: number | null
  mbit_s: number | null
  token_hash: Buffer | null
  result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  fault_code: string | null
  fault_detail: string | null
  created_at: GeneratedInstant
  created_by: Id | null
  created_by_name: string | null
  started_at: Instant | null
  ended_at: Instant | null
}

export interface RestartBatchTable {
  id: Generated<Id>
  company_id: Id
  kind: 'reboot' | 'factory_reset'
  devices: ColumnType<{ id: string; name: string; commandId: string }[], string, never>
  created_by: Id
  created_at: GeneratedInstant
}

export interface DiagnosticBatchTable {
  id: Generated<Id>
  company_id: Id
  kind: DiagnosticRunTable['kind']
  target: string
  gateways: Generated<number>
  created_by: Id | null
  created_by_name: string | null
  created_at: GeneratedInstant
}

/** `steps`, `findings` and `facts` are written by modules/diagnostics alone. */
export interface DeviceCheckTable {
  id: Generated<Id>
  company_id: Id
  device_id: Id
  state: Generated<'running' | 'complete' | 'cancelled'>
  steps: ColumnType<unknown, never, never>
  command_id: Id | null
  verdict: 'critical' | 'warning' | 'notice' | 'fine' | null
  findings: ColumnType<unknown, never, never>
  facts: ColumnType<unknown, never, never>
  deadline_at: Instant
  created_by: Id | null
  created_by_name: string | null
  created_at: GeneratedInstant
  ended_at: Instant | null
}

export interface OutletTable {
  id: Generated<Id>
  company_id: Id
  department_id: Id | null
  name: string
  code: Generated<string>
  region: Generated<string>
  address: Generated<string>
  latitude: number | null
  longitude: number | null
  time_zone: Generated<string>
  business_hours: Generated<string>
  contacts: ColumnType<{ name: string; phone: string }[], string | undefined, string>
  note: Generated<string>
  created_at: GeneratedInstant
}

export interface InternetLineTable {
  id: Generated<Id>
  company_id: Id
  outlet_id: Id
  /** Set by a trigger. */
  department_id: ColumnType<Id | null, never, never>
  name: string
  isp: 'telecom' | 'unicom' | 'mobile' | 'broadnet' | 'other'
  isp_name: Generated<string>
  type: 'dedicated' | 'broadband' | '5g' | '4g' | 'satellite' | 'other'
  account: Generated<string>
  down_mbps: number
  up_mbps: number
  addressing: Generated<'dhcp' | 'pppoe' | 'static'>
  ip_address: string | null
  device_id: Id | null
  wan_name: Generated<string>
  monthly_price: number | null
  contract_end: string | null
  note: Generated<string>
  created_at: GeneratedInstant
}

export interface LinePasswordTable {
  company_id: Id
  line_id: Id
  /** Sealed, and never read by a request. */
  value: ColumnType<never, Buffer, Buffer>
  changed_at: GeneratedInstant
}
