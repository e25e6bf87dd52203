// Generated from the catalogue by apps/server/test/table-types.ts. Update: see CONTRIBUTING.md, "Add a table".

import type { BuiltInRole, PreviewFound } from '@netward/contract'
import type { TerminalOutcome } from '@netward/contract/terminal-values'
import type { ColumnType, Generated } from 'kysely'
import type { GeneratedInstant, GeneratedJson, Id, Instant, Json, NullableJson } from './columns.ts'

export interface ActingAccessTable {
  id: Generated<Id>
  company_id: Id
  person_id: Id
  actor_name: string
  actor_company_id: Id
  actor_company_name: string
  how: 'request' | 'break_glass'
  state: Generated<'waiting' | 'approved' | 'refused' | 'ended'>
  reason: string
  hours: number
  asked_at: GeneratedInstant
  decided_at: Instant | null
  decided_by: string | null
  until: Instant | null
}

export interface ActingConsentTable {
  company_id: Id
  mode: Generated<'free' | 'request' | 'never'>
  from_minute: number | null
  until_minute: number | null
  ceiling: Generated<BuiltInRole>
  updated_at: GeneratedInstant
}

export interface ActingEndTable {
  id: Generated<Id>
  company_id: Id
  person_id: Id | null
  actor_name: string | null
  actor_company_name: string | null
  ended_at: GeneratedInstant
  ended_by: string
  until: Instant | null
}

export interface ActingGrantTable {
  company_id: Id
  member_id: Id
  target_company_id: Id | null
  built_in: BuiltInRole | null
  id: Generated<Id>
  group_id: Id | null
  role_id: Id | null
  expires_at: Instant | null
  created_at: GeneratedInstant
  created_by_name: string | null
}

