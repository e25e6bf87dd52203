import type { EndpointOutput } from '@netward/contract'

export const overviewRead = 'GET /api/v1/auth/acting'
export type Overview = EndpointOutput<typeof overviewRead>

export const accessList = 'POST /api/v1/auth/acting/request/lists'
export type Access = EndpointOutput<typeof accessList>['items'][number]
