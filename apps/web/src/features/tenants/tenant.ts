import type { TFunction } from 'i18next'
import type { EndpointKey, EndpointOutput } from '@netward/contract'
import {
  companyMoves,
  type CompanyMove,
  type CompanyRefusal,
  type CompanySituation,
  endNeeded,
} from '@netward/contract/states/company'
import { holdsAll } from '../../lib/permissions.ts'
import { useSession } from '../../lib/session.ts'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const tenantsEndpoint = 'POST /api/v1/auth/tenant/lists'
export const treeEndpoint = 'POST /api/v1/auth/tenant/tree/search'
export const tenantEndpoint = 'GET /api/v1/auth/tenant/:companyId'
export const timelineEndpoint = 'POST /api/v1/auth/tenant/:companyId/timeline/lists'

export type Tenant = EndpointOutput<typeof tenantsEndpoint>['items'][number]
export type TenantDetail = EndpointOutput<typeof tenantEndpoint>

/** Refetched after a state change. */
export const afterMoveReads: readonly EndpointKey[] = [
  tenantsEndpoint,
  treeEndpoint,
  tenantEndpoint,
  timelineEndpoint,
  'POST /api/v1/auth/company/tenant/all',
]

export const kinds = ['middleman', 'company'] as const
export const standings = ['trial', 'poc', 'formal'] as const
export const statuses = ['active', 'frozen', 'deactivated'] as const
export const deliveries = ['saas', 'self_hosted'] as const
export const expirings = ['7', '30', 'expired', 'never'] as const

export const statusTones: Record<Tenant['status'], StatusTone> = {
  active: 'ok',
  frozen: 'warn',
  deactivated: 'off',
}

function situationOf(tenant: Tenant): CompanySituation {
  return {
    kind: tenant.kind,
    status: tenant.status,
    frozenBecause: tenant.frozenBecause,
    standing: tenant.standing,
    hasEnd: tenant.expiresAt !== null,
    trialSpent: tenant.trialExtensionDays === 0,
    isOver: tenant.expiresAt !== null && Date.parse(tenant.expiresAt) <= Date.now(),
    hasChildren: tenant.hasChildren,
    deletion: tenant.deletionDueAt === null ? 'none' : tenant.deletionStarted ? 'started' : 'counting',
    stateIsAbove: tenant.stateAuthor?.above ?? false,
    deletionIsAbove: tenant.deletionAuthor?.above ?? false,
  }
}

const tenantCode = 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT'
type MoveCode = `${typeof tenantCode}_${'EDIT' | 'FREEZE' | 'CONVERT' | 'DEACTIVATE' | 'DELETE'}`
/** In menu order, with the permission code of each. */
export const moveCodes: Record<CompanyMove, MoveCode> = {
  edit: `${tenantCode}_EDIT`,
  freeze: `${tenantCode}_FREEZE`,
  thaw: `${tenantCode}_FREEZE`,
  convert: `${tenantCode}_CONVERT`,
  extend: `${tenantCode}_CONVERT`,
  deactivate: `${tenantCode}_DEACTIVATE`,
  reactivate: `${tenantCode}_DEACTIVATE`,
  delete: `${tenantCode}_DELETE`,
  cancelDeletion: `${tenantCode}_DELETE`,
}

/** Whether the action requires a new end of the trial or the contract. */
export const needsEnd = (move: CompanyMove, tenant: Tenant) => endNeeded(move, situationOf(tenant))

/** Why the state table refuses an action; null if it does not. */
export const refusalOf = (move: CompanyMove, tenant: Tenant) => companyMoves[move](situationOf(tenant))

/** Why an action is not possible for this user now; null if it is. */
export function useRefusalOf(): (move: CompanyMove, tenant: Tenant) => CompanyRefusal | null {
  const held = useSession()?.permissions
  return (move, tenant) => {
    const refusal = refusalOf(move, tenant)
    if (refusal !== null || !needsEnd(move, tenant)) return refusal
    return held !== undefined && holdsAll(held, [moveCodes.extend]) ? null : 'isOver'
  }
}

const dayMs = 86_400_000

/** Until when the caller may extend a trial; null: without limit, or no trial. */
export function latestTrialEnd({ expiresAt, trialExtensionDays }: Tenant): string | null {
  if (trialExtensionDays === null || expiresAt === null) return null
  return new Date(Math.max(Date.parse(expiresAt), Date.now()) + trialExtensionDays * dayMs).toISOString()
}

/** Whole days until then, rounded up; negative once past. */
export const daysUntil = (at: string, now = Date.now()) => Math.ceil((Date.parse(at) - now) / dayMs)

/** The first administrator, and how many there are. */
export function administratorText(
  t: TFunction,
  { administrator, administrators }: Pick<Tenant, 'administrator' | 'administrators'>,
): string {
  if (administrator === null) return t('tenants.noAdministrator')
  return administrators > 1
    ? t('tenants.administratorMore', { name: administrator, count: administrators })
    : administrator
}
