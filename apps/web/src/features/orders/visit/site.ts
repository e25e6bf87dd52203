import type { EndpointOutput } from '@netward/contract'
import { afterOrder } from '../order.ts'

export const siteRead = 'GET /api/v1/work/order/:orderId/site'
export const calendarRead = 'GET /api/v1/work/visit'
export type Site = EndpointOutput<typeof siteRead>
export type Visit = Site['visits'][number]
export type CalendarVisit = EndpointOutput<typeof calendarRead>['items'][number]

/** What an act on site makes old. */
export const afterSite = [...afterOrder, siteRead, calendarRead] as const

export const plannedOf = ({ visits }: Site): Visit | undefined =>
  visits.find(({ state }) => state === 'planned')