export interface ActingVisitTable {
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

export interface AdvisoryTable {
  id: Generated<Id>
  company_id: Id
  code: string
  title: string
  vendor: string
  models: Generated<string[]>
  first_version: Generated<string>
  last_version: Generated<string>
  fixed_version: Generated<string>
  severity: 'critical' | 'high' | 'medium' | 'low'
  rank: ColumnType<number, never, never>
  cvss: number | null
  url: Generated<string>
  note: Generated<string>
  published_on: string | null
  edited_at: GeneratedInstant
  edited_by: string
}

export interface AdvisoryCaseTable {
  advisory_id: Id
  company_id: Id
  advisory_company_id: Id
  affected: number
  opened_at: Instant
  closed_at: Instant | null
}

export interface AdvisoryMatchTable {
  advisory_id: Id
  company_id: Id
  manufacturer: string
  model_name: string
  software_version: string
  advisory_company_id: Id
  n: ColumnType<never, number, number>
}

export interface AdvisoryPointTable {
  id: Generated<Id>
  advisory_id: Id
  company_id: Id
  advisory_company_id: Id
  at: Instant
  change: number
}

export interface AlarmTable {
  id: Generated<Id>
  company_id: Id
  subject_id: Id | null
  device_id: ColumnType<Id | null, never, never>
  line_id: ColumnType<Id | null, never, never>
  outlet_id: Id | null
  department_id: Id | null
  rule: string
  rule_name: string | null
  metric: string | null
  watches: 'offline' | 'snmp_silent' | null
  instance: string
  label: string
  value: number | null
  threshold: number | null
  severity: 'critical' | 'major' | 'minor' | 'warning' | 'indeterminate'
  rank: ColumnType<number, never, never>
  severity_by_hand: Generated<boolean>
  state: Generated<'active' | 'cleared'>
  raised_at: Instant
  cleared_at: Instant | null
  cleared_because: 'recovered' | 'rule' | 'no_data' | 'quiet' | null
  flapping: Generated<boolean>
  no_data_since: Instant | null
  acknowledged_at: Instant | null
  acknowledged_by: string | null
  acknowledged_until: Instant | null
  muted: Generated<boolean>
  in_maintenance: Generated<boolean>
  assignee_id: Id | null
  assignee_name: string | null
  behind_id: Id | null
  group_id: Id
}

export interface AlarmEventTable {
  id: Generated<Id>
  tx: Generated<string>
  company_id: Id
  alarm_id: Id
  subject_id: Id | null
  device_id: ColumnType<Id | null, never, never>
  line_id: ColumnType<Id | null, never, never>
  at: GeneratedInstant
  noted_at: GeneratedInstant
  kind: string
  detail: GeneratedJson
  actor_id: Generated<Id | null>
  actor_name: string | null
  actor_company_name: string | null
}

export interface AlarmRuleTable {
  id: Generated<Id>
  company_id: Id
  code: string | null
  version: number | null
  name: string | null
  enabled: Generated<boolean>
  watch: Generated<boolean>
  watch_until: Instant | null
  definition: Json
  orders_since: Instant | null
  edited_at: GeneratedInstant
  edited_by: string
  published: Generated<boolean>
  source_id: Id | null
  source_company_name: string | null
  original: NullableJson
  follows: Generated<boolean>
}

export interface AlarmWatchTable {
  id: Generated<Id>
  company_id: Id
  subject_id: Id | null
  device_id: ColumnType<Id | null, never, never>
  line_id: ColumnType<Id | null, never, never>
  rule: string
  instance: string
  label: string
  value: number | null
  text: string | null
  raised_at: Instant
  cleared_at: Instant | null
}

export interface ApplicationTable {
  id: Generated<Id>
  company_id: Id
  product_id: Id
  display_name: string
  icon: string | null
  app_id: string
  state: Generated<'activating' | 'normal' | 'maintenance' | 'abnormal' | 'deactivated' | 'deleted'>
  failure: 'product_unavailable' | 'company_inactive' | 'self_test_failed' | 'timed_out' | null
  permissions: string[]
  maintenance_zh: Generated<string>
  maintenance_until: Instant | null
  run: Generated<number>
  person_id: Id | null
  created_at: GeneratedInstant
  changed_at: GeneratedInstant
  last_used_at: Instant | null
  maintenance_en: Generated<string>
  stopped_by: Id | null
  stopped_because: 'package' | null
}

export interface ApplicationAnswerTable {
  company_id: Id
  person_id: Id
  key: string
  request_hash: Buffer
  answer: Buffer | null
  created_at: GeneratedInstant
}

export interface ApplicationKeyTable {
  id: Generated<Id>
  company_id: Id
  application_id: Id
  hash: ColumnType<never, Buffer, Buffer>
  hint: string
  trial: Generated<boolean>
  created_at: GeneratedInstant
  created_by: string | null
  created_by_id: Id | null
  expires_at: Instant | null
  last_used_at: Instant | null
}

export interface ApplicationSessionTable {
  id: Generated<Id>
  company_id: Id
  application_id: Id
  key_id: ColumnType<never, Id, Id>
  token_hash: ColumnType<never, Buffer, Buffer>
  created_at: ColumnType<never, Instant | undefined, Instant>
  expires_at: Instant
}

export interface ApplicationStepTable {
  company_id: Id
  application_id: Id
  step: 'check' | 'account' | 'selfTest' | 'announce'
  state: 'running' | 'done' | 'failed'
  at: GeneratedInstant
}

export interface ApprovalPolicyTable {
  id: Generated<Id>
  company_id: Id
  kind: string
  name: string
  enabled: Generated<boolean>
  for_below: Generated<boolean>
  from_amount: string | null
  from_risk: 'low' | 'medium' | 'high' | null
  steps: Json
  edited_at: GeneratedInstant
  edited_by: string
}

export interface AssistantCallTable {
  id: Generated<Id>
  company_id: Id
  subject_id: Id | null
  person_id: Id | null
  person_name: string
  feature: string
  owner_id: Id
  provider_id: Id | null
  provider_name: string
  model: string
  state: Generated<'reserved' | 'settled'>
  outcome: 'done' | 'failed' | 'cut' | 'cancelled' | 'abandoned' | null
  input: Id
  cached: Generated<Id>
  output: Id
  estimated: Generated<boolean>
  reported: Id | null
  cost: string
  price: NullableJson
  at: GeneratedInstant
  settled_at: Instant | null
  day: string
}

export interface AssistantChoiceTable {
  company_id: Id
  owner_id: Id
  provider_id: Id
  hidden: Generated<boolean>
  place: number | null
}

export interface AssistantConsentTable {
  id: Generated<Id>
  company_id: Id
  owner_id: Id
  provider_id: Id | null
  provider_name: string
  address: string
  is_abroad: boolean
  contents: string[]
  masked: string[]
  given_at: GeneratedInstant
  given_by: string
  ended_at: Instant | null
  ended_by: string | null
  ended_because: 'person' | 'changed' | 'removed' | 'not_offered' | null
}

export interface AssistantConversationTable {
  id: Generated<Id>
  company_id: Id
  person_id: Id
  subject_company_id: Id
  title: string
  memory: GeneratedJson
  created_at: GeneratedInstant
  updated_at: GeneratedInstant
}

export interface AssistantMessageTable {
  id: Generated<Id>
  company_id: Id
  conversation_id: Id
  question: string
  recipe: string | null
  screen: NullableJson
  at: GeneratedInstant
  state: Generated<'running' | 'done' | 'stopped' | 'failed'>
  answer: Generated<string>
  parts: GeneratedJson
  numbers: GeneratedJson
  failure: NullableJson
  feedback: NullableJson
  model: string | null
  tokens: Generated<Id>
  cost: Generated<string>
  ended_at: Instant | null
  stop_requested: Generated<boolean>
}

export interface AssistantNoteTable {
  id: Generated<Id>
  company_id: Id
  title: string
  text: string
  title_words: string
  words: string
  edited_at: GeneratedInstant
  edited_by: string
}

export interface AssistantOfferTable {
  company_id: Id
  provider_id: Id
  for_all: boolean
  prices: GeneratedJson
  month_tokens: Id | null
  edited_at: GeneratedInstant
  edited_by: string
}

export interface AssistantOfferCompanyTable {
  company_id: Id
  provider_id: Id
  customer_id: Id
}

export interface AssistantProposalTable {
  id: Generated<Id>
  company_id: Id
  message_id: Id
  kind: string
  state: Generated<'open' | 'done' | 'failed' | 'dismissed'>
  subject: NullableJson
  input: Json
  reason: string
  before: string | null
  outcome: NullableJson
  decided_at: Instant | null
}

export interface AssistantProviderTable {
  id: Generated<Id>
  company_id: Id
  name: string
  preset: string
  form: 'openai' | 'anthropic'
  address: string
  sealed: Buffer | null
  models: Generated<string[]>
  models_read_at: Instant | null
  model: string
  is_abroad: boolean
  most_output: number
  prices: GeneratedJson
  place: number
  paused: Generated<boolean>
  failing_since: Instant | null
  failure: NullableJson
  waits_until: Instant | null
  used_at: Instant | null
  edited_at: GeneratedInstant
  edited_by: string
}

export interface AssistantRequestTable {
  id: Generated<Id>
  company_id: Id
  person_id: Id
  person_name: string
  kind: 'day' | 'month'
  reason: string
  state: Generated<'open' | 'granted' | 'refused'>
  asked_at: GeneratedInstant
  decided_at: Instant | null
  decided_by: string | null
  answer: Generated<string>
  cost: string | null
  tokens: Id | null
  holds: string | null
}

export interface AssistantSentTable {
  id: Generated<Id>
  company_id: Id
  message_id: Id
  at: GeneratedInstant
  service: string
  model: string
  is_abroad: boolean
  request: Json
  masked: Json
}

export interface AssistantSettingTable {
  company_id: Id
  month_cost: string | null
  month_tokens: Id | null
  day_cost: string | null
  day_tokens: Id | null
  per_minute: Generated<number>
  at_once: Generated<number>
  routes: GeneratedJson
  kept_days: number | null
  noted_month: string | null
  noted_share: number | null
}

export interface AssistantStepTable {
  id: Generated<Id>
  company_id: Id
  message_id: Id
  tool: string
  input: Json
  state: Generated<'running' | 'done' | 'failed'>
  result: string | null
  error: string | null
  at: GeneratedInstant
  milliseconds: number | null
}

export interface AuditLogTable {
  id: Generated<Id>
  company_id: Id
  at: GeneratedInstant
  action: string
  person_id: Id | null
  actor_name: string | null
  actor_account: ColumnType<string | null, never, never>
  acting_company_id: Id | null
  acting_company_name: string | null
  subject_kind: string | null
  subject_id: string | null
  detail: GeneratedJson
  request_id: string | null
  address: string | null
  msp_id: ColumnType<Id, never, never>
  from_outside: ColumnType<boolean, never, never>
}

export interface AuditPackTable {
  id: Generated<Id>
  company_id: Id
  company_name: string
  from_on: string
  to_on: string
  from_at: Instant
  to_at: Instant
  time_zone: string
  language: 'zh' | 'en'
  author_name: string
  author_account: string | null
  author_company_name: string | null
  state: Generated<'waiting' | 'running' | 'done' | 'failed'>
  run: Generated<number>
  sheets_done: Generated<number>
  sheets_total: Generated<number>
  rows_done: Generated<number>
  sheets: GeneratedJson
  size: number | null
  sha256: Buffer | null
  created_at: GeneratedInstant
  finished_at: Instant | null
}

export interface AuditPackChunkTable {
  company_id: Id
  pack_id: Id
  position: number
  data: Buffer
}

export interface CampaignTable {
  id: Generated<Id>
  company_id: Id
  name: string
  state: Generated<
    | 'preparing'
    | 'preparing_failed'
    | 'draft'
    | 'awaiting_approval'
    | 'scheduled'
    | 'running'
    | 'paused'
    | 'completed'
    | 'completed_with_failures'
    | 'cancelled'
  >
  stop_reason: 'failures' | 'lines' | 'withdrawn' | 'moved_away' | null
  firmware_company_id: Id
  firmware_id: Id
  version: string
  rings: Json
  ring_sizes: Generated<number[]>
  ring: number | null
  ring_opened_at: Instant | null
  ring_settled_at: Instant | null
  forgiven: Generated<number[]>
  start_at: Instant | null
  upgrade_window: Generated<'any' | 'closed_hours' | 'daily'>
  from_minute: number | null
  to_minute: number | null
  time_zone: string
  max_concurrent: number
  per_minute: number
  retries: number
  retry_minutes: number
  offline_hours: number
  verify_minutes: number
  max_failure_percent: number
  minute_began: Instant | null
  minute_sent: Generated<number>
  targets: Generated<number>
  verified: Generated<number>
  failed: Generated<number>
  created_at: GeneratedInstant
  created_by_name: string
  approved_by_name: string | null
  started_at: Instant | null
  ended_at: Instant | null
  live_until: Instant | null
  filters: NullableJson
  live_looked_at: Instant | null
  backup: Generated<'none' | 'try' | 'require'>
  auto_rollback: Generated<boolean>
  programme_company_id: Id | null
  programme_id: Id | null
  becomes: 'draft' | 'awaiting_approval' | 'scheduled' | 'paused' | null
  to_take: Generated<number>
  rolled_back: Generated<number>
  allow_downgrade: Generated<boolean>
  advance_percent: Generated<number>
}

export interface CampaignAsideTable {
  company_id: Id
  campaign_id: Id
  aside: 'stored' | 'lacking' | 'asked' | 'open' | 'done' | 'failed'
  n: number
}

export interface CampaignCountTable {
  company_id: Id
  campaign_id: Id
  ring: number
  standing: string
  n: number
}

export interface CampaignNewsTable {
  id: Generated<Id>
  company_id: Id
  campaign_id: Id
  device_id: Id
  went_offline: boolean
}

export interface CampaignPortionTable {
  company_id: Id
  campaign_id: Id
  place: number
  device_ids: Id[]
}

export interface CampaignTargetTable {
  company_id: Id
  campaign_id: Id
  device_id: Id
  ring: number
  state: Generated<
    | 'waiting'
    | 'queued'
    | 'sent'
    | 'downloading'
    | 'transferred'
    | 'verified'
    | 'failed'
    | 'rolled_back'
    | 'aborted'
    | 'cancelled'
  >
  from_version: string
  transfer_id: Id | null
  token_hash: Buffer | null
  token_until: Instant | null
  attempts: Generated<number>
  due_at: Instant | null
  fault_code: string | null
  fault_detail: string | null
  bytes_sent: Generated<number>
  changed_at: GeneratedInstant
  parked: Generated<boolean>
  lost: Generated<boolean>
  drops: Generated<number>
  worsened: NullableJson
  worsened_accepted: Generated<boolean>
  lines_compared_at: Instant | null
  backup_id: Id | null
  backing_up: Generated<boolean>
  backup: 'stored' | 'lacking' | null
  rollback: 'asked' | 'wanted' | 'reading' | 'switching' | 'fetching' | 'done' | 'failed' | null
  rollback_command_id: Id | null
  rollback_firmware_id: Id | null
  rollback_due: Instant | null
  rollback_fault: string | null
  rollback_parked: Generated<boolean>
  rollback_in_window: Generated<boolean>
  rollback_from: Instant | null
  rollback_until: Instant | null
}

export interface CompanyTable {
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
  trial_extended: Generated<boolean>
  abbreviation: Generated<string>
  domain: string | null
  delivery: Generated<'saas' | 'self_hosted'>
  contact_person: Generated<string>
  contact_phone: Generated<string>
  contact_mail: Generated<string>
  contact_note: Generated<string>
  language: Generated<'zh' | 'en'>
  contract_ends_at: Instant | null
  state_reason: Generated<string>
  state_changed_at: GeneratedInstant
  sessions_ended_at: Instant | null
  end_warned: Generated<number>
  expires_at: ColumnType<Instant | null, never, never>
  search: ColumnType<string, never, never>
  state_by: Id | null
  products: Generated<string[]>
  storage_cycle: 'three_months' | 'six_months' | 'one_year' | null
  storage_interval: Generated<'day' | 'week' | 'two_weeks' | 'month'>
  carrier_findings: Generated<boolean>
}

export interface CompanyAncestorTable {
  company_id: Id
  ancestor_id: Id
  depth: number
}

export interface CompanyDeletionTable {
  company_id: Id
  requested_at: GeneratedInstant
  due_at: Instant
  requested_by: string
  reason: string
  abandon_gateways: boolean
  export_state: Generated<'waiting' | 'running' | 'done' | 'failed'>
  export_done: Generated<number>
  export_total: Generated<number>
  started_at: Instant | null
  removed_rows: Generated<Id>
  requested_from: Id | null
}

export interface CompanyExportPartTable {
  company_id: Id
  part: string
  file_id: Id
  rows: number
  finished: Generated<boolean>
  complete: Generated<boolean>
}

export interface CompanyLogoTable {
  company_id: Id
  file_id: Id
}

export interface CompanyMoveTable {
  id: Generated<Id>
  company_id: Id
  from_id: Id
  from_name: string
  to_id: Id
  to_name: string
  state: Generated<'waiting' | 'moving' | 'done' | 'failed'>
  devices: Generated<number>
  moved: Generated<number>
  cursor: Id | null
  reason: string
  failure: string | null
  home_id: Id
  person_id: Id | null
  actor_name: string | null
  request_id: string | null
  created_at: GeneratedInstant
  finished_at: Instant | null
}

export interface CompanyPackageTable {
  company_id: Id
  package_id: Id
  version: number
  assigned_at: GeneratedInstant
  assigned_by: Id | null
}

export interface CompanyRegistrationTable {
  id: Generated<Id>
  company_id: Id
  parent_id: Id
  parent_name: string
  company_name: string
  contact_name: string
  phone: string | null
  email: string | null
  password_hash: ColumnType<never, string | null | undefined, string | null>
  accepted: ColumnType<never, Json | undefined, Json>
  language: string
  state: Generated<'waiting' | 'approved' | 'refused'>
  created_at: GeneratedInstant
  decided_at: Instant | null
  decided_by: string | null
  reason: string | null
  made_company_id: Id | null
}

export interface ConfigurationBackupTable {
  device_id: Id
  company_id: Id
  enabled: Generated<boolean>
  profile: string | null
  state: Generated<'waiting' | 'queued' | 'running' | 'ok' | 'failed'>
  reason: string | null
  by_name: string | null
  queued_at: Instant | null
  started_at: Instant | null
  run: Generated<number>
  tries: Generated<number>
  last_at: Instant | null
  last_ok_at: Instant | null
  changed_at: Instant | null
  versions: Generated<number>
  next_at: GeneratedInstant
}

export interface ConfigurationVersionTable {
  id: Generated<Id>
  company_id: Id
  device_id: Id
  digest: Buffer
  content: Buffer
  bytes: number
  lines: number
  profile: string
  by_name: string | null
  first_at: GeneratedInstant
  last_at: GeneratedInstant
}

export interface DefaultRoleTable {
  company_id: Id
  built_in: BuiltInRole | null
  role_id: Id | null
}

export interface DeliveryTable {
  id: Generated<Id>
  company_id: Id
  alarm_company_id: Id | null
  event_id: Id | null
  alarm_id: Id | null
  work_company_id: Id | null
  work_event_id: Id | null
  transition: string
  channel_id: Id | null
  recipient: Id
  by_voice: Generated<boolean>
  state: Generated<'waiting' | 'sending' | 'sent' | 'failed' | 'dropped' | 'unknown'>
  dropped_because: 'over' | 'unheard' | 'acknowledged' | 'unseen' | 'unlinked' | null
  created_at: GeneratedInstant
  due_at: Instant
  capped: Generated<boolean>
  unless_acknowledged: Generated<boolean>
  message_id: string | null
  sent_at: Instant | null
  read_at: Instant | null
}

export interface DeviceTable {
  id: Generated<Id>
  company_id: Id
  msp_id: ColumnType<Id, never, never>
  outlet_id: Id | null
  department_id: Id | null
  name: string
  type:
    | 'switch'
    | 'router'
    | 'firewall'
    | 'wireless_controller'
    | 'wireless_ap'
    | 'security_gateway'
    | 'printer'
    | 'cash_register'
    | 'access_control'
    | 'smart_cpe'
    | 'other'
  driver: Generated<'cwmp' | 'snmp' | 'probe' | 'none'>
  state: Generated<'claimed' | 'released' | 'replaced'>
  guard: Generated<'none' | 'quarantined' | 'duplicate'>
  presence: Generated<'online' | 'overdue' | 'offline' | 'unknown'>
  manufacturer: Generated<string>
  oui: Generated<string>
  product_class: Generated<string>
  serial_number: Generated<string>
  model_name: Generated<string>
  hardware_version: Generated<string>
  software_version: Generated<string>
  ip_address: string | null
  port: number | null
  mac_address: string | null
  data_model_root: 'Device.' | 'InternetGatewayDevice.' | null
  cwmp_version: string | null
  periodic_interval: number | null
  connection_request_url: string | null
  enrolled_by: Generated<'bootstrap' | 'enrolment_url' | 'pre_registration' | 'claim' | 'certificate'>
  credential_state: Generated<'bootstrap' | 'setting' | 'own' | 'enrolment_url'>
  tags: Generated<string[]>
  note: Generated<string>
  claimed_at: GeneratedInstant
  released_at: Instant | null
  first_inform_at: Instant | null
  last_boot_at: Instant | null
  search: ColumnType<string | null, never, never>
  replaced_by: Id | null
  udp_request_address: string | null
  configuration: 'drifted' | 'failed' | 'conflict' | null
  polling:
    | 'waiting'
    | 'ok'
    | 'snmp_silent'
    | 'unreachable'
    | 'auth_failed'
    | 'no_credential'
    | 'not_allowed'
    | 'stopped'
    | null
  level: 'warning' | 'critical' | null
  foreign_key: string | null
  foreign_key_at: Instant | null
}

export interface DeviceAgentTable {
  device_id: Id
  company_id: Id
  sys_object_id: Generated<string>
  sys_description: Generated<string>
  sys_name: Generated<string>
  sys_location: Generated<string>
  sys_contact: Generated<string>
  chassis_id: Generated<string>
  engine_id: Generated<string>
  parts: GeneratedJson
  metrics: Generated<string[]>
  interfaces: Generated<number>
  plan: NullableJson
  read_at: Instant | null
  started_at: Instant | null
}

export interface DeviceBackupTable {
  id: Generated<Id>
  company_id: Id
  device_id: Id
  reason: 'by_hand' | 'campaign'
  software_version: string
  token_hash: Buffer | null
  token_until: Instant | null
  transfer_id: Id | null
  stored_at: Instant | null
  size: number | null
  sha256: Buffer | null
  content: Buffer | null
  restore_hash: Buffer | null
  restore_until: Instant | null
  restore_transfer_id: Id | null
  created_at: GeneratedInstant
  created_by_name: string
}

export interface DeviceBuildTable {
  company_id: Id
  msp_id: Id
  type: string
  manufacturer: string
  model_name: string
  software_version: string
  n: number
}

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
  answer_by: Instant | null
}

export interface DeviceCommandTable {
  id: Generated<Id>
  company_id: Id
  device_id: Id
  kind:
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
  state: Generated<'waiting' | 'sent' | 'done' | 'failed' | 'expired' | 'cancelled'>
  request: GeneratedJson
  secret: ColumnType<never, Buffer | null | undefined, Buffer | null>
  result: NullableJson
  fault_code: string | null
  fault_detail: string | null
  created_at: GeneratedInstant
  created_by: Id | null
  created_by_name: string | null
  sent_at: Instant | null
  finished_at: Instant | null
  expires_at: Instant
  sends: Generated<number>
  created_by_company_name: string | null
}

