import { parseHours } from '@netward/contract/business-hours'
import { isOpen } from '@netward/contract/open-times'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Opening hours are asked so often, not every minute. */
export const openEvery = 5

/**
 * Whether an outlet is open, in steps of `openEvery` minutes of an hour (milliseconds since 1970); null: it never closes for a part
 * of a day, or its hours are unknown.
 */
export type OpenHours = (hours: string, zone: string, hour: number) => readonly boolean[] | null

type Parsed = ReturnType<typeof parseHours>

const closesOnADay = (hours: NonNullable<Parsed>): boolean =>
  hours.week.some((day) => day.reduce((sum, { from, to }) => sum + to - from, 0) < 1440)

/** Counted in the hours in which the outlet is open. */
export function closesDaily(text: string): boolean {
  const hours = parseHours(text)
  return hours !== null && closesOnADay(hours)
}

/** Outlets of a chain share their hours: each hour is worked out once. */
export function openHours(): OpenHours {
  const parsed = new Map<string, Parsed>()
  const known = new Map<string, readonly boolean[]>()
  return (text, zone, hour) => {
    if (!parsed.has(text)) parsed.set(text, parseHours(text))
    const hours = parsed.get(text) ?? null
    if (hours === null || !closesOnADay(hours)) return null
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

/** Whether an outlet is open at a moment, or its hours are unknown. */
export function isOpenAt(
  open: OpenHours,
  { hours, zone }: { readonly hours: string; readonly zone: string },
  at: number,
): boolean {
  const hour = Math.floor(at / hourMs) * hourMs
  return open(hours, zone, hour)?.[Math.floor((at - hour) / minuteMs / openEvery)] !== false
}
