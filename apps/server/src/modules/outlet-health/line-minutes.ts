import { parseHours } from '@netward/contract/business-hours'
import { judgedEveryMinutes } from '@netward/contract/line-quality-values'
import { isOpen } from '@netward/contract/open-times'
import { everyMinutesOf } from '../lines/index.ts'
import type { OutletFacts } from './facts.ts'
import type { LineMinutes } from './health.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Opening hours are asked so often, not every minute. */
const openEvery = 5

export type OpenHour = (hours: string, zone: string, hour: number) => readonly boolean[] | null

/**
 * When outlets are open, in steps of five minutes of an hour; null: always, or the hours are unknown. Outlets of a chain share
 * their hours, so that each is worked out once.
 */
export function openHours(): OpenHour {
  const parsed = new Map<string, ReturnType<typeof parseHours>>()
  const known = new Map<string, readonly boolean[]>()
  return (text, zone, hour) => {
    if (!parsed.has(text)) parsed.set(text, parseHours(text))
    const hours = parsed.get(text) ?? null
    if (hours === null || !closesDaily(hours)) return null
    const key = `${zone} ${hour} ${text}`
    const found = known.get(key)
    if (found !== undefined) return found
    const steps = Array.from({ length: 60 / openEvery }, (_, n) =>
      isOpen(hours, zone, new Date(hour + n * openEvery * minuteMs)),
    )
    known.set(key, steps)
    return steps
  }
}

const closesDaily = ({ week }: NonNullable<ReturnType<typeof parseHours>>) =>
  week.some((day) => day.reduce((sum, { from, to }) => sum + to - from, 0) < 1440)

/** Whether an outlet is open at a moment, or its hours are unknown. */
export function isOpenAt(
  open: OpenHour,
  { hours, zone }: Pick<OutletFacts, 'hours' | 'zone'>,
  at: number,
): boolean {
  const hour = Math.floor(at / hourMs) * hourMs
  return open(hours, zone, hour)?.[Math.floor((at - hour) / minuteMs / openEvery)] !== false
}

/**
 * Minutes of an outlet's lines within a period that count: measured, in opening hours, outside of maintenance. Lines that are
 * measured less often than every five minutes are judged by none (operations.md §1).
 */
export function minutesOf(facts: OutletFacts, open: OpenHour, from: number, to: number): LineMinutes {
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
