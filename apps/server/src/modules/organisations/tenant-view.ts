import type { OutputOf, tenantApi } from '@netward/contract'
import { mspTrialExtensionDays } from '@netward/contract/states/company'
import { tenantEntity, type TenantField } from '@netward/contract/tenant-fields'
import { fieldValues } from '../../platform/entity/entity-rows.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { LockedTenant, TenantRow } from './tenant.repo.ts'

type Listed = OutputOf<typeof tenantApi.pageTenants>['items'][number]

/** Days by which the caller may still extend a trial; null: without limit, or no trial. */
export function trialExtensionDays(
  { scope }: Pick<RequestContext, 'scope'>,
  tenant: Pick<LockedTenant, 'standing' | 'trial_extended'>,
): number | null {
  if (scope.kind === 'platform' || tenant.standing !== 'trial') return null
  return tenant.trial_extended ? 0 : mspTrialExtensionDays
}

/** A tenant as shown in lists and on its own page. */
export function presentTenant(ctx: Pick<RequestContext, 'scope'>, row: TenantRow): Listed {
  return {
    id: row.id,
    ...(fieldValues(tenantEntity, row) as Pick<Listed, TenantField>),
    kind: row.kind,
    standing: row.standing,
    status: row.status,
    frozenBecause: row.frozen_because,
    parentId: row.parent_id,
    parentName: row.parent_name,
    logoUrl: row.logo === null ? null : `/api/v1/auth/logo/${row.logo}`,
    reason: row.state_reason,
    stateChangedAt: row.state_changed_at,
    stateAuthor: row.state_author,
    expiresAt: row.expires_at,
    trialExtensionDays: trialExtensionDays(ctx, row),
    createdAt: row.created_at,
    administrator: row.administrator,
    administrators: row.administrators,
    gateways: { online: row.online, overdue: row.overdue, offline: row.offline, unknown: row.unknown },
    hasChildren: row.has_children,
    deletionDueAt: row.deletion_due_at,
    deletionStarted: row.deletion_started,
    deletionAuthor: row.deletion_author,
    package:
      row.package_id === null
        ? null
        : { id: row.package_id, zh: row.package_zh ?? '', en: row.package_en ?? '' },
    usage: row.usage,
  }
}