export interface DeviceInterfaceTable {
  company_id: Id
  device_id: Id
  key: string
  index: number
  name: Generated<string>
  alias: Generated<string>
  description: Generated<string>
  type: Generated<number>
  state: Generated<'up' | 'down' | 'disabled' | 'unknown'>
  since: Instant | null
  speed: number | null
  duplex: 'full' | 'half' | null
  mac: string | null
  addresses: Generated<string[]>
  vlan: number | null
  tagged_vlans: Generated<number[]>
  neighbour: NullableJson
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
  notification: number | null
  later: string | null
}

export interface DevicePollingTable {
  device_id: Id
  company_id: Id
  credential_id: Id | null
  answered_id: Id | null
  state: Generated<
    | 'waiting'
    | 'ok'
    | 'snmp_silent'
    | 'unreachable'
    | 'auth_failed'
    | 'no_credential'
    | 'not_allowed'
    | 'stopped'
  >
  since: GeneratedInstant
  last_poll_at: Instant | null
  last_poll_ms: number | null
  last_poll_values: number | null
  slow: Generated<boolean>
  failures: Generated<number>
  worst: NullableJson
  share: ColumnType<number, never, never>
  changed_tx: Generated<string>
  asked_at: Instant | null
  probe_id: Id | null
}

export interface DevicePortMarkTable {
  company_id: Id
  device_id: Id
  key: string
}

export interface DevicePresenceTable {
  device_id: Id
  company_id: Id
  msp_id: ColumnType<Id, never, never>
  last_inform_at: Instant
  due_at: Instant | null
  overdue: Generated<boolean>
  check_at: Instant | null
  checks_failed: Generated<number>
}

export interface DeviceReplacementTable {
  id: Generated<Id>
  company_id: Id
  order_id: Id
  old_device_id: Id | null
  new_device_id: Id | null
  name: string
  old_serial: string
  new_serial: string
  old_since: string
  replaced_at: GeneratedInstant
  replaced_by: string
}

export interface DeviceTagTable {
  company_id: Id
  msp_id: Id
  tag: string
  n: number
}

export interface DeviceTallyTable {
  company_id: Id
  type: string
  presence: string
  guarded: boolean
  n: number
}

export interface DeviceTallyMspTable {
  msp_id: Id
  type: string
  presence: string
  guarded: boolean
  n: number
}

export interface DeviceTimelineTable {
  id: Generated<Id>
  company_id: Id
  device_id: Id
  at: GeneratedInstant
  kind: string
  detail: GeneratedJson
  msp_id: ColumnType<Id, never, never>
  actor_name: ColumnType<string | null, never, never>
  actor_company_name: ColumnType<string | null, never, never>
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
  notify_task: string | null
  reference: string | null
  created_at: GeneratedInstant
  sent_at: Instant | null
  accepted_at: Instant | null
  started_at: Instant | null
  completed_at: Instant | null
  ended_at: Instant | null
}

export interface DiagnosticBatchTable {
  id: Generated<Id>
  company_id: Id
  kind: 'ping' | 'traceroute' | 'name_lookup' | 'download' | 'upload'
  target: string
  gateways: Generated<number>
  created_by: Id | null
  created_by_name: string | null
  created_at: GeneratedInstant
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
  result: NullableJson
  fault_code: string | null
  fault_detail: string | null
  created_by: Id | null
  created_by_name: string | null
  created_at: GeneratedInstant
  started_at: Instant | null
  ended_at: Instant | null
  check_id: Id | null
  hops: number | null
  jump_hop: number | null
  lookup_ms: number | null
  mbit_s: number | null
  token_hash: Buffer | null
  batch_id: Id | null
  line_id: Id | null
  interface: string | null
  interface_label: string | null
  dscp: number | null
  refused: Generated<string[]>
}

export interface DirectorySubscriptionTable {
  company_id: Id
  channel_id: Id
  outside_id: string | null
  state_hash: Buffer | null
  made_for: Generated<string>
  until: Instant | null
  next_at: GeneratedInstant
  asked_at: Instant | null
  failure: NullableJson
}

export interface DiscoveryFindTable {
  id: Generated<Id>
  company_id: Id
  job_id: Id
  outlet_id: Id | null
  address: string
  port: number
  answers: 'snmp' | 'refused' | 'other'
  credential_id: Id | null
  mac: string | null
  mac_vendor: Generated<string>
  name: Generated<string>
  type: Generated<string>
  vendor: Generated<string>
  model: Generated<string>
  version: Generated<string>
  serial_number: Generated<string>
  chassis_id: Generated<string>
  engine_id: Generated<string>
  object_id: Generated<string>
  description: Generated<string>
  addresses: Generated<string[]>
  run: number
  first_at: GeneratedInstant
  last_at: GeneratedInstant
  device_id: Id | null
  taken_at: Instant | null
  decided: Generated<boolean>
  ignored: Generated<boolean>
  claims: GeneratedJson
  state: ColumnType<string, never, never>
  search: ColumnType<string | null, never, never>
}

export interface DiscoveryJobTable {
  id: Generated<Id>
  company_id: Id
  outlet_id: Id | null
  name: string
  ranges: Generated<string[]>
  neighbours: Generated<boolean>
  credential_ids: Generated<Id[]>
  port: Generated<number>
  rate: number
  keeps_others: Generated<boolean>
  schedule: Generated<'none' | 'daily' | 'weekly'>
  schedule_at: string | null
  schedule_day: number | null
  next_at: Instant | null
  state: Generated<'idle' | 'waiting' | 'running' | 'paused' | 'done' | 'cancelled'>
  problem: 'not_allowed' | 'stopped' | 'quota' | null
  run: Generated<number>
  queued_at: Instant | null
  started_at: Instant | null
  ended_at: Instant | null
  total: number | null
  checked: Generated<number>
  answered: Generated<number>
  taken: Generated<number>
  extras: Generated<string[]>
  owner: string | null
  created_by: Id | null
  edited_at: GeneratedInstant
}

export interface DiscoveryRuleTable {
  id: Generated<Id>
  company_id: Id
  name: string
  position: number
  enabled: Generated<boolean>
  types: Generated<string[]>
  vendor: Generated<string>
  range: string | null
  outlet_id: Id | null
  name_pattern: Generated<string>
  tags: Generated<string[]>
  edited_at: GeneratedInstant
}

export interface DutyTestTable {
  id: Generated<Id>
  company_id: Id
  rota_id: Id
  member_id: Id
  channel_id: Id
  month: string
  due_at: Instant
  queued_at: Instant | null
  state: Generated<'planned' | 'sent' | 'confirmed' | 'failed' | 'no_address'>
  sent_at: Instant | null
  confirmed_at: Instant | null
  failure: NullableJson
}

export interface EngineerTable {
  company_id: Id
  person_id: Id
  skills: Generated<string[]>
  regions: Generated<string[]>
  most_open: Generated<number>
  hours: Generated<'5x8' | '7x12' | '7x24'>
  away_from: string | null
  away_until: string | null
}

export interface EngineerCertificateTable {
  id: Generated<Id>
  company_id: Id
  person_id: Id
  name: string
  number: Generated<string>
  issuer: Generated<string>
  categories: Generated<string[]>
  valid_from: string | null
  valid_until: string | null
  file_id: Id | null
  file_name: Generated<string>
  media_type: Generated<string>
  added_at: GeneratedInstant
  added_by: string
}

export interface EnrolmentTable {
  company_id: Id
  username: string
  ha1: ColumnType<never, Buffer | null | undefined, Buffer | null>
  has_password: ColumnType<boolean | null, never, never>
  token_hash: ColumnType<never, Buffer | null | undefined, Buffer | null>
  token: Buffer | null
  approve_unknown: Generated<boolean>
  changed_at: ColumnType<never, Instant | undefined, Instant>
}

export interface EnrolmentTallyTable {
  company_id: Id
  hour: Instant
  enrolled: Generated<number>
  reported_at: Instant | null
}

export interface EntitlementTable {
  company_id: Id
  kind: 'internet_lines' | 'devices' | 'outlets' | 'work_orders' | 'members'
  used: Generated<number>
  granted: number | null
  changes_at: Instant | null
}

export interface ExposedCredentialTable {
  id: Generated<Id>
  company_id: Id
  person_id: Id
  person_name: string
  device_company_id: Id
  device_company_name: string
  device_id: Id
  device_name: string
  is_gateway: boolean
  protocol: 'ssh' | 'telnet'
  port: number
  username: string
  last_used_at: Instant
  changed_at: Instant | null
  changed_by: string | null
  search: ColumnType<string, never, never>
}

export interface ExternalAlarmTable {
  id: Generated<Id>
  company_id: Id
  source_id: Id
  key: string
  episode: string
  begun: boolean
  severity: 'critical' | 'major' | 'minor' | 'warning' | 'indeterminate'
  host: string
  address: string | null
  name: string
  text: string
  started_at: Instant
  ended_at: Instant | null
  device_id: Id | null
  line_id: Id | null
  matched_outlet_id: Id | null
}

export interface ExternalEngineerTable {
  id: Generated<Id>
  company_id: Id
  name: string
  partner: string
  phone: Generated<string>
  skills: Generated<string[]>
  regions: Generated<string[]>
  note: Generated<string>
  search: ColumnType<string, never, never>
}

export interface FileTable {
  id: Generated<Id>
  company_id: Id
  name: string
  media_type: string
  size: number
  sha256: Buffer
  created_at: GeneratedInstant
  created_by: Id | null
}

export interface FileChunkTable {
  company_id: Id
  file_id: Id
  position: number
  data: Buffer
}

export interface FirmwareTable {
  id: Generated<Id>
  company_id: Id
  version: string
  manufacturer: Generated<string>
  models: string[]
  minimum_version: Generated<string>
  notes_zh: Generated<string>
  notes_en: Generated<string>
  signed_by: Generated<string>
  state: Generated<'draft' | 'released' | 'withdrawn'>
  file_id: Id | null
  file_name: Generated<string>
  size: number | null
  sha256: Buffer | null
  created_at: GeneratedInstant
  created_by_name: string
  hardware_versions: Generated<string[]>
}

export interface FirmwareUploadTable {
  id: Generated<Id>
  company_id: Id
  firmware_id: Id
  file_id: Id
  file_name: string
  size: number
  received: Generated<number>
  started_by_name: string
  touched_at: GeneratedInstant
}

export interface GatewayExchangeTable {
  id: Generated<Id>
  company_id: Id
  device_id: Id
  at: Instant
  direction: 'received' | 'sent'
  method: string
  failed: boolean
  reason: string | null
  bytes: number
  body: string
}

export interface GatewayMeasuringTable {
  device_id: Id
  company_id: Id
  plan: ColumnType<never, Json, Json>
  refused: ColumnType<never, string[] | undefined, string[]>
  software_version: ColumnType<never, string, string>
  planned_at: ColumnType<never, Instant | undefined, Instant>
  worst: NullableJson
}

export interface GatewayTombstoneTable {
  id: Generated<Id>
  company_id: Id
  oui: string
  product_class: string
  serial_number: string
  tenant_name: string
  tenant_code: string
  at: GeneratedInstant
}

export interface InboundSourceTable {
  id: Generated<Id>
  company_id: Id
  name: string
  kind: 'zabbix' | 'alertmanager' | 'generic'
  token_hash: Buffer | null
  token_hint: string | null
  alarms: Generated<number>
  last_at: Instant | null
  problem: 'unreadable' | 'too_many' | null
  problem_at: Instant | null
  created_at: GeneratedInstant
  created_by: string
}

export interface IntegrationCallTable {
  id: Generated<Id>
  company_id: Id
  channel_id: Id
  at: GeneratedInstant
  act: 'test' | 'sign_in' | 'link' | 'sign_out'
  outcome: 'done' | 'failed' | 'refused'
  reason: string | null
  detail: Generated<string>
  subject: Generated<string>
  milliseconds: number
}

export interface IntegrationChannelTable {
  id: Generated<Id>
  company_id: Id
  kind: number
  name: string
  settings: Json
  sealed: Buffer
  target: string
  callback_hash: Buffer | null
  public_id: Generated<string>
  secret_ends_on: string | null
  secret_noted_on: string | null
  robot_hash: Buffer | null
  paused: Generated<boolean>
  failing_since: Instant | null
  failure: NullableJson
  failing_noted: Instant | null
  sent_at: Instant | null
  tested_at: Generated<Instant[]>
  edited_at: GeneratedInstant
  edited_by: string
}

export interface IntegrationInboxTable {
  company_id: Id
  channel_id: Id
  mailbox: string
  uid_validity: string | null
  next_uid: Id | null
  read_at: Instant | null
  failing_since: Instant | null
  failure: NullableJson
}

