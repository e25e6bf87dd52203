import { createHash } from 'node:crypto'
import { parseHours } from '@netward/contract/business-hours'
import { isOpen } from '@netward/contract/open-times'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
/** As long as a test in each direction lasts at most, with room. */
const slotMs = 10 * minuteMs
/** Where business hours are not known, or never end: when people sleep. */
const night = parseHours('05:00-02:00')!

/** Whether a test of throughput disturbs nobody at this moment, and none when it ends. */
export function isQuiet(businessHours: string, zone: string, at: number): boolean {
  const known = parseHours(businessHours)
  const neverEnds =
    known === null || known.week.every((day) => day.reduce((sum, { from, to }) => sum + to - from, 0) >= 1440)
  const hours = neverEnds ? night : known
  return [at, at + slotMs].every((moment) => !isOpen(hours, zone, new Date(moment)))
}

/**
 * When the throughput of a line is tested next: a quiet moment of the 24 hours from `from` on, which differs from line to line and
 * from day to day. Null: none of them is quiet.
 */
export function nextThroughputAt(
  lineId: string,
  businessHours: string,
  zone: string,
  from: number,
): number | null {
  const first = Math.ceil(from / slotMs) * slotMs
  const quiet = Array.from({ length: dayMs / slotMs }, (_, n) => first + n * slotMs).filter((at) =>
    isQuiet(businessHours, zone, at),
  )
  const chance = createHash('sha256')
    .update(`${lineId} ${Math.floor(from / dayMs)}`)
    .digest()
    .readUInt32BE()
  const at = quiet[chance % Math.max(1, quiet.length)]
  return at === undefined ? null : at + (chance % slotMs)
}
