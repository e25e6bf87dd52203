import type { EndpointOutput } from '@netward/contract'

export const accountEndpoint = 'GET /api/v1/auth/account'
export const sessionsEndpoint = 'GET /api/v1/auth/account/sessions'
export const tokensEndpoint = 'GET /api/v1/auth/account/tokens'

export type Account = EndpointOutput<typeof accountEndpoint>
export type OwnSession = EndpointOutput<typeof sessionsEndpoint>[number]
export type OwnToken = EndpointOutput<typeof tokensEndpoint>[number]