export interface IntegrationSpendTable {
  company_id: Id
  channel_id: Id
  day: string
  messages: Generated<number>
  calls: Generated<number>
  cost: Generated<string>
}

export interface InternetLineTable {
  id: Generated<Id>
  company_id: Id
  outlet_id: Id
  department_id: Id | null
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
  search: ColumnType<string | null, never, never>
}

export interface InventorySnapshotTable {
  id: Generated<Id>
  company_id: Id
  at: GeneratedInstant
  devices: Generated<number>
  by_name: string | null
}

export interface InventorySpanTable {
  company_id: Id
  device_id: Id
  first_id: Id
  last_id: Id | null
  outlet_id: Id | null
  department_id: Id | null
  outlet_name: string | null
  name: string
  type: string
  manufacturer: string
  model_name: string
  software_version: string
  serial_number: string
}

export interface InvitationTable {
  id: Generated<Id>
  company_id: Id
  display_name: string
  phone: string | null
  email: string | null
  ticket_hash: ColumnType<never, Buffer, Buffer>
  invited_by: string
  created_at: GeneratedInstant
  sent_at: GeneratedInstant
  sends: Generated<number>
  expires_at: GeneratedInstant
  accepted_at: Instant | null
  revoked_at: Instant | null
  roles: string[]
  department_id: Id | null
}

export interface LicenceTable {
  id: Generated<Id>
  company_id: Id
  kind: 'internet_lines' | 'devices' | 'outlets' | 'work_orders' | 'members'
  purpose: Generated<'use' | 'pool'>
  quantity: number
  starts_at: GeneratedInstant
  ends_at: Instant | null
  revoked_at: Instant | null
  issuer_company_id: Id
  issuer_name: string
  pool_id: Id | null
  file_issuer: string | null
  file_serial: string | null
  note: Generated<string>
  created_at: GeneratedInstant
}

export interface LicenceFileTable {
  company_id: Id
  serial: string
  revision: number
  company_code: string
  content: Json
  until: Instant
  issued_at: Instant
  issued_by: string | null
  installation: string | null
}

export interface LicenceHistoryTable {
  id: Generated<Id>
  company_id: Id
  licence_id: Id
  at: GeneratedInstant
  action: 'issued' | 'imported' | 'renewed' | 'enlarged' | 'reduced' | 'revoked' | 'replaced'
  before: NullableJson
  after: NullableJson
  person_id: Id | null
  actor_name: string | null
  actor_company_name: string | null
}

export interface LicenceImportTable {
  company_id: Id
  issuer: string
  serial: string
  revision: number
  issuer_name: string
  until: Instant
  issued_at: Instant
  imported_at: GeneratedInstant
  imported_by: string | null
}

export interface LineHourTable {
  company_id: Id
  line_id: Id
  hour: Instant
  minutes: Generated<string>
  loss: Generated<number[]>
  rtt: Generated<number[]>
  p95: Generated<number[]>
  jitter: Generated<number[]>
  mos: Generated<number[]>
  failed: Generated<number[]>
  tests: Generated<number>
  loss_mean: number | null
  rtt_mean: number | null
  p95_mean: number | null
  jitter_mean: number | null
  mos_mean: number | null
}

export interface LineOutageTable {
  id: Generated<Id>
  company_id: Id
  line_id: Id
  began_at: Instant
  ended_at: Instant | null
  down_minutes: number
  worst_at: Instant
  worst_loss: number | null
  worst_rtt: number | null
  failed: Generated<number>
  second_view: 'none' | 'agrees' | 'disagrees'
  second_by: Generated<'inform' | 'ping'>
  second_at: Instant | null
  cause: Generated<'isp' | 'power' | 'equipment' | 'our_change' | 'unknown'>
  responsibility: Generated<'isp' | 'customer' | 'provider' | 'unknown'>
  cause_rule: 'maintenance' | 'path' | 'carrier' | null
  cause_by: Generated<string>
  cause_at: Instant | null
  note: Generated<string>
}

export interface LinePasswordTable {
  company_id: Id
  line_id: Id
  value: ColumnType<never, Buffer, Buffer>
  changed_at: GeneratedInstant
}

export interface LinePathTable {
  id: Generated<Id>
  company_id: Id
  line_id: Id
  at: Instant
  target: string
  moment: 'healthy' | 'onset' | 'after_5_minutes' | 'end' | 'asked'
  method: 'mtr' | 'traceroute'
  path: Json
}

export interface LineProfileTable {
  company_id: Id
  kind: 'broadband' | 'adsl' | 'mobile' | 'dedicated' | 'vpn' | 'satellite'
  settings: Json
  changed_at: GeneratedInstant
  changed_by: string
}

export interface LineReportTable {
  id: Generated<Id>
  company_id: Id
  kind: 'lines' | 'outlet' | 'comparison'
  title: string
  subtitle: string
  language: 'zh' | 'en'
  from_at: Instant
  to_at: Instant
  lines: number
  author_id: Id
  author_name: string
  created_at: GeneratedInstant
  blocks: Json
}

export interface LineRunTable {
  id: Generated<Id>
  company_id: Id
  line_id: Id
  batch_id: Id | null
  kind: 'icmp' | 'tcp' | 'http' | 'dns' | 'traceroute' | 'throughput'
  vantage: 'probe' | 'server' | 'gateway' | null
  target: string
  test: NullableJson
  url: Buffer | null
  token_hash: Buffer | null
  state: Generated<'waiting' | 'running' | 'done' | 'stopped' | 'failed'>
  problem: 'not_taken' | 'no_answer' | 'gateway' | 'no_vantage' | 'under_way' | null
  result: NullableJson
  passed: boolean | null
  bytes: Id | null
  bits_per_second: number | null
  scheduled: Generated<boolean>
  diagnostic_id: Id | null
  owner: string | null
  stop_asked_at: Instant | null
  give_up_at: Instant
  created_by: Id | null
  created_by_name: string | null
  created_at: GeneratedInstant
  started_at: Instant | null
  ended_at: Instant | null
}

export interface LineRunBatchTable {
  id: Generated<Id>
  company_id: Id
  kind: 'icmp' | 'tcp' | 'http' | 'dns' | 'traceroute' | 'throughput'
  target: string
  lines: Generated<number>
  created_by: Id | null
  created_by_name: string | null
  created_at: GeneratedInstant
}

export interface LineStandingTable {
  company_id: Id
  line_id: Id
  profile: 'broadband' | 'adsl' | 'mobile' | 'dedicated' | 'vpn' | 'satellite' | null
  isp_host: Generated<string>
  business_host: Generated<string>
  state: Generated<'up' | 'down' | 'blind' | 'unmeasured'>
  since: GeneratedInstant
  measured_at: Instant | null
  measured_by: 'probe' | 'server' | 'gateway' | null
  loss: number | null
  rtt: number | null
  jitter: number | null
  mos: number | null
  probe_id: Id | null
  day_target: 'within' | 'outside' | 'seldom' | null
  week_target: 'within' | 'outside' | 'seldom' | null
  judged_at: Instant | null
  unledgered_from: Instant | null
  throughput_at: Instant | null
  gateway_at: Instant | null
}

export interface LineTestTable {
  company_id: Id
  line_id: Id
  target: string
  at: Instant
  result: Json
}

export interface LineUseDayTable {
  company_id: Id
  line_id: Id
  day: string
  down: number | null
  up: number | null
}

export interface LiveEventTable {
  id: Generated<Id>
  tx: Generated<string>
  company_id: Id
  kind: string
  subject_id: Id | null
  data: GeneratedJson
  at: GeneratedInstant
}

export interface MaintenanceWindowTable {
  id: Generated<Id>
  company_id: Id
  name: string
  reason: string
  whole_company: boolean
  outlet_ids: Generated<Id[]>
  device_ids: Generated<Id[]>
  starts_at: Instant
  ends_at: Instant
  lasts_s: number
  entered_at: GeneratedInstant
  entered_by: string
  entered_by_company_name: string | null
  repeat_rule: string | null
  time_zone: string | null
  first_at: Instant | null
  series_id: Id | null
  late: ColumnType<boolean, never, never>
  approved_at: Instant | null
  approved_by: string | null
  ended_by: string | null
}

export interface MemberTable {
  id: Generated<Id>
  company_id: Id
  person_id: Id
  os_id: Id
  display_name: string
  status: Generated<'enabled' | 'disabled'>
  created_at: GeneratedInstant
  last_sign_in_at: Instant | null
  department_id: Id
  user_name: string | null
  outside_only: Generated<boolean>
  search: string
}

export interface MemberRoleTable {
  company_id: Id
  member_id: Id
  built_in: BuiltInRole | null
  role_id: Id | null
}

export interface MetricPartTable {
  company_id: Id
  subject_id: Id
  device_id: ColumnType<Id | null, never, never>
  line_id: ColumnType<Id | null, never, never>
  subject: string
  instance: string
  label: string
  low: number | null
  high: number | null
}

export interface MetricSeriesTable {
  id: Generated<Id>
  company_id: Id
  subject_id: Id
  device_id: ColumnType<Id | null, never, never>
  line_id: ColumnType<Id | null, never, never>
  outlet_id: Id | null
  department_id: Id | null
  metric: string
  instance: string
  slot: number
  block: Id
  since: GeneratedInstant
  ended_at: Instant | null
}

export interface MonthlyStatementTable {
  id: Generated<Id>
  company_id: Id
  month: string
  kind: 'customer' | 'msp'
  company_name: string
  time_zone: string
  figures: Json
  made_at: GeneratedInstant
}

export interface NoticeMessageTable {
  id: Generated<string>
  company_id: Id
  channel_id: Id
  recipient: Id
  by_voice: Generated<boolean>
  summary: Generated<boolean>
  state: Generated<'waiting' | 'sent' | 'failed' | 'unknown'>
  attempts: Generated<number>
  made_at: GeneratedInstant
  attempted_at: Instant | null
  sending_since: Instant | null
  next_at: Instant | null
  finished_at: Instant | null
  failure: NullableJson
  through_id: Id | null
  trail: GeneratedJson
  vendor_id: string | null
  receipt: 'awaited' | 'delivered' | 'refused' | 'unknown' | null
  receipt_code: string | null
  receipt_at: Instant | null
  receipt_asked: Generated<number>
}

export interface NoticeRouteTable {
  id: Generated<Id>
  company_id: Id
  name: string | null
  person_id: Id | null
  enabled: Generated<boolean>
  covers: Generated<'own' | 'below' | 'chosen'>
  customer_ids: Generated<Id[]>
  customer_group_ids: Generated<Id[]>
  events: string[]
  of_work: ColumnType<boolean, never, never>
  severities: Generated<string[]>
  rules: Generated<string[]>
  outlet_ids: Generated<Id[]>
  channel_id: Id | null
  by_voice: Generated<boolean>
  member_ids: Generated<Id[]>
  rota_id: Id | null
  after_minutes: number | null
  quiet_from: number | null
  quiet_until: number | null
  digest_at: number | null
  time_zone: string
  edited_at: GeneratedInstant
  edited_by: string
}

export interface NoticeTemplateTable {
  company_id: Id
  event: 'raised' | 'cleared' | 'severity_set' | 'acknowledged' | 'reminded'
  form: 'mail' | 'robot' | 'webhook'
  language: 'zh' | 'en'
  subject: string
  line: string
  edited_at: GeneratedInstant
  edited_by: string
}

export interface OpeningTable {
  id: Generated<Id>
  company_id: Id
  name: string
  note: Generated<string>
  created_at: GeneratedInstant
  created_by: string
  next_on: string | null
  orders_by: Generated<string>
}

export interface OpeningSiteTable {
  id: Generated<Id>
  company_id: Id
  opening_id: Id
  outlet_id: Id
  department_id: Id | null
  planned_on: string
  order_id: Id | null
  line_ordered_at: Instant | null
  line_ordered_by: Generated<string>
  shipped_at: Instant | null
  shipped_by: Generated<string>
  gateway_online_at: Instant | null
  gateway_online_by: Generated<string>
  devices_found_at: Instant | null
  devices_found_by: Generated<string>
  tested_at: Instant | null
  tested_by: Generated<string>
  accepted_at: Instant | null
  accepted_by: Generated<string>
  link_test: GeneratedJson
  checked_at: GeneratedInstant
}

export interface OrderAssignmentTable {
  id: Generated<Id>
  company_id: Id
  key_id: Id
  redeemer_id: Id
  order_company_id: Id
  order_id: Id
  order_number: number
  engineer_id: Id
  engineer_name: string
  shown_name: string
  state: Generated<'assigned' | 'accepted' | 'in_progress' | 'resolved' | 'refused' | 'withdrawn' | 'ended'>
  company_name: string
  title: string
  description: string
  category: string
  priority: number
  outlet_name: string
  address: string
  contact_name: string
  contact_phone: string
  time_zone: string
  resolve_due: Instant | null
  visit_starts_at: Instant | null
  visit_ends_at: Instant | null
  dispatched_at: GeneratedInstant
  dispatched_by: string
  ended_at: Instant | null
}

