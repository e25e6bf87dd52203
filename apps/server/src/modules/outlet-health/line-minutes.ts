import { judgedEveryMinutes } from '@netward/contract/line-quality-values'
import { countedFrom, countMinutes, type OpenHours } from '../lines/index.ts'
import type { OutletFacts } from './facts.ts'
import type { LineMinutes } from './health.ts'

/**
 * Tests of an outlet's lines within a period that are judged, by the rules of the ledger (modules/lines). Lines that are measured
 * less often than every five minutes are judged by none (operations.md §1).
 */
export function minutesOf(facts: OutletFacts, open: OpenHours, from: number, to: number): LineMinutes {
  let [counted, within] = [0, 0]
  for (const line of facts.lines) {
    const own = countMinutes(
      countedFrom(
        {
          businessHours: facts.hours,
          timeZone: facts.zone,
          measuredBy: line.by,
          profile: line.profile,
          settings: line.settings,
          createdAt: line.createdAt,
        },
        { minutes: line.minutes, doubted: line.doubted, works: facts.works },
      ),
      to,
      open,
    )
    if (own.every > judgedEveryMinutes) continue
    const tally = own.tally(from, to)
    counted += tally.judged
    within += tally.within
  }
  return { counted, within }
}
