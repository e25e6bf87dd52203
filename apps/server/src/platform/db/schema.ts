import type { BuiltInRole } from '@netward/contract'
import type { ColumnType, Generated } from 'kysely'

/** Ids are bigint, strings here and in JSON; instants are ISO 8601 strings in UTC (see pool.ts). */
type Id = string
type Instant = ColumnType<string, string | Date, string | Date>
type GeneratedInstant = ColumnType<string, string | Date | undefined, string | Date>
type Json = ColumnType<Record<string, unknown>, string | undefined, string>

interface CompanyTable {
  id: Generated<Id>
  parent_id: Id | null
  kind: 'op' | 'middleman' | 'company'
  name: string
  code: string
  prefix: string | null
  standing: Generated<'trial' | 'poc' | 'formal'>
  status: Generated<'active' | 'frozen' | 'deactivated'>
  frozen_because: 'hand' | 'ended' | null
  time_zone: Generated<string>
  created_at: GeneratedInstant
  trial_ends_at: Instant | null
}

interface CompanyAncestorTable {
  company_id: Id
  ancestor_id: Id
  depth: number
}

interface MemberTable {
  id: Generated<Id>
  company_id: Id
  person_id: Id
  os_id: Id
  display_name: string
  status: 'enabled' | 'disabled'
  created_at: GeneratedInstant
}

/** `password_hash` is for definer functions alone. */
interface CompanyRegistrationTable {
  id: Generated<Id>
  company_id: Id
  parent_id: Id
  parent_name: string
  company_name: string
  contact_name: string
  phone: string | null
  email: string | null
  language: string
  state: 'waiting' | 'approved' | 'refused'
  created_at: GeneratedInstant
  decided_at: Instant | null
  decided_by: string | null
  reason: string | null
  made_company_id: Id | null
}

interface InvitationTable {
  id: Generated<Id>
  company_id: Id
  display_name: string
  phone: string | null
  email: string | null
  built_in: BuiltInRole
  ticket_hash: Buffer
  invited_by: string
  created_at: GeneratedInstant
  sent_at: GeneratedInstant
  sends: Generated<number>
  expires_at: GeneratedInstant
  accepted_at: Instant | null
  revoked_at: Instant | null
}

interface AuditLogTable {
  id: Generated<Id>
  company_id: Id
  at: GeneratedInstant
  action: string
  person_id: Id | null
  actor_name: string | null
  acting_company_id: Id | null
  acting_company_name: string | null
  subject_kind: string | null
  subject_id: string | null
  detail: Json
  request_id: string | null
}

interface LiveEventTable {
  id: Generated<Id>
  tx: Generated<string>
  company_id: Id
  kind: string
  subject_id: Id | null
  data: Json
  at: GeneratedInstant
}

export interface DeviceTable {
  id: Generated<Id>
  company_id: Id
  /** Set by a trigger. */
  msp_id: ColumnType<Id, never, never>
  outlet_id: Id | null
  department_id: Id | null
  name: string
  type: string
  driver: Generated<'cwmp' | 'snmp' | 'probe' | 'none'>
  state: Generated<'claimed' | 'released' | 'replaced'>
  guard: Generated<'none' | 'quarantined' | 'duplicate'>
  presence: Generated<'online' | 'offline' | 'unknown'>
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
  enrolled_by: Generated<'bootstrap' | 'enrolment_url' | 'pre_registration' | 'claim'>
  credential_state: Generated<'bootstrap' | 'setting' | 'own' | 'enrolment_url'>
  tags: Generated<string[]>
  note: Generated<string>
  claimed_at: GeneratedInstant
  released_at: Instant | null
  first_inform_at: Instant | null
  last_boot_at: Instant | null
  search: ColumnType<string, never, never>
}

interface DevicePresenceTable {
  device_id: Id
  company_id: Id
  /** Set by a trigger. */
  msp_id: ColumnType<Id, never, never>
  last_inform_at: Instant
  due_at: Instant | null
}

