import { minutesOf } from './outages.ts'

/** Minutes of a period, as figures of a line are counted from them (operations.md §1 and §6). */
export interface LineFigures {
  /** Shares of 1; null: nothing counts. */
  readonly availability: number | null
  readonly withinTarget: number | null
  /** How much of what should have been measured was. */
  readonly coverage: number | null
  readonly downMinutes: number
  readonly blindMinutes: number
}

export interface CountedMinutes {
  /** A letter each (line-quality-values.ts). */
  readonly minutes: string
  /** Whether the minute at this place counts: the outlet is open, and no approved maintenance covers it. */
  readonly counts: (place: number) => boolean
  /** Whether a minute that is down is one of an outage that the gateway contradicts: then the line was up. */
  readonly isDoubted: (place: number) => boolean
}

/**
 * Counted minutes are those that should count without blind ones, and without those of which nothing is known. A line that is
 * measured every few minutes has letters for those only, and its figures are shares of them. A minute that the gateway
 * contradicts was up, but nobody knows how well: it is no part of the share within target.
 */
export function figuresOf(periods: Iterable<CountedMinutes>, expectedEvery: number): LineFigures {
  let [total, up, within, doubted, down, blind, downMinutes] = [0, 0, 0, 0, 0, 0, 0]
  const all = [...periods]
  const letters = all.map(({ minutes }) => minutes).join('')
  let begun = 0
  for (const { minutes, counts, isDoubted } of all) {
    for (let place = 0; place < minutes.length; place++) {
      if (!counts(place)) continue
      total += 1
      const letter = minutes[place]
      if (letter === 'u') {
        up += 1
        within += 1
      } else if (letter === 'o') up += 1
      else if (letter === 'd' && isDoubted(place)) {
        up += 1
        doubted += 1
      } else if (letter === 'd') {
        down += 1
        downMinutes += minutesOf(letters, begun + place, expectedEvery)
      } else if (letter === 'b') blind += 1
    }
    begun += minutes.length
  }
  const measured = up + down
  const judged = measured - doubted
  const expected = total / expectedEvery
  return {
    availability: measured === 0 ? null : up / measured,
    withinTarget: judged === 0 ? null : within / judged,
    coverage: expected === 0 ? null : Math.min(1, measured / expected),
    downMinutes,
    blindMinutes: blind,
  }
}
