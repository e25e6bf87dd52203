/** Closed lists and bounds of discovery, without a library. */

/** Packets a second. */
export const discoveryRate = { least: 1, most: 500, usual: 50 } as const
/** A /16: addresses of all ranges of a job together. */
export const mostAddresses = 65_536
export const mostRanges = 16
/** Addresses that neighbours bring to a run. */
export const mostNeighbours = 4096
export const mostJobs = 100
export const mostRules = 100

export const discoverySchedules = ['none', 'daily', 'weekly'] as const

export const findStates = ['new', 'conflict', 'known', 'taken', 'ignored'] as const
export type FindState = (typeof findStates)[number]

/** Over SNMP, only to refuse the credentials, or to something else. */
export const findAnswers = ['snmp', 'refused', 'other'] as const

/** Why two claim one identity; `address`: another device answers where one was. */
export const claimReasons = ['serial', 'mac', 'chassis', 'engine', 'address'] as const

/** In the names that a rule gives. */
export const nameParts = ['name', 'ip', 'vendor', 'model', 'serial', 'site'] as const