interface DeviceParameterTable {
  company_id: Id
  device_id: Id
  path: string
  parent: string
  value: string | null
  type: string | null
  writable: boolean | null
  is_object: Generated<boolean>
  read_at: Instant | null
}

interface DeviceTimelineTable {
  id: Generated<Id>
  company_id: Id
  /** Set by a trigger. */
  msp_id: ColumnType<Id, never, never>
  device_id: Id
  at: GeneratedInstant
  kind: string
  detail: Json
}

export type CommandKind =
  | 'reboot'
  | 'get_parameter_names'
  | 'get_parameter_values'
  | 'set_parameter_values'
  | 'set_parameter_attributes'
  | 'set_credentials'

interface DeviceCommandTable {
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
  sent_at: Instant | null
  finished_at: Instant | null
  expires_at: Instant
}

interface FileTable {
  id: Generated<Id>
  company_id: Id
  name: string
  media_type: string
  size: number
  sha256: Buffer
  created_at: GeneratedInstant
  created_by: Id | null
}

interface FileChunkTable {
  company_id: Id
  file_id: Id
  position: number
  data: Buffer
}

interface CompanyLogoTable {
  company_id: Id
  file_id: Id
}

interface OutletTable {
  id: Generated<Id>
  company_id: Id
  department_id: Id | null
  name: string
  created_at: GeneratedInstant
}

interface TenantGroupTable {
  id: Generated<Id>
  company_id: Id
  name: string
  created_at: GeneratedInstant
}

interface TenantGroupMemberTable {
  company_id: Id
  group_id: Id
  target_company_id: Id
}

interface ActingGrantTable {
  id: Generated<Id>
  company_id: Id
  member_id: Id
  target_company_id: Id | null
  group_id: Id | null
  built_in: BuiltInRole | null
  role_id: Id | null
  expires_at: Instant | null
  created_at: GeneratedInstant
  created_by_name: string | null
}

interface ActingConsentTable {
  company_id: Id
  mode: 'free' | 'request' | 'never'
  from_minute: number | null
  until_minute: number | null
  ceiling: BuiltInRole
  updated_at: GeneratedInstant
}

interface ActingAccessTable {
  id: Generated<Id>
  company_id: Id
  person_id: Id
  actor_name: string
  actor_company_id: Id
  actor_company_name: string
  how: 'request' | 'break_glass'
  state: 'waiting' | 'approved' | 'refused' | 'ended'
  reason: string
  hours: number
  asked_at: GeneratedInstant
  decided_at: Instant | null
  decided_by: string | null
  until: Instant | null
}

interface ActingEndTable {
  id: Generated<Id>
  company_id: Id
  person_id: Id | null
  actor_name: string | null
  actor_company_name: string | null
  ended_at: GeneratedInstant
  ended_by: string
  until: Instant | null
}

interface ActingVisitTable {
  id: Generated<Id>
  company_id: Id
  session_id: Id
  person_id: Id
  actor_name: string
  actor_company_id: Id
  actor_company_name: string
  began_at: GeneratedInstant
  last_seen_at: GeneratedInstant
  ended_at: Instant | null
}

/** The tables that request roles can reach; what definer functions alone reach is not here. */
export interface Database {
  company: CompanyTable
  company_ancestor: CompanyAncestorTable
  company_logo: CompanyLogoTable
  file: FileTable
  file_chunk: FileChunkTable
  member: MemberTable
  company_registration: CompanyRegistrationTable
  invitation: InvitationTable
  audit_log: AuditLogTable
  live_event: LiveEventTable
  outlet: OutletTable
  tenant_group: TenantGroupTable
  tenant_group_member: TenantGroupMemberTable
  acting_grant: ActingGrantTable
  acting_consent: ActingConsentTable
  acting_access: ActingAccessTable
  acting_end: ActingEndTable
  acting_visit: ActingVisitTable
  device: DeviceTable
  device_presence: DevicePresenceTable
  device_parameter: DeviceParameterTable
  device_timeline: DeviceTimelineTable
  device_command: DeviceCommandTable
}
