import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const rolesEndpoint = 'POST /api/v1/auth/role/lists'
export type RoleRow = EndpointOutput<typeof rolesEndpoint>['items'][number]
export type Role = EndpointOutput<'GET /api/v1/auth/role/:role'>
export type Offer = EndpointOutput<'GET /api/v1/auth/role/offer'>
export type Preview = EndpointOutput<'POST /api/v1/auth/role/preview'>

/** Reads that a role change makes stale. */
export const afterChange: readonly EndpointKey[] = [
  rolesEndpoint,
  'GET /api/v1/auth/role/:role',
  'GET /api/v1/auth/role/default',
]

export const affiliations = ['builtIn', 'own', 'following', 'detached'] as const

export const affiliationTones: Record<RoleRow['affiliation'], StatusTone> = {
  builtIn: 'off',
  own: 'ok',
  following: 'busy',
  detached: 'unknown',
}

export const dataScopes = ['company', 'department', 'outlets'] as const
