/** Closed lists of measured lines, without a library. */

/** `unmeasured`: nothing measures it. */
export const lineStates = ['up', 'down', 'blind', 'unmeasured'] as const
export type MeasuredLineState = (typeof lineStates)[number]

/** Who measures (operations.md §3). */
export const lineMeasurers = ['probe', 'server', 'gateway'] as const
export type LineMeasurer = (typeof lineMeasurers)[number]

export const outageCauses = ['isp', 'power', 'equipment', 'our_change', 'unknown'] as const
export type OutageCause = (typeof outageCauses)[number]

/** Who answers for an outage. `provider`: who operates the network for the customer. */
export const responsibilities = ['isp', 'customer', 'provider', 'unknown'] as const
export type Responsibility = (typeof responsibilities)[number]

/** What a form proposes with a cause. */
export const responsibilityOf: Readonly<Record<OutageCause, Responsibility>> = {
  isp: 'isp',
  power: 'customer',
  equipment: 'provider',
  our_change: 'provider',
  unknown: 'unknown',
}

/** Rules that set a cause: it began in maintenance, its path breaks behind the gateway, many lines of the ISP are down. */
export const causeRules = ['maintenance', 'path', 'carrier'] as const
export type CauseRule = (typeof causeRules)[number]

/** Whether the gateway that carries the line agrees that it was down. */
export const secondViews = ['none', 'agrees', 'disagrees'] as const

/** Letters of minutes. `o`: up, but outside of its limits. `-`: nothing measured it. */
export const minuteLetters = ['u', 'o', 'd', 'b', '-'] as const
export type MinuteLetter = (typeof minuteLetters)[number]

/** Lines that are measured less often are in no share of lines within target (operations.md §3). */
export const judgedEveryMinutes = 5

/** Below it a figure is hatched (operations.md §1). */
export const leastCoverage = 0.95

/** A line of which at least this share of its counted minutes is within its limits is within target (operations.md §3). */
export const enoughWithinTarget = 0.95

/** `seldom`: measured too seldom to be judged. */
export const lineTargets = ['within', 'outside', 'seldom'] as const
export type LineTarget = (typeof lineTargets)[number]
/** Days back for which lines are judged. */
export const judgedDays = [1, 7] as const
