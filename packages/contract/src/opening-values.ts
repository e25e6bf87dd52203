/** What an outlet goes through until it is in service, in this order. */
export const openingSteps = [
  'line_ordered',
  'shipped',
  'gateway_online',
  'devices_found',
  'tested',
  'accepted',
] as const
export type OpeningStep = (typeof openingSteps)[number]

/** Steps that the console fills in where it sees them; by hand they are set too. */
export const seenSteps = [
  'gateway_online',
  'devices_found',
  'tested',
] as const satisfies readonly OpeningStep[]

export const mostOpeningSites = 2000
/** Of one selection or act. */
export const mostSitesAtOnce = 500
