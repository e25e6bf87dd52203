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

/** Letters of minutes that count, by what they say, and minutes that should count. */
export interface LineTally {
  readonly measured: number
  /** Of which the quality is known too. */
  readonly judged: number
  readonly up: number
  readonly within: number
  readonly blind: number
  readonly expected: number
}

/**
 * Counted minutes are those that should count without blind ones, and without those of which nothing is known. A line that is
 * measured every few minutes has letters for those only, and its figures are shares of them. A minute that the gateway
 * contradicts was up, but nobody knows how well: it is no part of the share within target.
 */
export function figuresOf(periods: Iterable<CountedMinutes>, expectedEvery: number): LineFigures {
  const all = [...periods]
  const letters = all.map(({ minutes }) => minutes).join('')
  let [begun, downMinutes] = [0, 0]
  for (const { minutes, counts, isDoubted } of all) {
    for (let place = 0; place < minutes.length; place++)
      if (minutes[place] === 'd' && counts(place) && !isDoubted(place))
        downMinutes += minutesOf(letters, begun + place, expectedEvery)
    begun += minutes.length
  }
  const { measured, judged, up, within, blind, expected: total } = tallyOf(all)
  const expected = total / expectedEvery
  return {
    availability: measured === 0 ? null : up / measured,
    withinTarget: judged === 0 ? null : within / judged,
    coverage: expected === 0 ? null : Math.min(1, measured / expected),
    downMinutes,
    blindMinutes: blind,
  }
}

export function tallyOf(periods: Iterable<CountedMinutes>): LineTally {
  let [expected, up, within, doubted, down, blind] = [0, 0, 0, 0, 0, 0]
  for (const { minutes, counts, isDoubted } of periods)
    for (let place = 0; place < minutes.length; place++) {
      if (!counts(place)) continue
      expected += 1
      const letter = minutes[place]
      if (letter === 'u') within += 1
      if (letter === 'd' && isDoubted(place)) doubted += 1
      else if (letter === 'u' || letter === 'o') up += 1
      else if (letter === 'd') down += 1
      else if (letter === 'b') blind += 1
    }
  up += doubted
  return { measured: up + down, judged: up + down - doubted, up, within, blind, expected }
}
