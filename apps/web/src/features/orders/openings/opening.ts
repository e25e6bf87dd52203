import type { EndpointKey, EndpointOutput } from '@netward/contract'

export const openingList = 'POST /api/v1/work/opening/lists'
export const openingRead = 'GET /api/v1/work/opening/:openingId'
export const openingSites = 'POST /api/v1/work/opening/:openingId/site/lists'
export const openingOfOrder = 'GET /api/v1/work/order/:orderId/opening'
export type Opening = EndpointOutput<typeof openingRead>
export type OpeningSite = EndpointOutput<typeof openingSites>['items'][number]

/** What a change makes old. */
export const afterOpening: readonly EndpointKey[] = [openingList, openingRead, openingSites, openingOfOrder]
