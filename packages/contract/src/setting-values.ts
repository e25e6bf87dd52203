/** What settings may be set to, without a library: the console offers it, and the schemas of the endpoints ask for it. */

/** Megabytes. */
export const imageLimits = [1, 2, 3, 4, 5] as const
export const fileLimitBounds = { least: 1, most: 20 } as const
/** Of firmware, which is sent in parts. */
export const firmwareLimitBounds = { least: 20, most: 2000 } as const

/** Series of measured values of a company. */
export const seriesLimitBounds = { least: 100, most: 100_000_000 } as const

export const sessionBounds = {
  idleMinutes: { least: 5, most: 1440 },
  hours: { least: 1, most: 720 },
} as const

export const storageCycles = ['three_months', 'six_months', 'one_year'] as const
export const storageIntervals = ['day', 'week', 'two_weeks', 'month'] as const
export const syncIntervals = ['day', 'week', 'two_weeks', 'month'] as const
export const languages = ['zh', 'en'] as const
