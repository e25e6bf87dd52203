/** Closed lists and bounds of advisories, without a library. */

/** The worst first: the ratings of CVSS 3.1, §5. */
export const advisorySeverities = ['critical', 'high', 'medium', 'low'] as const
export type AdvisorySeverity = (typeof advisorySeverities)[number]

/** `none`: it has never affected a device in sight. */
export const advisoryStates = ['open', 'closed', 'none'] as const
export type AdvisoryState = (typeof advisoryStates)[number]

export const mostAdvisories = 5_000
export const mostAdvisoryModels = 50
/** Affected versions that a page shows. */
export const mostAdvisoryBuilds = 12
