import type { EndpointOutput } from '@netward/contract'

export const packList = 'POST /api/v1/auth/audit/pack/lists'
export const packMaking = 'POST /api/v1/auth/audit/pack'

export type PackRow = EndpointOutput<typeof packList>['items'][number]

export const periodOf = ({ from, to }: Pick<PackRow, 'from' | 'to'>): string => `${from} – ${to}`
