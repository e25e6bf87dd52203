import type { BuiltInRole } from '@netward/contract'
import type { QuotaKind } from '@netward/contract/states/licence'
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
  language: Generated<'zh' | 'en'>
  created_at: GeneratedInstant
  trial_ends_at: Instant | null
}

interface GatewayTombstoneTable {
  id: Generated<Id>
  company_id: Id
  oui: string
  product_class: string
  serial_number: string
  tenant_name: string
  tenant_code: string
  at: GeneratedInstant
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

interface OrgNodeTable {
  id: Generated<Id>
  company_id: Id
  parent_id: Id | null
  type: number
  name: string
}

/** Written by definer functions alone, as what hangs on it. */
interface RoleTable {
  id: Id
  company_id: Id
  name: string
  description: string
  permissions: string[]
  data_scope: 'company' | 'department' | 'outlets'
  outlet_ids: Id[]
  version: number
  created_at: Instant
  updated_at: Instant
  updated_by: string | null
  origin_company_id: Id | null
  origin_role_id: Id | null
  origin_version: number | null
  published_by: string | null
  detached_at: Instant | null
}

interface MemberRoleTable {
  company_id: Id
  member_id: Id
  built_in: BuiltInRole | null
  role_id: Id | null
}

interface RolePublicationTable {
  company_id: Id
  role_id: Id
  to_all: boolean
  total: number
  done: number
  reached: Id
  finished_at: Instant | null
}

interface DefaultRoleTable {
  company_id: Id
  built_in: BuiltInRole | null
  role_id: Id | null
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
  roles: string[]
  department_id: Id | null
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
  /** Set by a trigger. */
  msp_id: ColumnType<Id, never, never>
  /** Somebody of acting_company acted here; otherwise somebody of this company acted there. Set by a trigger. */
  from_outside: ColumnType<boolean, never, never>
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
  replaced_by: ColumnType<Id | null, never, never>
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
  code: Generated<string>
  province: Generated<string>
  city: Generated<string>
  district: Generated<string>
  address: Generated<string>
  latitude: number | null
  longitude: number | null
  time_zone: Generated<string>
  business_hours: Generated<string>
  contacts: ColumnType<{ name: string; phone: string }[], string | undefined, string>
  note: Generated<string>
  created_at: GeneratedInstant
}

interface InternetLineTable {
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

type ServiceState = 'activating' | 'normal' | 'maintenance' | 'abnormal' | 'deactivated' | 'deleted'

interface ProductTable {
  id: Generated<Id>
  code: string
  name_zh: string
  name_en: string
  description_zh: string
  description_en: string
  category: 'network' | 'quality' | 'service' | 'intelligence'
  type: 'console' | 'service'
  version: string
  icon_company_id: Id | null
  icon: string | null
  state: Generated<ServiceState>
  failure: 'feature_missing' | null
  maintenance_zh: Generated<string>
  maintenance_en: Generated<string>
  maintenance_until: Instant | null
  updated_at: GeneratedInstant
}

interface ApplicationTable {
  id: Generated<Id>
  company_id: Id
  product_id: Id
  display_name: string
  icon: string | null
  app_id: string
  state: Generated<ServiceState>
  failure: 'product_unavailable' | 'company_inactive' | 'self_test_failed' | 'timed_out' | null
  permissions: string[]
  maintenance_message: Generated<string>
  maintenance_until: Instant | null
  run: Generated<number>
  person_id: Id | null
  created_at: GeneratedInstant
  changed_at: GeneratedInstant
  last_used_at: Instant | null
}

interface ApplicationStepTable {
  company_id: Id
  application_id: Id
  step: 'check' | 'account' | 'selfTest' | 'announce'
  state: 'running' | 'done' | 'failed'
  at: GeneratedInstant
}

/** `hash` is written and never read but by definer functions. */
interface ApplicationKeyTable {
  id: Generated<Id>
  company_id: Id
  application_id: Id
  hash: ColumnType<never, Buffer, never>
  hint: string
  trial: Generated<boolean>
  created_at: GeneratedInstant
  created_by: string | null
  expires_at: Instant | null
  last_used_at: Instant | null
}

/** The access tokens of applications: counted and ended here, opened by a definer function. */
interface ApplicationSessionTable {
  id: Id
  company_id: Id
  application_id: Id
  expires_at: Instant
}

interface CompanyPackageTable {
  company_id: Id
  package_id: Id
  version: number
  assigned_at: Instant
}

/** Written by definer functions alone, as all of licences. */
interface LicenceTable {
  id: Id
  company_id: Id
  kind: QuotaKind
  purpose: 'use' | 'pool'
  quantity: number
  starts_at: Instant
  ends_at: Instant | null
  revoked_at: Instant | null
  issuer_company_id: Id
  issuer_name: string
  pool_id: Id | null
  file_issuer: string | null
  file_serial: string | null
  note: string
  created_at: Instant
}

interface LicenceHistoryTable {
  id: Id
  company_id: Id
  licence_id: Id
  at: Instant
  action: 'issued' | 'imported' | 'renewed' | 'enlarged' | 'reduced' | 'revoked' | 'replaced'
  before: Json | null
  after: Json | null
  person_id: Id | null
  actor_name: string | null
  actor_company_name: string | null
}

interface EntitlementTable {
  company_id: Id
  kind: QuotaKind
  used: number
  granted: number | null
  changes_at: Instant | null
}

interface UsageSnapshotTable {
  company_id: Id
  kind: QuotaKind
  day: string
  used: number
  granted: number | null
}

interface LicenceFileTable {
  company_id: Id
  serial: string
  revision: number
  company_code: string
  content: Json
  until: Instant
  issued_at: Instant
  issued_by: string | null
}

interface LicenceImportTable {
  company_id: Id
  issuer: string
  serial: string
  revision: number
  issuer_name: string
  until: Instant
  issued_at: Instant
  imported_at: Instant
  imported_by: string | null
}

/** The tables that request roles can reach; what definer functions alone reach is not here. */
export interface Database {
  company: CompanyTable
  company_ancestor: CompanyAncestorTable
  company_logo: CompanyLogoTable
  gateway_tombstone: GatewayTombstoneTable
  file: FileTable
  file_chunk: FileChunkTable
  member: MemberTable
  org_node: OrgNodeTable
  role: RoleTable
  member_role: MemberRoleTable
  role_publication: RolePublicationTable
  default_role: DefaultRoleTable
  company_registration: CompanyRegistrationTable
  invitation: InvitationTable
  audit_log: AuditLogTable
  live_event: LiveEventTable
  outlet: OutletTable
  internet_line: InternetLineTable
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
  product: ProductTable
  application: ApplicationTable
  application_step: ApplicationStepTable
  application_key: ApplicationKeyTable
  application_session: ApplicationSessionTable
  company_package: CompanyPackageTable
  licence: LicenceTable
  licence_history: LicenceHistoryTable
  entitlement: EntitlementTable
  usage_snapshot: UsageSnapshotTable
  licence_file: LicenceFileTable
  licence_import: LicenceImportTable
}