export interface OrderPlanTable {
  id: Generated<Id>
  company_id: Id
  name: string
  template_id: Id
  scope: Json
  repeat_rule: string
  starts_on: string
  ends_on: string | null
  due_time: string
  lead_days: number
  skip_open: boolean
  paused_at: Instant | null
  next_on: string | null
  edited_at: GeneratedInstant
  edited_by: string
}

export interface OrderPlanOrderTable {
  company_id: Id
  plan_id: Id
  occurs_on: string
  target_kind: 'outlet' | 'device'
  target_id: Id
  order_id: Id | null
}

export interface OrderPlanRunTable {
  company_id: Id
  plan_id: Id
  occurs_on: string
  targets: number
  started_at: GeneratedInstant
  finished_at: Instant | null
}

export interface OrderTemplateTable {
  id: Generated<Id>
  company_id: Id
  name: string
  order_type: 'fault' | 'carrier_fault' | 'change' | 'installation' | 'inspection' | 'request'
  category: string
  impact: 'high' | 'medium' | 'low'
  urgency: 'high' | 'medium' | 'low'
  title: string
  description: Generated<string>
  checklist: GeneratedJson
  custom: GeneratedJson
  tags: Generated<string[]>
  assign: 'usual' | 'pool' | 'person'
  assignee_id: Id | null
  assignee_name: string | null
  edited_at: GeneratedInstant
  edited_by: string
}

export interface OrgNodeTable {
  id: Generated<Id>
  company_id: Id
  parent_id: Id | null
  type: number
  name: string
  head_id: Id | null
}

export interface OtaProgrammeTable {
  id: Generated<Id>
  company_id: Id
  name: string
  firmware_id: Id
  version: string
  filters: Json
  plan: Json
  created_at: GeneratedInstant
  created_by_name: string
}

export interface OtaProgrammeTenantTable {
  company_id: Id
  programme_id: Id
  tenant_id: Id
  tenant_name: string
  campaign_id: Id | null
  refusal: string | null
}

export interface OtaSettingTable {
  company_id: Id
  approval: boolean
}

export interface OutletTable {
  id: Generated<Id>
  company_id: Id
  department_id: Id | null
  name: string
  outlet_id: ColumnType<Id | null, never, never>
  created_at: GeneratedInstant
  code: Generated<string>
  address: Generated<string>
  latitude: number | null
  longitude: number | null
  time_zone: Generated<string>
  business_hours: Generated<string>
  contacts: ColumnType<{ name: string; phone: string }[], string | undefined, string>
  note: Generated<string>
  region: Generated<string>
  city_code: string | null
  city_guess: string | null
  city_guessed: Generated<boolean>
  city: ColumnType<string | null, never, never>
  search: ColumnType<string | null, never, never>
}

export interface OutletHealthTable {
  outlet_id: Id
  company_id: Id
  score: number | null
  band: Generated<'good' | 'fair' | 'poor' | 'unknown'>
  offline: Generated<boolean>
  line_minutes: Generated<number>
  line_minutes_within: Generated<number>
  devices: Generated<number>
  devices_online: Generated<number>
  critical: Generated<number>
  major: Generated<number>
  minor: Generated<number>
  gateways: Generated<number>
  gateways_sound: Generated<number>
  drifted: Generated<number>
  outdated: Generated<number>
  computed_at: Instant | null
}

export interface PartClaimTable {
  id: Generated<Id>
  company_id: Id
  state: Generated<'sent' | 'answered' | 'repaired' | 'replaced' | 'refused'>
  warehouse_id: Id
  model_id: Id
  serial_id: Id | null
  quantity: number
  vendor: string
  reference: Generated<string>
  tracking: Generated<string>
  due_on: string | null
  note: Generated<string>
  sent_at: GeneratedInstant
  sent_by: string
  answered_at: Instant | null
  ended_at: Instant | null
  new_serial_id: Id | null
}

export interface PartCountTable {
  id: Generated<Id>
  company_id: Id
  warehouse_id: Id
  state: Generated<'running' | 'confirmed' | 'cancelled'>
  started_at: GeneratedInstant
  started_by: string
  ended_at: Instant | null
  ended_by: string | null
  reason: Generated<string>
  found: Generated<number>
  lost: Generated<number>
}

export interface PartCountLineTable {
  company_id: Id
  count_id: Id
  model_id: Id
  expected: number
  counted: number
}

export interface PartCountSerialTable {
  company_id: Id
  count_id: Id
  serial: string
}

export interface PartModelTable {
  id: Generated<Id>
  company_id: Id
  brand: Generated<string>
  name: string
  category:
    | 'gateway'
    | 'switch'
    | 'router'
    | 'firewall'
    | 'wireless'
    | 'optical'
    | 'power'
    | 'cable'
    | 'printer'
    | 'terminal'
    | 'other'
  serialised: boolean
  warranty_months: Generated<number>
  price: string | null
  note: Generated<string>
  search: ColumnType<string, never, never>
}

export interface PartMovementTable {
  id: Generated<Id>
  company_id: Id
  at: GeneratedInstant
  kind: string
  warehouse_id: Id
  model_id: Id
  serial_id: Id | null
  on_hand: Generated<number>
  reserved: Generated<number>
  defective: Generated<number>
  in_transit: Generated<number>
  in_repair: Generated<number>
  quantity: ColumnType<number, never, never>
  supplier: Generated<string>
  reference: Generated<string>
  unit_price: string | null
  order_company_id: Id | null
  order_id: Id | null
  order_number: number | null
  replacement_id: Id | null
  note: Generated<string>
  actor_id: Generated<Id | null>
  actor_name: Generated<string>
}

export interface PartReservationTable {
  id: Generated<Id>
  company_id: Id
  order_company_id: Id
  order_id: Id
  order_number: number
  warehouse_id: Id
  model_id: Id
  serial_id: Id | null
  quantity: number
  used: number
  state: Generated<'reserved' | 'issued' | 'freed'>
  reserved_at: GeneratedInstant
  reserved_by: string
  ended_at: Instant | null
}

export interface PartSerialTable {
  id: Generated<Id>
  company_id: Id
  model_id: Id
  serial: string
  state: Generated<
    'new' | 'in_stock' | 'reserved' | 'in_use' | 'in_transit' | 'in_repair' | 'scrapped' | 'lost' | 'replaced'
  >
  defective: Generated<boolean>
  warehouse_id: Id | null
  purchased_on: string | null
  warranty_until: string | null
  supplier: Generated<string>
  moved_at: GeneratedInstant
}

export interface PartStockTable {
  company_id: Id
  warehouse_id: Id
  model_id: Id
  on_hand: Generated<number>
  reserved: Generated<number>
  defective: Generated<number>
  in_transit: Generated<number>
  in_repair: Generated<number>
  minimum: Generated<number>
  available: ColumnType<number, never, never>
  short: ColumnType<number, never, never>
  short_since: Instant | null
}

export interface PartTransferTable {
  id: Generated<Id>
  company_id: Id
  from_id: Id
  to_id: Id
  state: Generated<'sent' | 'received'>
  tracking: Generated<string>
  note: Generated<string>
  sent_at: GeneratedInstant
  sent_by: string
  received_at: Instant | null
  received_by: string | null
  loss_reason: Generated<string>
}

export interface PartTransferLineTable {
  id: Generated<Id>
  company_id: Id
  transfer_id: Id
  model_id: Id
  serial_id: Id | null
  quantity: number
  received: number | null
}

export interface PeopleSyncTable {
  company_id: Id
  channel_id: Id
  enabled: Generated<boolean>
  interval: string | null
  adds_people: Generated<boolean>
  below_id: Id | null
  winners: GeneratedJson
  role_rules: GeneratedJson
  default_role: string | null
  leaver_rule: Generated<'head' | 'member' | 'nobody'>
  leaver_member_id: Id | null
  stop_share: Generated<number>
  stop_count: Generated<number>
  confirmed_at: Instant | null
  confirmed_by: string | null
  position: string | null
  full_at: Instant | null
  next_at: GeneratedInstant
  edited_at: GeneratedInstant
  edited_by: Generated<string>
}

export interface PeopleSyncChangeTable {
  company_id: Id
  run_id: Id
  n: number
  act:
    | 'add_department'
    | 'rename_department'
    | 'move_department'
    | 'remove_department'
    | 'add'
    | 'link'
    | 'new_id'
    | 'rename'
    | 'move'
    | 'roles'
    | 'enable'
    | 'disable'
    | 'keep'
    | 'ask'
  name: string
  subject: string | null
  outside_id: string | null
  member_id: Id | null
  detail: GeneratedJson
  reason: string | null
  state: Generated<'planned' | 'done' | 'failed'>
  failure: NullableJson
}

export interface PeopleSyncDepartmentTable {
  company_id: Id
  channel_id: Id
  outside_id: string
  parent_outside_id: string | null
  name: string
  node_id: Id | null
  made: Generated<boolean>
}

export interface PeopleSyncPersonTable {
  company_id: Id
  channel_id: Id
  subject: string
  member_id: Id | null
  leads: Generated<boolean>
  ignored: Generated<boolean>
  gone_at: Instant | null
  disabled: Generated<boolean>
  department_ids: string[] | null
  mail_hash: Buffer | null
  mobile_hash: Buffer | null
  identity_hash: Buffer | null
}

export interface PeopleSyncQuestionTable {
  id: Generated<Id>
  company_id: Id
  channel_id: Id
  subject: string
  kind:
    | 'same_address'
    | 'same_user_name'
    | 'same_name'
    | 'other_channel'
    | 'unlinked'
    | 'address_changed'
    | 'new_id'
  name: string
  department: Generated<string>
  mail: Generated<string>
  mobile: Generated<string>
  mail_hash: Buffer | null
  mobile_hash: Buffer | null
  member_id: Id | null
  asked_at: GeneratedInstant
  answer: 'link' | 'create' | 'ignore' | null
  answered_by: string | null
  answered_at: Instant | null
}

export interface PeopleSyncRunTable {
  id: Generated<Id>
  company_id: Id
  channel_id: Id
  cause: 'hand' | 'schedule' | 'event'
  reading: 'full' | 'incremental' | 'people'
  subjects: Generated<string[]>
  renames: GeneratedJson
  state: Generated<'reading' | 'waiting' | 'applying' | 'done' | 'failed' | 'stopped'>
  dry: Generated<boolean>
  waits: 'dry' | 'first' | 'limit' | null
  why: string | null
  detail: Generated<string>
  is_full: Generated<boolean>
  position: string | null
  departments: Generated<number>
  people: Generated<number>
  counts: GeneratedJson
  planned: Generated<number>
  applied: Generated<number>
  failed: Generated<number>
  holder: string | null
  held_until: Instant | null
  started_by: Generated<string>
  started_at: GeneratedInstant
  confirmed_by: string | null
  confirmed_at: Instant | null
  finished_at: Instant | null
}

export interface PeopleSyncStagedTable {
  company_id: Id
  run_id: Id
  subject: string
  gone: Generated<boolean>
  left_out: Generated<boolean>
  active: Generated<boolean>
  name: string | null
  user_name: string | null
  department_ids: string[] | null
  group_ids: string[] | null
  mobile: string | null
  mail: string | null
  identity: string | null
}

export interface PeopleSyncStagedDepartmentTable {
  company_id: Id
  run_id: Id
  outside_id: string
  parent_outside_id: string | null
  name: string | null
  gone: Generated<boolean>
}

export interface PreRegistrationTable {
  id: Generated<Id>
  company_id: Id
  oui: string | null
  product_class: string | null
  model_name: string | null
  serial_number: string
  name: Generated<string>
  label_hash: ColumnType<never, Buffer | null | undefined, Buffer | null>
  label_secret: ColumnType<never, Buffer | null | undefined, Buffer | null>
  has_label_secret: ColumnType<boolean | null, never, never>
  registered_by: ColumnType<never, Id | null | undefined, Id | null>
  state: Generated<'waiting' | 'matched' | 'conflict'>
  created_at: GeneratedInstant
  expires_at: GeneratedInstant
}

export interface ProbeTable {
  id: Generated<Id>
  company_id: Id
  name: string
  state: Generated<'waiting' | 'enrolled' | 'revoked'>
  token_hash: ColumnType<never, Buffer | null | undefined, Buffer | null>
  token_until: Instant | null
  public_key: ColumnType<never, Buffer | null | undefined, Buffer | null>
  created_at: GeneratedInstant
  created_by: string
  enrolled_at: Instant | null
  local_ranges: Generated<string[]>
  connected_to: string | null
  connected_at: Instant | null
  seen_at: Instant | null
  address: string | null
  version: Generated<string>
  system: Generated<string>
  reach: 'fping' | 'ping' | 'tcp' | null
  trap_port: number | null
  clock_error: Id | null
  spool_bytes: Generated<Id>
  spool_oldest_at: Instant | null
  spool_dropped: Generated<Id>
  spool_thinned: Generated<Id>
  memory_bytes: Id | null
  devices: Generated<number>
  upgrade: 'none' | 'unsigned' | 'refused' | 'running' | 'failed' | null
  lines_changed_tx: ColumnType<never, string | undefined, string>
}

