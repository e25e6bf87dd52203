import type { OutputOf, tenantApi } from '@netward/contract'
import type { TenantRow } from './tenant.repo.ts'

type Listed = OutputOf<typeof tenantApi.pageTenants>['items'][number]

/** A tenant as lists and its own page show it. */
export function presentTenant(row: TenantRow): Listed {
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    abbreviation: row.abbreviation,
    domain: row.domain,
    prefix: row.prefix,
    kind: row.kind,
    standing: row.standing,
    status: row.status,
    frozenBecause: row.frozen_because,
    delivery: row.delivery,
    parentId: row.parent_id,
    parentName: row.parent_name,
    language: row.language,
    timeZone: row.time_zone,
    contactPerson: row.contact_person,
    contactPhone: row.contact_phone,
    contactMail: row.contact_mail,
    contactNote: row.contact_note,
    logoUrl: row.logo === null ? null : `/api/v1/auth/logo/${row.logo}`,
    reason: row.state_reason,
    stateChangedAt: row.state_changed_at,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    administrator: row.administrator,
    administrators: row.administrators,
    gateways: { online: row.online, offline: row.offline, unknown: row.unknown },
    hasChildren: row.has_children,
    deletionDueAt: row.deletion_due_at,
    deletionStarted: row.deletion_started,
    package:
      row.package_id === null
        ? null
        : { id: row.package_id, zh: row.package_zh ?? '', en: row.package_en ?? '' },
    usage: row.usage,
  }
}
