import type { EndpointKey, EndpointOutput } from '@netward/contract'

export const memberList = 'POST /api/v1/auth/member/lists'
export type Member = EndpointOutput<typeof memberList>['items'][number]

/** Reads that show members or a department's member count. */
export const readAgain: readonly EndpointKey[] = [memberList, 'GET /api/v1/auth/department']