export interface ProbeOutletTable {
  company_id: Id
  probe_id: Id
  outlet_id: Id
  ranges: string[]
  is_site: Generated<boolean>
}

export interface ProductTable {
  id: Generated<Id>
  code: string
  name_zh: string
  name_en: string
  description_zh: Generated<string>
  description_en: Generated<string>
  category: 'network' | 'quality' | 'service' | 'intelligence'
  type: 'console' | 'service'
  version: string
  icon_company_id: Id | null
  icon: string | null
  state: Generated<'activating' | 'normal' | 'maintenance' | 'abnormal' | 'deactivated' | 'deleted'>
  failure: 'feature_missing' | null
  maintenance_zh: Generated<string>
  maintenance_en: Generated<string>
  maintenance_until: Instant | null
  updated_at: GeneratedInstant
}

export interface ProvisionAcceptanceTable {
  company_id: Id
  template_id: Id
  version: number
  accepted_by_name: string
  accepted_at: GeneratedInstant
}

export interface ProvisionAddingTable {
  company_id: Id
  device_id: Id
  objects: Json
}

export interface ProvisionObjectTable {
  company_id: Id
  device_id: Id
  path: string
  table_path: string
  key: Json
  template_id: Id
  stays: boolean
  added_at: GeneratedInstant
}

export interface ProvisionPreviewTable {
  company_id: Id
  template_id: Id
  version: number
  state: Generated<'running' | 'done' | 'failed'>
  matching: Generated<number>
  compared: Generated<number>
  started_at: GeneratedInstant
  started_by_name: string
  finished_at: Instant | null
  found: ColumnType<PreviewFound | null, string | null, string | null>
  unread: Generated<Id[]>
}

export interface ProvisionReadTable {
  company_id: Id
  device_id: Id
  owner_id: Id
  template_id: Id
  version: number
  commands: Id[]
  asked_at: Instant
  asked_by_name: string
}

export interface ProvisionRolloutTable {
  id: Generated<Id>
  company_id: Id
  template_id: Id
  version: number
  before_version: number | null
  state: Generated<'trying' | 'stopped' | 'applied' | 'reverted'>
  wanted: number | null
  wanted_percent: number | null
  most_failed_percent: number
  devices: number | null
  started_at: GeneratedInstant
  started_by_name: string
  ended_at: Instant | null
}

export interface ProvisionSecretTable {
  company_id: Id
  name: string
  value: ColumnType<never, Buffer, Buffer>
  changed_at: GeneratedInstant
}

export interface ProvisionSettingTable {
  company_id: Id
  check_hours: number
}

export interface ProvisionStateTable {
  device_id: Id
  company_id: Id
  state: 'applied' | 'unverified' | 'drifted' | 'failed'
  revision: Generated<string>
  drift: GeneratedJson
  problems: GeneratedJson
  unknowable: Generated<string[]>
  templates: GeneratedJson
  drifted_since: Instant | null
  checked_at: GeneratedInstant
  applied_at: Instant | null
  attempts: Generated<number>
  next_at: Instant | null
}

export interface ProvisionTemplateTable {
  id: Generated<Id>
  company_id: Id
  name: string
  latest_version: Generated<number>
  applied_version: number | null
  created_at: GeneratedInstant
  changed_at: GeneratedInstant
}

export interface ProvisionTrialTable {
  company_id: Id
  device_id: Id
  template_id: Id
  rollout_id: Id
  version: number
  outcome: Generated<'waiting' | 'done' | 'failed'>
}

export interface ProvisionVersionTable {
  company_id: Id
  template_id: Id
  number: number
  models: Generated<string[]>
  manufacturers: Generated<string[]>
  software_versions: Generated<string[]>
  tags: Generated<string[]>
  outlet_ids: Generated<Id[]>
  content: Json
  acknowledged: Generated<boolean>
  created_by_name: Generated<string>
  created_at: GeneratedInstant
  below: Generated<boolean>
  company_ids: Generated<Id[]>
  software_from: Generated<string>
  software_below: Generated<string>
  regions: Generated<string[]>
  objects_stay: Generated<boolean>
}

export interface ReportScheduleTable {
  id: Generated<Id>
  company_id: Id
  maker_company_id: Id
  maker_name: string
  period: 'weekly' | 'monthly' | 'quarterly'
  language: 'zh' | 'en'
  review: boolean
  recipients: Generated<string[]>
  next_on: string
  edited_by: string
}

export interface RestartBatchTable {
  id: Generated<Id>
  company_id: Id
  kind: 'reboot' | 'factory_reset'
  devices: ColumnType<{ id: string; name: string; commandId: string }[], string, never>
  created_by: Id
  created_at: GeneratedInstant
}

export interface RoleTable {
  id: Generated<Id>
  company_id: Id
  name: string
  description: Generated<string>
  permissions: string[]
  data_scope: Generated<'company' | 'department' | 'outlets'>
  outlet_ids: Generated<Id[]>
  version: Generated<number>
  created_at: GeneratedInstant
  updated_at: GeneratedInstant
  updated_by: string | null
  origin_company_id: Id | null
  origin_role_id: Id | null
  origin_version: number | null
  published_by: string | null
  detached_at: Instant | null
  narrowed_from: NullableJson
}

export interface RolePublicationTable {
  company_id: Id
  role_id: Id
  to_all: boolean
  total: number
  done: Generated<number>
  reached: Generated<Id>
  finished_at: Instant | null
}

export interface RolePublicationTargetTable {
  company_id: Id
  role_id: Id
  target_company_id: Id
}

export interface RollupCompanyHourTable {
  company_id: Id
  kind: 'outlet' | 'line' | 'device'
  at: Instant
  counted: Id
  good: Id
  expected: Id
}

export interface RollupCorrectionTable {
  company_id: Id
  outlet_id: Id | null
  kind: string
  part: string
  day: string
  at: Instant
  counted: number
  good: number
  within: number
  noted_at: GeneratedInstant
}

export interface RollupDayTable {
  company_id: Id
  outlet_id: Id | null
  kind: 'outlet' | 'line' | 'device' | 'alarm' | 'order'
  part: Generated<string>
  day: string
  at: Instant
  counted: number
  good: Generated<number>
  within: Generated<number>
  judged: Generated<number>
  blind: Generated<number>
  expected: Generated<number>
}

export interface RollupHourTable {
  company_id: Id
  outlet_id: Id | null
  kind: 'outlet' | 'line' | 'device' | 'alarm' | 'order'
  part: Generated<string>
  at: Instant
  counted: number
  good: Generated<number>
  within: Generated<number>
  judged: Generated<number>
  blind: Generated<number>
  expected: Generated<number>
  tests: Generated<number>
  loss_mean: number | null
  rtt_mean: number | null
  p95_mean: number | null
  jitter_mean: number | null
}

export interface RotaTable {
  id: Generated<Id>
  company_id: Id
  name: string
  time_zone: string
  note: Generated<string>
  edited_at: GeneratedInstant
  edited_by: string
}

export interface RotaChangeTable {
  id: Generated<Id>
  company_id: Id
  rota_id: Id
  member_id: Id
  asked_by: Id | null
  starts_at: Instant
  ends_at: Instant
  state: 'asked' | 'standing' | 'declined' | 'withdrawn'
  reason: Generated<string>
  entered_by: string
  entered_at: GeneratedInstant
  stands_since: Instant | null
}

export interface RotaDutyTable {
  company_id: Id
  rota_id: Id
  member_id: Id | null
  until: Instant
}

export interface RotaHandoverTable {
  id: Generated<Id>
  company_id: Id
  rota_id: Id
  from_member_id: Id | null
  from_name: string
  to_member_id: Id | null
  to_name: string
  written_at: GeneratedInstant
  shift_ended_at: Instant | null
  completed_at: Instant | null
  open: number
  unacknowledged: number
  open_ids: Generated<Id[]>
  watched_ids: Generated<Id[]>
  promised_ids: Generated<Id[]>
  watched: Generated<string>
  promised: Generated<string>
  reminded_at: Instant | null
  accepted_at: Instant | null
}

export interface RotaLayerTable {
  company_id: Id
  rota_id: Id
  position: number
  name: string
  starts_on: string
  handover_minute: number
  period: 'day' | 'week'
  length: number
  days: Generated<number[]>
  calendar: Generated<'all' | 'workdays' | 'days_off'>
  from_minute: number | null
  to_minute: number | null
}

export interface RotaTurnTable {
  company_id: Id
  rota_id: Id
  layer: number
  position: number
  member_id: Id
}

export interface ServiceAgreementTable {
  id: Generated<Id>
  company_id: Id
  name: string
  starts_on: string
  ends_on: string | null
  note: Generated<string>
  version: Generated<number>
  level: Json
  prices: GeneratedJson
  edited_at: GeneratedInstant
  edited_by: string
  agreed_at: Instant | null
  agreed_by: string | null
}

export interface ServiceAgreementVersionTable {
  company_id: Id
  agreement_id: Id
  version: number
  level: Json
  prices: GeneratedJson
  edited_at: GeneratedInstant
  edited_by: string
}

export interface ServiceReportTable {
  id: Generated<Id>
  company_id: Id
  maker_company_id: Id
  maker_name: string
  period: 'weekly' | 'monthly' | 'quarterly'
  from_on: string
  to_on: string
  time_zone: string
  language: 'zh' | 'en'
  state: Generated<'draft' | 'issued'>
  version: Generated<number>
  title: string
  author_name: string
  done_text: Generated<string>
  asked_text: Generated<string>
  recipients: Generated<string[]>
  figures: Json
  as_of: GeneratedInstant
  blocks: NullableJson
  created_at: GeneratedInstant
  issued_at: Instant | null
  mailed_at: Instant | null
}

export interface ServiceReportCommentTable {
  id: Generated<Id>
  company_id: Id
  report_id: Id
  author_name: string
  comment: string
  created_at: GeneratedInstant
}

export interface SharedPartTable {
  id: Generated<Id>
  company_id: Id
  redemption_id: Id
  owner_company_id: Id
  reservation_id: Id
  order_company_id: Id
  order_id: Id
  origin_name: string
  category: string
  model: string
  warehouse: string
  address: string
  serial: string | null
  quantity: number
  used: number
  state: Generated<'reserved' | 'issued' | 'freed'>
  reserved_at: GeneratedInstant
  reserved_by: string
  ended_at: Instant | null
}

export interface SharingKeyTable {
  id: Generated<Id>
  company_id: Id
  name: string
  prefix: string
  secret_hash: ColumnType<never, Buffer, Buffer>
  kind: 'engineers' | 'parts'
  skills: Generated<string[]>
  regions: Generated<string[]>
  warehouse_id: Id | null
  model_ids: Generated<Id[]>
  fields: string[]
  mode: 'read' | 'use'
  on_end: 'finish' | 'stop'
  for_company_id: Id | null
  expires_at: Instant
  most_uses: number | null
  uses: Generated<number>
  created_at: GeneratedInstant
  created_by: string
  ended_at: Instant | null
  ended_because: 'revoked' | 'expired' | 'company' | null
  ended_by: string | null
}

export interface SharingUseTable {
  id: Generated<Id>
  company_id: Id
  key_id: Id
  redeemer_id: Id
  at: GeneratedInstant
  act: string
  by_issuer: boolean
  actor_name: string
  shown_name: string
  order_number: number | null
  assignment_id: Id | null
  note: Generated<string>
  quantity: number | null
}

export interface SignOnLinkTable {
  id: Generated<Id>
  company_id: Id
  channel_id: Id
  member_id: Id
  subject: string
  shown: Generated<string>
  linked_by: 'self' | 'administrator' | 'channel'
  linked_at: GeneratedInstant
  used_at: Instant | null
}

export interface SnmpCredentialTable {
  id: Generated<Id>
  company_id: Id
  name: string
  version: 'v1' | 'v2c' | 'v3'
  user_name: Generated<string>
  auth: 'md5' | 'sha' | 'sha224' | 'sha256' | 'sha384' | 'sha512' | null
  privacy: 'des' | 'aes' | 'aes256b' | 'aes256r' | null
  context: Generated<string>
  outlet_id: Id | null
  range: string | null
  position: number
  sealed: ColumnType<never, Buffer, Buffer>
  edited_at: GeneratedInstant
}

