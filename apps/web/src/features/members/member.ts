import type { EndpointKey, EndpointOutput } from '@netward/contract'

export const memberList = 'POST /api/v1/auth/member/lists'
export type Member = EndpointOutput<typeof memberList>['items'][number]

/** What shows members, and how many a department has. */
export const readAgain: readonly EndpointKey[] = [memberList, 'GET /api/v1/auth/department']
