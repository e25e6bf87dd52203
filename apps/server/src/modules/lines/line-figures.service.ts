import type { lineQualityApi, OutputOf } from '@netward/contract'
import { parseHours } from '@netward/contract/business-hours'
import { isOpen } from '@netward/contract/open-times'
import type { RequestContext } from '../../platform/http/context.ts'
import { type CountedMinutes, figuresOf } from './ledger/figures.ts'
import { effectiveProfile } from './line-plan.ts'
import { type LineDetailRow, measuredLineRepo } from './measured-line.repo.ts'
import { outageRepo } from './outage.repo.ts'

type Figures = OutputOf<typeof lineQualityApi.getMeasuredLine>['figures'][number]

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Opening hours are asked so often, not every minute. */
const openEvery = 5
const recentMinutes = 120

interface Interval {
  readonly from: number
  readonly to: number
}

/** Figures of the last day and week, and the minutes of the last two hours. */
export async function lineFigures(
  ctx: RequestContext,
  line: LineDetailRow,
  now: number,
): Promise<{ figures: Figures[]; minutes: string; minutesFrom: string }> {
  const since = new Date(now - 7 * dayMs)
  const [hours, outages, maintenance] = [
    await measuredLineRepo.minutes(ctx, line.id, since),
    await outageRepo.since(ctx, line.id, since),
    await measuredLineRepo.maintenance(ctx, line.id, since),
  ]
  const byHour = new Map(hours.map(({ hour, minutes }) => [Date.parse(hour), minutes]))
  const doubted = outages
    .filter(({ secondView }) => secondView === 'disagrees')
    .map(({ beganAt, endedAt }) => intervalOf(beganAt, endedAt))
  const works = maintenance.map(({ from, to }) => intervalOf(from, to))
  const opening = parseHours(line.businessHours)
  const closesDaily =
    opening !== null &&
    opening.week.some((day) => day.reduce((sum, { from, to }) => sum + to - from, 0) < 1440)
  const { everySeconds } = effectiveProfile(line.profile, line.settings)
  // Late values may be older than the line is here.
  const born = Math.min(Date.parse(line.createdAt), ...hours.slice(0, 1).map(({ hour }) => Date.parse(hour)))
  const periods = (from: number): CountedMinutes[] => {
    const found: CountedMinutes[] = []
    for (let hour = Math.floor(from / hourMs) * hourMs; hour < now; hour += hourMs) {
      const opened = closesDaily ? openIn(opening, line.timeZone, hour) : null
      found.push({
        minutes: byHour.get(hour) ?? '-'.repeat(60),
        counts: (place) => {
          const at = hour + place * minuteMs
          // The minute that runs has no value yet.
          if (at < from || at < born || at + minuteMs > now) return false
          return opened?.[Math.floor(place / openEvery)] !== false && !isIn(works, at)
        },
        isDoubted: (place) => isIn(doubted, hour + place * minuteMs),
      })
    }
    return found
  }
  const figures = [1, 7].map((days): Figures => {
    const from = now - days * dayMs
    const begun = outages.filter(
      ({ beganAt, secondView }) => Date.parse(beganAt) >= from && secondView !== 'disagrees',
    )
    return {
      days,
      ...figuresOf(periods(from), Math.max(1, everySeconds / 60)),
      outages: begun.length,
      businessHours: closesDaily,
    }
  })
  const recentFrom = Math.floor(now / minuteMs) * minuteMs - (recentMinutes - 1) * minuteMs
  const firstHour = Math.floor(recentFrom / hourMs) * hourMs
  const letters = [0, 1, 2].map((n) => byHour.get(firstHour + n * hourMs) ?? '-'.repeat(60)).join('')
  const offset = (recentFrom - firstHour) / minuteMs
  return {
    figures,
    minutes: letters.slice(offset, offset + recentMinutes),
    minutesFrom: new Date(recentFrom).toISOString(),
  }
}

const intervalOf = (from: string, to: string | null): Interval => ({
  from: Date.parse(from),
  to: to === null ? Infinity : Date.parse(to),
})

const isIn = (intervals: readonly Interval[], at: number) =>
  intervals.some(({ from, to }) => from <= at && at < to)

function openIn(hours: NonNullable<ReturnType<typeof parseHours>>, zone: string, hour: number): boolean[] {
  return Array.from({ length: 60 / openEvery }, (_, n) =>
    isOpen(hours, zone, new Date(hour + n * openEvery * minuteMs)),
  )
}
