import type { EndpointOutput } from '@netward/contract'

export const wallList = 'POST /api/v1/chart/wall/lists'
export type WallRow = EndpointOutput<typeof wallList>['items'][number]
