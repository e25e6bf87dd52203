import type { ColumnType, Generated } from 'kysely'
import type { GeneratedInstant, Id, Instant } from './columns.ts'

type ServiceState = 'activating' | 'normal' | 'maintenance' | 'abnormal' | 'deactivated' | 'deleted'

export interface ProductTable {
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

export interface ApplicationTable {
  id: Generated<Id>
  company_id: Id
  product_id: Id
  display_name: string
  icon: string | null
  app_id: string
  state: Generated<ServiceState>
  failure: 'product_unavailable' | 'company_inactive' | 'self_test_failed' | 'timed_out' | null
  permissions: string[]
  maintenance_zh: Generated<string>
  maintenance_en: Generated<string>
  maintenance_until: Instant | null
  run: Generated<number>
  person_id: Id | null
  created_at: GeneratedInstant
  changed_at: GeneratedInstant
  last_used_at: Instant | null
}

export interface ApplicationStepTable {
  company_id: Id
  application_id: Id
  step: 'check' | 'account' | 'selfTest' | 'announce'
  state: 'running' | 'done' | 'failed'
  at: GeneratedInstant
}

/** `hash` is written and never read but by definer functions. */
export interface ApplicationKeyTable {
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
export interface ApplicationSessionTable {
  id: Id
  company_id: Id
  application_id: Id
  expires_at: Instant
}
