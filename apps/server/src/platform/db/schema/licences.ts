import type { QuotaKind } from '@netward/contract/states/licence'
import type { Id, Instant, Json } from './columns.ts'

export interface CompanyPackageTable {
  company_id: Id
  package_id: Id
  version: number
  assigned_at: Instant
}

/** Written by definer functions alone, as all of licences. */
export interface LicenceTable {
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

export interface LicenceHistoryTable {
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

export interface EntitlementTable {
  company_id: Id
  kind: QuotaKind
  used: number
  granted: number | null
  changes_at: Instant | null
}

export interface UsageSnapshotTable {
  company_id: Id
  kind: QuotaKind
  day: string
  used: number
  granted: number | null
}

export interface LicenceFileTable {
  company_id: Id
  serial: string
  revision: number
  company_code: string
  installation: string | null
  content: Json
  until: Instant
  issued_at: Instant
  issued_by: string | null
}

export interface LicenceImportTable {
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
