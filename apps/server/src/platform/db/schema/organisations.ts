import type { BuiltInRole } from '@netward/contract'
import type { ColumnType, Generated } from 'kysely'
import type { GeneratedInstant, Id, Instant, Json } from './columns.ts'

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
  language: Generated<'zh' | 'en'>
  created_at: GeneratedInstant
  trial_ends_at: Instant | null
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

export interface CompanyAncestorTable {
  company_id: Id
  ancestor_id: Id
  depth: number
}

export interface MemberTable {
  id: Generated<Id>
  company_id: Id
  person_id: Id
  os_id: Id
  display_name: string
  status: 'enabled' | 'disabled'
  created_at: GeneratedInstant
}

export interface OrgNodeTable {
  id: Generated<Id>
  company_id: Id
  parent_id: Id | null
  type: number
  name: string
}

/** Written by definer functions alone, as what hangs on it. */
export interface RoleTable {
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

export interface MemberRoleTable {
  company_id: Id
  member_id: Id
  built_in: BuiltInRole | null
  role_id: Id | null
}

export interface RolePublicationTable {
  company_id: Id
  role_id: Id
  to_all: boolean
  total: number
  done: number
  reached: Id
  finished_at: Instant | null
}

export interface DefaultRoleTable {
  company_id: Id
  built_in: BuiltInRole | null
  role_id: Id | null
}

/** `password_hash` is for definer functions alone. */
export interface CompanyRegistrationTable {
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

export interface InvitationTable {
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

export interface AuditLogTable {
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

export interface LiveEventTable {
  id: Generated<Id>
  tx: Generated<string>
  company_id: Id
  kind: string
  subject_id: Id | null
  data: Json
  at: GeneratedInstant
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

export interface CompanyLogoTable {
  company_id: Id
  file_id: Id
}