export interface SnmpTrialTable {
  id: Generated<Id>
  company_id: Id
  ip_address: string
  port: number
  credential_id: Id | null
  outlet_id: Id | null
  state: Generated<'running' | 'answered' | 'ping_only' | 'unreachable' | 'auth_failed' | 'not_allowed'>
  found: GeneratedJson
  owner: string | null
  created_by: Id | null
  created_at: GeneratedInstant
}

export interface StatementCorrectionTable {
  company_id: Id
  statement_id: Id
  figures: Json
  noted_at: GeneratedInstant
}

export interface StatementLineTable {
  company_id: Id
  statement_id: Id
  customer_id: Id
  customer_name: string
  figures: Json
}

export interface SyslogHourTable {
  company_id: Id
  device_id: Id
  hour: Instant
  severity: number
  messages: number
}

export interface SyslogMessageTable {
  slot: number
  id: Generated<Id>
  company_id: Id
  device_id: Id
  outlet_id: Id | null
  department_id: Id | null
  at: Instant
  said_at: Instant | null
  severity: number
  facility: number
  app: Generated<string>
  text: string
  words: string
}

export interface TenantGroupTable {
  id: Generated<Id>
  company_id: Id
  name: string
  created_at: GeneratedInstant
}

export interface TenantGroupMemberTable {
  company_id: Id
  group_id: Id
  target_company_id: Id
}

export interface TerminalAccessTable {
  company_id: Id
  device_id: Id
  protocol: Generated<'ssh' | 'telnet'>
  port: Generated<number>
  encoding: Generated<'utf8' | 'gbk'>
  legacy: Generated<boolean>
  username: Generated<string>
  secret_kind: 'password' | 'key' | null
  secret: ColumnType<never, Buffer | null | undefined, Buffer | null>
  idle_minutes: Generated<number>
  host_key: string | null
  host_key_at: Instant | null
  offered_host_key: string | null
  offered_at: Instant | null
  own: Generated<boolean>
}

export interface TerminalChunkTable {
  company_id: Id
  terminal_id: Id
  n: number
  content: string
}

export interface TerminalProfileTable {
  id: Generated<Id>
  company_id: Id
  name: string
  model: Generated<string>
  tag: Generated<string>
  protocol: 'ssh' | 'telnet'
  port: number
  encoding: 'utf8' | 'gbk'
  legacy: boolean
  username: string
  secret_kind: 'password' | 'key' | null
  secret: ColumnType<never, Buffer | null | undefined, Buffer | null>
  idle_minutes: number
  changed_at: GeneratedInstant
  changed_by: string
}

export interface TerminalSessionTable {
  id: Generated<Id>
  company_id: Id
  device_id: Id
  device_name: string
  person_id: Id
  person_name: string
  home_company_id: Id
  from_outside: boolean
  session_id: ColumnType<never, Id, Id>
  remote_address: string
  reason: string
  protocol: 'ssh' | 'telnet'
  port: number
  encoding: 'utf8' | 'gbk'
  username: string
  state: Generated<'asking' | 'waiting' | 'running' | 'ended' | 'failed'>
  outcome: TerminalOutcome | null
  ended_by: string | null
  created_at: GeneratedInstant
  started_at: Instant | null
  ended_at: Instant | null
  alive_at: ColumnType<never, Instant | undefined, Instant>
  recorded_bytes: Generated<number>
  end_asked_by: string | null
  ticket_hash: ColumnType<never, Buffer | null | undefined, Buffer | null>
  secret: ColumnType<never, Buffer | null | undefined, Buffer | null>
  msp_id: ColumnType<Id, never, never>
  ask_until: Instant | null
  decided_by: string | null
  longest_minutes: Generated<number>
  profile_id: Id | null
  search: ColumnType<string, never, never>
}

export interface TerminalSettingTable {
  company_id: Id
  ask: Generated<boolean>
  ask_minutes: Generated<number>
  longest_minutes: Generated<number>
}

export interface TerminalWatchTable {
  company_id: Id
  terminal_id: Id
  person_id: Id
  person_name: string
  seen_at: GeneratedInstant
}

export interface TopologyTable {
  outlet_id: Id
  company_id: Id
  content: Json
  devices: number
  links: number
  strangers: number
  pending: boolean
  derived_at: GeneratedInstant
  changed_at: GeneratedInstant
}

export interface TopologyPositionTable {
  company_id: Id
  outlet_id: Id
  node: string
  x: number
  y: number
}

export interface UsageSnapshotTable {
  company_id: Id
  kind: string
  day: string
  used: number
  granted: number | null
}

export interface WallScreenTable {
  id: Generated<Id>
  company_id: Id
  member_id: Id | null
  made_by: string
  name: string
  token_hash: ColumnType<never, Buffer, Buffer>
  pages: string[]
  filters: GeneratedJson
  ranges: string[]
  time_zone: string
  language: 'zh' | 'en'
  look: 'light' | 'dark' | 'clock'
  created_at: GeneratedInstant
  expires_at: Instant
  ended_at: Instant | null
  ended_because: 'person' | 'rights' | 'moved' | null
  ended_by: string | null
  last_seen_at: Instant | null
  last_seen_address: string | null
}

export interface WarehouseTable {
  id: Generated<Id>
  company_id: Id
  name: string
  kind: 'fixed' | 'car'
  address: Generated<string>
  at_outlet_id: Id | null
  keeper_id: Id | null
  note: Generated<string>
  search: ColumnType<string, never, never>
}

export interface WorkEventTable {
  id: Generated<Id>
  company_id: Id
  kind: 'order' | 'approval' | 'rota' | 'part' | 'engineer' | 'assignment' | 'report'
  notice: string
  event: ColumnType<string, never, never>
  severity: 'critical' | 'major' | 'minor' | 'warning'
  outlet_id: Generated<Id>
  department_id: Generated<Id>
  subject_id: Id
  source: string
  detail: GeneratedJson
  collected: Generated<boolean>
  created_at: GeneratedInstant
}

export interface WorkOrderTable {
  id: Generated<Id>
  company_id: Id
  number: Id
  version: Generated<number>
  type: 'fault' | 'carrier_fault' | 'change' | 'installation' | 'inspection' | 'request'
  category: string
  title: string
  description: Generated<string>
  impact: 'high' | 'medium' | 'low'
  urgency: 'high' | 'medium' | 'low'
  priority: number
  state: Generated<
    'new' | 'assigned' | 'accepted' | 'in_progress' | 'suspended' | 'resolved' | 'closed' | 'cancelled'
  >
  open: ColumnType<boolean, never, never>
  outlet_id: Id | null
  department_id: Id | null
  device_id: Id | null
  line_id: Id | null
  alarm_id: Id | null
  subject_name: Generated<string>
  is_gateway: Generated<boolean>
  contact_name: Generated<string>
  contact_phone: Generated<string>
  contact_email: Generated<string>
  assignee_id: Id | null
  assignee_name: string | null
  pooled_at: Instant | null
  score: number | null
  tags: Generated<string[]>
  custom: GeneratedJson
  time_zone: Generated<string>
  created_at: GeneratedInstant
  created_by: string
  agreement_id: Id | null
  agreement_version: number | null
  respond_due: Instant | null
  resolve_due: Instant | null
  due_by_hand: Generated<boolean>
  responded_at: Instant | null
  resolved_at: Instant | null
  closed_at: Instant | null
  warnings: GeneratedJson
  warned: Generated<string[]>
  next_warning_at: Instant | null
  suspended_until: Instant | null
  cause: string | null
  solution: Generated<string>
  risk: 'low' | 'medium' | 'high' | null
  amount: string | null
  counted_in: string | null
  beyond_package: Generated<boolean>
  price: string | null
  closes_with_alarm: Generated<boolean>
  foreign_key: string | null
  search: ColumnType<string, never, never>
}

export interface WorkOrderActTable {
  id: Generated<Id>
  company_id: Id
  order_id: Id
  kind: 'terminal' | 'command' | 'template' | 'firmware' | 'line_test' | 'check'
  what: Generated<string>
  ref_id: Id | null
  device_id: Id | null
  line_id: Id | null
  name: string
  reason: Generated<string>
  at: GeneratedInstant
  actor_name: string | null
  phase: 'before' | 'after' | null
  ended_at: Instant | null
  result: NullableJson
  passed: boolean | null
}

export interface WorkOrderAlarmLinkTable {
  company_id: Id
  order_id: Id
  alarm_id: Id
}

export interface WorkOrderCarrierTable {
  company_id: Id
  order_id: Id
  isp: 'telecom' | 'unicom' | 'mobile' | 'broadnet' | 'other'
  isp_name: Generated<string>
  ticket: Generated<string>
  reported_at: Instant | null
  promised_at: Instant | null
  restored_at: Instant | null
  compensation: string | null
  note: Generated<string>
  chased_at: Instant | null
}

export interface WorkOrderCheckTable {
  id: Generated<Id>
  company_id: Id
  order_id: Id
  place: number
  text: string
  required: boolean
  done_at: Instant | null
  done_by: string | null
}

export interface WorkOrderDispatchTable {
  company_id: Id
  mode: 'manual' | 'pool' | 'rule'
}

export interface WorkOrderEventTable {
  id: Generated<Id>
  company_id: Id
  order_id: Id
  at: GeneratedInstant
  kind: string
  detail: GeneratedJson
  internal: Generated<boolean>
  actor_id: Id | null
  actor_name: string | null
  home_company_id: Id | null
  actor_company_name: string | null
  draft_key: string | null
}

export interface WorkOrderExternalTable {
  company_id: Id
  order_id: Id
  name: string
  partner: string
  phone: string
  assigned_at: GeneratedInstant
  assigned_by: string
}

export interface WorkOrderFieldTable {
  id: Generated<Id>
  company_id: Id
  order_type: 'fault' | 'carrier_fault' | 'change' | 'installation' | 'inspection' | 'request'
  kind: 'text' | 'number' | 'date' | 'choice' | 'yes_no'
  label_zh: Generated<string>
  label_en: Generated<string>
  required: Generated<boolean>
  options: GeneratedJson
  place: number
  archived_at: Instant | null
}

export interface WorkOrderFileTable {
  id: Generated<Id>
  company_id: Id
  order_id: Id
  file_id: Id
  name: string
  media_type: string
  added_at: GeneratedInstant
  added_by: string
}

export interface WorkOrderHelperTable {
  company_id: Id
  order_id: Id
  person_id: Id
  name: string
  asked_at: GeneratedInstant
}

export interface WorkOrderLinkTable {
  token_hash: Buffer
  company_id: Id
  order_id: Id
  kind: 'rating' | 'report'
  salt: Generated<string>
  created_at: GeneratedInstant
  expires_at: Instant
  ended_at: Instant | null
  mailed: Generated<boolean>
  sms: 'waiting' | 'sending' | 'sent' | 'failed' | null
}

export interface WorkOrderMailTable {
  id: Generated<Id>
  company_id: Id
  order_id: Id
  message_hash: Buffer
  state: 'taken' | 'waiting' | 'accepted' | 'discarded'
  reason: 'stranger' | 'unproved' | null
  from_address: string
  from_name: string
  subject: Generated<string>
  note: Generated<string>
  left_out: Generated<string[]>
  received_at: Instant
  finished_at: Instant | null
  finished_by: string | null
}

export interface WorkOrderMailFileTable {
  company_id: Id
  order_id: Id
  mail_id: Id
  file_id: Id
  name: string
  media_type: string
}

export interface WorkOrderPauseTable {
  id: Generated<Id>
  company_id: Id
  order_id: Id
  reason: 'customer' | 'carrier' | 'resolved'
  starts_at: Instant
  ends_at: Instant | null
}

export interface WorkOrderRatingTable {
  company_id: Id
  order_id: Id
  score: number
  comment: Generated<string>
  assignee_id: Id | null
  rated_at: GeneratedInstant
}

export interface WorkOrderRelationTable {
  company_id: Id
  order_id: Id
  kind: 'duplicate_of' | 'caused_by' | 'parent'
  other_id: Id
}

export interface WorkOrderSignatureTable {
  company_id: Id
  order_id: Id
  file_id: Id
  signer: string
  signed_at: GeneratedInstant
  taken_by: string
}

export interface WorkOrderViewTable {
  id: Generated<Id>
  company_id: Id
  person_id: Id
  person_name: string
  name: string
  shared: boolean
  filters: Json
}

export interface WorkOrderVisitTable {
  id: Generated<Id>
  company_id: Id
  order_id: Id
  state: Generated<'planned' | 'moved' | 'cancelled' | 'arrived'>
  starts_at: Instant
  ends_at: Instant
  travel_minutes: Generated<number>
  engineer_id: Id
  engineer_name: string
  arrived_at: Instant | null
  latitude: number | null
  longitude: number | null
  accuracy_metres: number | null
}

export interface WorkOrderWatcherTable {
  company_id: Id
  order_id: Id
  person_id: Id
  name: string
}

