import { Temporal } from '@js-temporal/polyfill'
import { RRuleTemporal } from 'rrule-temporal'

/** Work that comes again. Times in milliseconds. */
export interface Recurrence {
  /** RRULE without the name, as `repeatRule` of the contract allows it. */
  readonly rule: string
  /** The clock of this zone tells when an occurrence begins: it stays at 22:00 across summer time. */
  readonly timeZone: string
  /** The first occurrence, whatever the rule says of it. */
  readonly firstAt: number
  /** `firstAt` only begins the count of intervals: it is an occurrence if the rule says so. */
  readonly byRuleAlone?: true
}

export interface Occurrence {
  readonly startsAt: number
  readonly endsAt: number
}

/** Occurrences that begin at or after `from`, earliest first. */
export function occurrencesFrom(
  recurrence: Recurrence,
  lasts: number,
  { from, until, most }: { from: number; until?: number; most: number },
): Occurrence[] {
  const { firstAt, byRuleAlone = false } = recurrence
  const found: Occurrence[] = []
  const add = (startsAt: number) => found.push({ startsAt, endsAt: startsAt + lasts })
  if (!byRuleAlone && firstAt >= from && firstAt < (until ?? Infinity) && most > 0) add(firstAt)
  const rule = ruleOf(recurrence)
  for (let after = Math.max(from - 1, byRuleAlone ? firstAt - 1 : firstAt); found.length < most;) {
    const next = rule.next(new Date(after), false)
    if (next === null || (until !== undefined && next.epochMilliseconds >= until)) break
    after = next.epochMilliseconds
    add(after)
  }
  return found
}

/** An occurrence begins before the one before it ends: looked at over the first fifty, which cover each month. */
export function overlaps(recurrence: Recurrence, lasts: number): boolean {
  const some = occurrencesFrom(recurrence, lasts, { from: recurrence.firstAt, most: 50 })
  return some.some(({ startsAt }, index) => index > 0 && startsAt < some[index - 1]!.endsAt)
}

function ruleOf({ rule, timeZone, firstAt }: Recurrence): RRuleTemporal<Temporal.ZonedDateTime> {
  return new RRuleTemporal({
    temporal: Temporal,
    rruleString: `RRULE:${rule}`,
    dtstart: Temporal.Instant.fromEpochMilliseconds(firstAt).toZonedDateTimeISO(timeZone),
    // A rule that never comes, such as the 31st of months that have none, ends the search.
    maxIterations: 2_000,
  })
}
