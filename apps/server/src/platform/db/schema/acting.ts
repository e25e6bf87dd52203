import type { BuiltInRole } from '@netward/contract'
import type { Generated } from 'kysely'
import type { GeneratedInstant, Id, Instant } from './columns.ts'

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

export interface ActingGrantTable {
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

export interface ActingConsentTable {
  company_id: Id
  mode: 'free' | 'request' | 'never'
  from_minute: number | null
  until_minute: number | null
  ceiling: BuiltInRole
  updated_at: GeneratedInstant
}

export interface ActingAccessTable {
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
