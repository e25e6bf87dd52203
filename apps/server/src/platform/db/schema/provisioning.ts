import type { PreviewFound } from '@netward/contract'
import type { ColumnType, Generated } from 'kysely'
import type { GeneratedInstant, Id, Instant, Json } from './columns.ts'

export interface ProvisionTemplateTable {
  id: Generated<Id>
  company_id: Id
  name: string
  latest_version: Generated<number>
  applied_version: number | null
  created_at: GeneratedInstant
  changed_at: GeneratedInstant
}

export interface ProvisionVersionTable {
  company_id: Id
  template_id: Id
  number: number
  models: string[]
  manufacturers: string[]
  software_versions: string[]
  tags: string[]
  outlet_ids: Id[]
  software_from: Generated<string>
  software_below: Generated<string>
  regions: Generated<string[]>
  objects_stay: Generated<boolean>
  below: Generated<boolean>
  company_ids: Generated<Id[]>
  content: Json
  acknowledged: boolean
  created_by_name: Generated<string>
  created_at: GeneratedInstant
}

export interface ProvisionSecretTable {
  company_id: Id
  name: string
  /** Sealed, and never read by a request. */
  value: ColumnType<never, Buffer, Buffer>
  changed_at: GeneratedInstant
}

/** Written by the sessions with gateways alone. */
export interface ProvisionStateTable {
  device_id: ColumnType<Id, never, never>
  company_id: ColumnType<Id, never, never>
  state: ColumnType<'applied' | 'unverified' | 'drifted' | 'failed', never, never>
  drifted_since: ColumnType<Instant | null, never, never>
}

/** Of versions from above. */
export interface ProvisionAcceptanceTable {
  company_id: Id
  template_id: Id
  version: number
  accepted_by_name: string
  accepted_at: GeneratedInstant
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

/** `company_id` is the device's. Written by definer functions alone. */
export interface ProvisionTrialTable {
  company_id: ColumnType<Id, never, never>
  device_id: ColumnType<Id, never, never>
  template_id: ColumnType<Id, never, never>
  rollout_id: ColumnType<Id, never, never>
  version: ColumnType<number, never, never>
  outcome: ColumnType<'waiting' | 'done' | 'failed', never, never>
}

export interface ProvisionPreviewTable {
  company_id: Id
  template_id: Id
  version: number
  state: Generated<'running' | 'done' | 'failed'>
  matching: Generated<number>
  compared: Generated<number>
  /** As the contract tells it. Null: not yet. */
  found: ColumnType<PreviewFound | null, string | null, string | null>
  /** Gateways of which something was not read; the first of them. */
  unread: Generated<Id[]>
  started_at: GeneratedInstant
  started_by_name: string
  finished_at: Instant | null
}

/** `company_id` is the device's, `owner_id` the template's. */
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

export interface ProvisionSettingTable {
  company_id: Id
  check_hours: number
}