export interface WorkReportTable {
  company_id: Id
  order_id: Id
  sticker_id: Id
  created_at: GeneratedInstant
  proved: boolean
}

export interface WorkStickerTable {
  id: Generated<Id>
  company_id: Id
  outlet_id: Id
  device_id: Id | null
  generation: Generated<number>
  token_hash: Buffer | null
  created_at: GeneratedInstant
  created_by: string
  ended_at: Instant | null
}

export interface ZabbixChoiceTable {
  company_id: Id
  group_name: string
  target_outlet_id: Id | null
}

export interface ZabbixCredentialTable {
  company_id: Id
  import_id: Id
  n: number
  name: string
  version: 'v1' | 'v2c' | 'v3'
  user_name: string
  auth: 'md5' | 'sha' | 'sha224' | 'sha256' | 'sha384' | 'sha512' | null
  privacy: 'des' | 'aes' | 'aes256b' | 'aes256r' | null
  context: string
  hosts: number
  sealed: ColumnType<never, Buffer | null | undefined, Buffer | null>
  missing: Generated<string[]>
  macros: Generated<string[]>
  problems: GeneratedJson
  action: Generated<'create' | 'existing' | 'none'>
  target_credential_id: Id | null
  made_credential_id: Id | null
}

export interface ZabbixGroupTable {
  company_id: Id
  import_id: Id
  n: number
  name: string
  position: number
  hosts: number
  target: Generated<'none' | 'outlet' | 'new'>
  target_outlet_id: Id | null
  new_name: Generated<string>
  made_outlet_id: Id | null
}

export interface ZabbixHostTable {
  company_id: Id
  import_id: Id
  n: number
  host: string
  name: string
  disabled: boolean
  driver: 'snmp' | 'probe'
  type: string
  brand: string
  model_name: string
  serial_number: string
  mac_address: string | null
  note: string
  ip_address: string | null
  port: number | null
  groups: number[]
  credential: number | null
  findings: Json
  refused: boolean
  device_id: Id | null
  written: NullableJson
  failure: NullableJson
}

export interface ZabbixImportTable {
  id: Generated<Id>
  company_id: Id
  file_name: string
  version: string
  state: Generated<'ready' | 'running' | 'stopped' | 'done' | 'undoing' | 'undone'>
  without_snmp: Generated<'probe' | 'skip'>
  disabled: Generated<'skip' | 'add'>
  hosts: number
  added: Generated<number>
  created_by_name: string
  created_at: GeneratedInstant
  started_by_name: string | null
  started_at: Instant | null
  finished_at: Instant | null
}

/** The tables that request roles may reach. */
export interface Database {
  acting_access: ActingAccessTable
  acting_consent: ActingConsentTable
  acting_end: ActingEndTable
  acting_grant: ActingGrantTable
  acting_visit: ActingVisitTable
  advisory: AdvisoryTable
  advisory_case: AdvisoryCaseTable
  advisory_match: AdvisoryMatchTable
  advisory_point: AdvisoryPointTable
  alarm: AlarmTable
  alarm_event: AlarmEventTable
  alarm_rule: AlarmRuleTable
  alarm_watch: AlarmWatchTable
  application: ApplicationTable
  application_answer: ApplicationAnswerTable
  application_key: ApplicationKeyTable
  application_session: ApplicationSessionTable
  application_step: ApplicationStepTable
  approval_policy: ApprovalPolicyTable
  assistant_call: AssistantCallTable
  assistant_choice: AssistantChoiceTable
  assistant_consent: AssistantConsentTable
  assistant_conversation: AssistantConversationTable
  assistant_message: AssistantMessageTable
  assistant_note: AssistantNoteTable
  assistant_offer: AssistantOfferTable
  assistant_offer_company: AssistantOfferCompanyTable
  assistant_proposal: AssistantProposalTable
  assistant_provider: AssistantProviderTable
  assistant_request: AssistantRequestTable
  assistant_sent: AssistantSentTable
  assistant_setting: AssistantSettingTable
  assistant_step: AssistantStepTable
  audit_log: AuditLogTable
  audit_pack: AuditPackTable
  audit_pack_chunk: AuditPackChunkTable
  campaign: CampaignTable
  campaign_aside: CampaignAsideTable
  campaign_count: CampaignCountTable
  campaign_news: CampaignNewsTable
  campaign_portion: CampaignPortionTable
  campaign_target: CampaignTargetTable
  company: CompanyTable
  company_ancestor: CompanyAncestorTable
  company_deletion: CompanyDeletionTable
  company_export_part: CompanyExportPartTable
  company_logo: CompanyLogoTable
  company_move: CompanyMoveTable
  company_package: CompanyPackageTable
  company_registration: CompanyRegistrationTable
  configuration_backup: ConfigurationBackupTable
  configuration_version: ConfigurationVersionTable
  default_role: DefaultRoleTable
  delivery: DeliveryTable
  device: DeviceTable
  device_agent: DeviceAgentTable
  device_backup: DeviceBackupTable
  device_build: DeviceBuildTable
  device_check: DeviceCheckTable
  device_command: DeviceCommandTable
  device_interface: DeviceInterfaceTable
  device_parameter: DeviceParameterTable
  device_polling: DevicePollingTable
  device_port_mark: DevicePortMarkTable
  device_presence: DevicePresenceTable
  device_replacement: DeviceReplacementTable
  device_tag: DeviceTagTable
  device_tally: DeviceTallyTable
  device_tally_msp: DeviceTallyMspTable
  device_timeline: DeviceTimelineTable
  device_transfer: DeviceTransferTable
  diagnostic_batch: DiagnosticBatchTable
  diagnostic_run: DiagnosticRunTable
  directory_subscription: DirectorySubscriptionTable
  discovery_find: DiscoveryFindTable
  discovery_job: DiscoveryJobTable
  discovery_rule: DiscoveryRuleTable
  duty_test: DutyTestTable
  engineer: EngineerTable
  engineer_certificate: EngineerCertificateTable
  enrolment: EnrolmentTable
  enrolment_tally: EnrolmentTallyTable
  entitlement: EntitlementTable
  exposed_credential: ExposedCredentialTable
  external_alarm: ExternalAlarmTable
  external_engineer: ExternalEngineerTable
  file: FileTable
  file_chunk: FileChunkTable
  firmware: FirmwareTable
  firmware_upload: FirmwareUploadTable
  gateway_exchange: GatewayExchangeTable
  gateway_measuring: GatewayMeasuringTable
  gateway_tombstone: GatewayTombstoneTable
  inbound_source: InboundSourceTable
  integration_call: IntegrationCallTable
  integration_channel: IntegrationChannelTable
  integration_inbox: IntegrationInboxTable
  integration_spend: IntegrationSpendTable
  internet_line: InternetLineTable
  inventory_snapshot: InventorySnapshotTable
  inventory_span: InventorySpanTable
  invitation: InvitationTable
  licence: LicenceTable
  licence_file: LicenceFileTable
  licence_history: LicenceHistoryTable
  licence_import: LicenceImportTable
  line_hour: LineHourTable
  line_outage: LineOutageTable
  line_password: LinePasswordTable
  line_path: LinePathTable
  line_profile: LineProfileTable
  line_report: LineReportTable
  line_run: LineRunTable
  line_run_batch: LineRunBatchTable
  line_standing: LineStandingTable
  line_test: LineTestTable
  line_use_day: LineUseDayTable
  live_event: LiveEventTable
  maintenance_window: MaintenanceWindowTable
  member: MemberTable
  member_role: MemberRoleTable
  metric_part: MetricPartTable
  metric_series: MetricSeriesTable
  monthly_statement: MonthlyStatementTable
  notice_message: NoticeMessageTable
  notice_route: NoticeRouteTable
  notice_template: NoticeTemplateTable
  opening: OpeningTable
  opening_site: OpeningSiteTable
  order_assignment: OrderAssignmentTable
  order_plan: OrderPlanTable
  order_plan_order: OrderPlanOrderTable
  order_plan_run: OrderPlanRunTable
  order_template: OrderTemplateTable
  org_node: OrgNodeTable
  ota_programme: OtaProgrammeTable
  ota_programme_tenant: OtaProgrammeTenantTable
  ota_setting: OtaSettingTable
  outlet: OutletTable
  outlet_health: OutletHealthTable
  part_claim: PartClaimTable
  part_count: PartCountTable
  part_count_line: PartCountLineTable
  part_count_serial: PartCountSerialTable
  part_model: PartModelTable
  part_movement: PartMovementTable
  part_reservation: PartReservationTable
  part_serial: PartSerialTable
  part_stock: PartStockTable
  part_transfer: PartTransferTable
  part_transfer_line: PartTransferLineTable
  people_sync: PeopleSyncTable
  people_sync_change: PeopleSyncChangeTable
  people_sync_department: PeopleSyncDepartmentTable
  people_sync_person: PeopleSyncPersonTable
  people_sync_question: PeopleSyncQuestionTable
  people_sync_run: PeopleSyncRunTable
  people_sync_staged: PeopleSyncStagedTable
  people_sync_staged_department: PeopleSyncStagedDepartmentTable
  pre_registration: PreRegistrationTable
  probe: ProbeTable
  probe_outlet: ProbeOutletTable
  product: ProductTable
  provision_acceptance: ProvisionAcceptanceTable
  provision_adding: ProvisionAddingTable
  provision_object: ProvisionObjectTable
  provision_preview: ProvisionPreviewTable
  provision_read: ProvisionReadTable
  provision_rollout: ProvisionRolloutTable
  provision_secret: ProvisionSecretTable
  provision_setting: ProvisionSettingTable
  provision_state: ProvisionStateTable
  provision_template: ProvisionTemplateTable
  provision_trial: ProvisionTrialTable
  provision_version: ProvisionVersionTable
  report_schedule: ReportScheduleTable
  restart_batch: RestartBatchTable
  role: RoleTable
  role_publication: RolePublicationTable
  role_publication_target: RolePublicationTargetTable
  rollup_company_hour: RollupCompanyHourTable
  rollup_correction: RollupCorrectionTable
  rollup_day: RollupDayTable
  rollup_hour: RollupHourTable
  rota: RotaTable
  rota_change: RotaChangeTable
  rota_duty: RotaDutyTable
  rota_handover: RotaHandoverTable
  rota_layer: RotaLayerTable
  rota_turn: RotaTurnTable
  service_agreement: ServiceAgreementTable
  service_agreement_version: ServiceAgreementVersionTable
  service_report: ServiceReportTable
  service_report_comment: ServiceReportCommentTable
  shared_part: SharedPartTable
  sharing_key: SharingKeyTable
  sharing_use: SharingUseTable
  sign_on_link: SignOnLinkTable
  snmp_credential: SnmpCredentialTable
  snmp_trial: SnmpTrialTable
  statement_correction: StatementCorrectionTable
  statement_line: StatementLineTable
  syslog_hour: SyslogHourTable
  syslog_message: SyslogMessageTable
  tenant_group: TenantGroupTable
  tenant_group_member: TenantGroupMemberTable
  terminal_access: TerminalAccessTable
  terminal_chunk: TerminalChunkTable
  terminal_profile: TerminalProfileTable
  terminal_session: TerminalSessionTable
  terminal_setting: TerminalSettingTable
  terminal_watch: TerminalWatchTable
  topology: TopologyTable
  topology_position: TopologyPositionTable
  usage_snapshot: UsageSnapshotTable
  wall_screen: WallScreenTable
  warehouse: WarehouseTable
  work_event: WorkEventTable
  work_order: WorkOrderTable
  work_order_act: WorkOrderActTable
  work_order_alarm_link: WorkOrderAlarmLinkTable
  work_order_carrier: WorkOrderCarrierTable
  work_order_check: WorkOrderCheckTable
  work_order_dispatch: WorkOrderDispatchTable
  work_order_event: WorkOrderEventTable
  work_order_external: WorkOrderExternalTable
  work_order_field: WorkOrderFieldTable
  work_order_file: WorkOrderFileTable
  work_order_helper: WorkOrderHelperTable
  work_order_link: WorkOrderLinkTable
  work_order_mail: WorkOrderMailTable
  work_order_mail_file: WorkOrderMailFileTable
  work_order_pause: WorkOrderPauseTable
  work_order_rating: WorkOrderRatingTable
  work_order_relation: WorkOrderRelationTable
  work_order_signature: WorkOrderSignatureTable
  work_order_view: WorkOrderViewTable
  work_order_visit: WorkOrderVisitTable
  work_order_watcher: WorkOrderWatcherTable
  work_report: WorkReportTable
  work_sticker: WorkStickerTable
  zabbix_choice: ZabbixChoiceTable
  zabbix_credential: ZabbixCredentialTable
  zabbix_group: ZabbixGroupTable
  zabbix_host: ZabbixHostTable
  zabbix_import: ZabbixImportTable
}
