import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { LiveEventKind } from '@netward/contract/live'
import { paths } from '../../lib/paths.ts'
import { stringifySearch } from '../../lib/search.ts'

export const outletList = 'POST /api/v1/outlet/lists'
export const regionList = 'POST /api/v1/outlet/regions'
export const lineList = 'POST /api/v1/outlet/line/lists'

export type OutletRow = EndpointOutput<typeof outletList>['items'][number]
export type OutletDetail = EndpointOutput<'GET /api/v1/outlet/:outletId'>
export type LineRow = EndpointOutput<typeof lineList>['items'][number]

/** Refetched after an outlet was changed here. */
export const afterChange: readonly EndpointKey[] = [
  outletList,
  lineList,
  'GET /api/v1/outlet/:outletId',
  'GET /api/v1/outlet/:outletId/timeline',
  'GET /api/v1/outlet/:outletId/people',
  'GET /api/v1/outlet/values',
  'GET /api/v1/outlet/choices',
  'GET /api/v1/outlet/:outletId/wans',
  regionList,
]

/** Events that change outlets or their health. */
export const outletEvents: readonly LiveEventKind[] = [
  'outlet.changed',
  'device.presence',
  'device.changed',
  'device.added',
  'device.released',
]

/** A region, widest first: 华东 / 上海. */
export const regionText = (region: string) => region.replaceAll('/', ' / ')

/** The list of outlets with filters. */
export const outletsWith = (filters: Readonly<Record<string, string | undefined>>) =>
  `${paths.outlets}${stringifySearch(filters)}`
