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
