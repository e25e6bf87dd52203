import type { RequestContext } from '../../platform/http/context.ts'
import {
  type CountedMinutes,
  figuresOf,
  type LineFigures,
  type LineTally,
  tallyOf,
} from './ledger/figures.ts'
import { everyMinutesOf } from './line-plan.ts'
import { type LineDetailRow, measuredLineRepo } from './measured-line.repo.ts'
import { closesDaily, openEvery, type OpenHours, openHours } from './open-hours.ts'
import { outageRepo, type LedgerOutage } from './outage.repo.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

interface Interval {
  readonly from: number
  readonly to: number
}

/** The minutes of a line, and which of them count. */
export interface CountedLine {
  /** Minutes from one test to the next. */
  readonly every: number
  /** Counted in the hours in which the outlet is open. */
  readonly businessHours: boolean
  readonly outages: readonly LedgerOutage[]
  /** Of whole hours. */
  readonly letters: (hour: number) => string
  readonly figures: (from: number, to: number) => LineFigures
  readonly tally: (from: number, to: number) => LineTally
  /** By minutes: 1 up, 0 down, null not counted or not measured. */
  readonly states: (from: number, to: number) => (number | null)[]
}

/** Of milliseconds since 1970, as functions of the database give it; null: it lasts. */
export type Pair = readonly [from: number, to: number | null]

/** What is kept of a line and its outlet, as functions of the database give it. */
interface Kept {
  /** A letter a minute, by the hour's milliseconds since 1970; null: none is known. */
  readonly minutes: Readonly<Record<string, string>> | null
  /** Outages that the gateway contradicts. */
  readonly doubted: readonly Pair[] | null
  /** Maintenance that counts. */
  readonly works: readonly Pair[] | null
}

/** What every figure of a line is counted from. Times are in milliseconds. */
export interface CountedFrom {
  readonly line: Pick<LineDetailRow, 'businessHours' | 'timeZone' | 'measuredBy' | 'profile' | 'settings'> & {
    readonly createdAt: number
  }
  /** By the hours that have minutes. */
  readonly minutes: ReadonlyMap<number, string>
  /** Outages that the gateway contradicts. */
  readonly doubted: readonly Interval[]
  readonly works: readonly Interval[]
}

/** Of the minutes, the ledger, opening hours and maintenance since a moment. */
export async function countedLine(
  ctx: RequestContext,
  line: LineDetailRow,
  since: Date,
  now: number,
): Promise<CountedLine> {
  const [hours, outages, maintenance] = [
    await measuredLineRepo.minutes(ctx, line.id, since),
    await outageRepo.since(ctx, line.id, since),
    await measuredLineRepo.maintenance(ctx, line.id, since),
  ]
  return {
    ...countMinutes(
      {
        line: { ...line, createdAt: Date.parse(line.createdAt) },
        minutes: new Map(hours.map(({ hour, minutes }) => [Date.parse(hour), minutes])),
        doubted: outages.filter(isDoubted).map(({ beganAt, endedAt }) => intervalOf(beganAt, endedAt)),
        works: maintenance.map(({ from, to }) => intervalOf(from, to)),
      },
      now,
    ),
    outages,
  }
}

export function countedFrom(line: CountedFrom['line'], { minutes, doubted, works }: Kept): CountedFrom {
  const intervals = (pairs: readonly Pair[] | null) =>
    (pairs ?? []).map(([from, to]) => ({ from, to: to ?? Infinity }))
  return { line, minutes: lettersByHour(minutes), doubted: intervals(doubted), works: intervals(works) }
}

export const lettersByHour = (minutes: Kept['minutes']): ReadonlyMap<number, string> =>
  new Map(Object.entries(minutes ?? {}).map(([hour, letters]) => [Number(hour), letters]))

export function countMinutes(
  { line, minutes: byHour, doubted, works }: CountedFrom,
  now: number,
  open: OpenHours = openHours(),
): Omit<CountedLine, 'outages'> {
  const letters = (hour: number) => byHour.get(hour) ?? '-'.repeat(60)
  const every = everyMinutesOf(line.measuredBy, line.profile, line.settings)
  // Late values may be older than the line is here.
  const born = Math.min(line.createdAt, ...byHour.keys())
  const periods = (from: number, to: number): (CountedMinutes & { hour: number })[] => {
    const found: (CountedMinutes & { hour: number })[] = []
    for (let hour = Math.floor(from / hourMs) * hourMs; hour < to; hour += hourMs) {
      const opened = open(line.businessHours, line.timeZone, hour)
      found.push({
        hour,
        minutes: letters(hour),
        counts: (place) => {
          const at = hour + place * minuteMs
          // The minute that runs has no value yet.
          if (at < from || at < born || at + minuteMs > Math.min(to, now)) return false
          return opened?.[Math.floor(place / openEvery)] !== false && !isIn(works, at)
        },
        isDoubted: (place) => isIn(doubted, hour + place * minuteMs),
      })
    }
    return found
  }
  return {
    every,
    businessHours: closesDaily(line.businessHours),
    letters,
    figures: (from, to) => figuresOf(periods(from, to), every),
    tally: (from, to) => tallyOf(periods(from, to)),
    states: (from, to) => {
      const start = Math.floor(from / minuteMs) * minuteMs
      const found = Array.from<number | null>({
        length: Math.max(0, Math.floor((to - start) / minuteMs)),
      }).fill(null)
      let [last, age] = [null as number | null, every]
      for (const { hour, minutes, counts, isDoubted: doubts } of periods(from, to))
        for (let place = 0; place < 60; place++) {
          const letter = minutes[place]
          age += 1
          if (letter !== '-') {
            last = letter === 'b' ? null : letter === 'd' && !doubts(place) ? 0 : 1
            age = 0
          }
          const at = (hour - start) / minuteMs + place
          if (at >= 0 && at < found.length && counts(place)) found[at] = age < every ? last : null
        }
      return found
    },
  }
}

/** The gateway says that the line was up meanwhile: it counts in no figure. */
export const isDoubted = ({ secondView }: Pick<LedgerOutage, 'secondView'>): boolean =>
  secondView === 'disagrees'

const intervalOf = (from: string, to: string | null): Interval => ({
  from: Date.parse(from),
  to: to === null ? Infinity : Date.parse(to),
})

const isIn = (intervals: readonly Interval[], at: number) =>
  intervals.some(({ from, to }) => from <= at && at < to)
