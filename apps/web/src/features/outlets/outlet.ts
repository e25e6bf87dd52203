import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { LiveEventKind } from '@netward/contract/live'

export const outletList = 'POST /api/v1/outlet/lists'
export const lineList = 'POST /api/v1/outlet/line/lists'

export type OutletRow = EndpointOutput<typeof outletList>['items'][number]
export type OutletDetail = EndpointOutput<'GET /api/v1/outlet/:outletId'>
export type LineRow = EndpointOutput<typeof lineList>['items'][number]

/** What is read again after something of an outlet was changed here. */
export const afterChange: readonly EndpointKey[] = [
  outletList,
  lineList,
  'GET /api/v1/outlet/:outletId',
  'GET /api/v1/outlet/:outletId/timeline',
  'GET /api/v1/outlet/:outletId/people',
  'GET /api/v1/outlet/values',
  'GET /api/v1/outlet/choices',
]

/** What changes the health of outlets, or themselves. */
export const outletEvents: readonly LiveEventKind[] = [
  'outlet.changed',
  'device.presence',
  'device.changed',
  'device.added',
  'device.released',
]

/** Province, city and district in one text. */
export function regionText({
  province,
  city,
  district,
}: Pick<OutletRow, 'province' | 'city' | 'district'>): string {
  const parts = [province, city === province ? '' : city, district].filter((part) => part !== '')
  // Chinese names stand side by side, others are told apart.
  return parts.join(parts.every((part) => /^\p{Script=Han}+$/u.test(part)) ? '' : ', ')
}
