import { occurrencesFrom } from '../../../platform/recurrence.ts'
import { dateOf, dayMs } from '../../../platform/zone.ts'

/** When a plan comes again. Its days have no zone: each site reads them by its own clock. */
export interface PlanTimes {
  readonly rule: string
  readonly startsOn: string
  readonly endsOn: string | null
}

/** Dates on or after `from`, the earliest first. */
export function planDates({ rule, startsOn, endsOn }: PlanTimes, from: string, most: number): string[] {
  const times = { rule, timeZone: 'UTC', firstAt: Date.parse(startsOn), byRuleAlone: true } as const
  const until = endsOn === null ? {} : { until: Date.parse(endsOn) + dayMs }
  return occurrencesFrom(times, 0, { from: Date.parse(from), most, ...until }).map(({ startsAt }) =>
    dateOf(startsAt / dayMs),
  )
}

/** Null: the plan is over. */
export const nextDate = (times: PlanTimes, from: string): string | null =>
  planDates(times, from, 1)[0] ?? null
