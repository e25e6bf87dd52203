/** What happens to new orders: left to people, offered to engineers, or assigned by rule. */
export const dispatchModes = ['manual', 'pool', 'rule'] as const
export type DispatchMode = (typeof dispatchModes)[number]

/** Working hours of an engineer, as `calendarShapes` of work-order-values.ts. */
export const engineerHours = ['5x8', '7x12', '7x24'] as const
export type EngineerHours = (typeof engineerHours)[number]

/** Why the rule does not assign an order to an engineer. */
export const engineerRefusals = ['skill', 'region', 'certificate', 'load', 'away'] as const
export type EngineerRefusal = (typeof engineerRefusals)[number]

/** An appointment, also one that was moved or cancelled, and an arrival. */
export const visitStates = ['planned', 'moved', 'cancelled', 'arrived'] as const
export const mostTravelMinutes = 1440
export const mostVisitHours = 12
export const mostCalendarDays = 45

export const mostStickersAtOnce = 500
/** Open orders that the reports of one sticker may have. */
export const mostOpenReports = 20
/** Days after which a link of a person without an account ends. */
export const linkDays = 90
export const reportUrgencies = ['high', 'medium'] as const

/** One that was `sending` when the server stopped is not sent twice. */
export const ratingSmsStates = ['waiting', 'sending', 'sent', 'failed'] as const
export type RatingSmsState = (typeof ratingSmsStates)[number]
