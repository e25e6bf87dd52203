/** Health of an outlet (operations.md §6), without a library: the server computes it, lists and pages show it. */

/** `unknown`: fewer than two parts have data. */
export const healthBands = ['good', 'fair', 'poor', 'unknown'] as const
export type HealthBand = (typeof healthBands)[number]

/** The parts of the score, and what each weighs. */
export const healthWeights = { lines: 40, devices: 30, alarms: 20, configuration: 10 } as const
export type HealthPart = keyof typeof healthWeights

/** What an active alarm takes from the part of alarms, up to the whole of it. */
export const alarmPrices = { critical: 10, major: 4, minor: 1 } as const

/** Scores from here on are good, or fair; below they are poor. */
export const healthLimits = { good: 90, fair: 75 } as const

/** By the score alone; an outlet that is offline is poor whatever its score. */
export function bandOf(score: number | null): HealthBand {
  if (score === null) return 'unknown'
  if (score >= healthLimits.good) return 'good'
  return score >= healthLimits.fair ? 'fair' : 'poor'
}
