import type { EndpointKey, EndpointOutput } from '@netward/contract'
import { companyMoves, type CompanyMove, type CompanySituation } from '@netward/contract/states/company'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const tenantsEndpoint = 'POST /api/v1/auth/tenant/lists'
export const tenantEndpoint = 'GET /api/v1/auth/tenant/:companyId'
export const timelineEndpoint = 'POST /api/v1/auth/tenant/:companyId/timeline/lists'

export type Tenant = EndpointOutput<typeof tenantsEndpoint>['items'][number]
export type TenantDetail = EndpointOutput<typeof tenantEndpoint>

/** What is read again after a move. */
export const afterMoveReads: readonly EndpointKey[] = [
  tenantsEndpoint,
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
    isOver: tenant.expiresAt !== null && Date.parse(tenant.expiresAt) <= Date.now(),
    hasChildren: tenant.hasChildren,
    deletion: tenant.deletionDueAt === null ? 'none' : tenant.deletionStarted ? 'started' : 'counting',
  }
}

/** Why the table of moves refuses one; null when it does not. */
export const refusalOf = (move: CompanyMove, tenant: Tenant) => companyMoves[move](situationOf(tenant))

const dayMs = 86_400_000

/** Whole days until then, counted up; negative when it is over. */
export const daysUntil = (at: string, now = Date.now()) => Math.ceil((Date.parse(at) - now) / dayMs)

/** The end of a day as an instant, in the time zone of the browser. */
export const endOfDay = (day: string) => new Date(`${day}T23:59:59`).toISOString()

/** A day as a field of a form holds it, so many days from now. */
export function dayIn(days: number): string {
  const at = new Date(Date.now() + days * dayMs)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
