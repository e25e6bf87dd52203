import { judgedEveryMinutes } from '@netward/contract/line-quality-values'
import { everyMinutesOf, openEvery, type OpenHours } from '../lines/index.ts'
import type { OutletFacts } from './facts.ts'
import type { LineMinutes } from './health.ts'

const minuteMs = 60_000

/**
 * Minutes of an outlet's lines within a period that count: measured, in opening hours, outside of maintenance. Lines that are
 * measured less often than every five minutes are judged by none (operations.md §1).
 */
export function minutesOf(facts: OutletFacts, open: OpenHours, from: number, to: number): LineMinutes {
  let [counted, within] = [0, 0]
  for (const line of facts.lines) {
    if (everyMinutesOf(line.by, line.profile, line.settings) > judgedEveryMinutes) continue
    for (const [hourText, letters] of Object.entries(line.minutes ?? {})) {
      const hour = Number(hourText)
      const opened = open(facts.hours, facts.zone, hour)
      for (let place = 0; place < letters.length; place++) {
        const letter = letters[place]
        if (letter !== 'u' && letter !== 'o' && letter !== 'd') continue
        const at = hour + place * minuteMs
        if (at < from || at >= to || opened?.[Math.floor(place / openEvery)] === false) continue
        if (facts.works.some(([began, ends]) => began <= at && at < ends)) continue
        counted += 1
        if (letter === 'u') within += 1
      }
    }
  }
  return { counted, within }
}
