import type { SpanState } from '@netward/contract/standing-values'
import { countedFrom, countMinutes, everyMinutesOf, lettersByHour, type OpenHours } from '../lines/index.ts'
import {
  minutesOfOutlet,
  minutesOfPresence,
  type Span,
  spansOfEvents,
  stateOf,
  uncounted,
} from './availability.ts'
import type { DeviceHistory, HourRow, LineHistory, OutletHistory } from './facts.ts'

const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/**
 * Rows of the hours of an outlet between two whole hours: of itself, its lines and its devices by type. The minute that runs, and
 * those after it, do not count.
 */
export function countOutlet(
  outlet: OutletHistory,
  from: number,
  to: number,
  now: number,
  open: OpenHours,
): HourRow[] {
  const end = Math.min(to, Math.floor(now / minuteMs) * minuteMs)
  if (end <= from) return []
  const counts = Array.from({ length: (end - from) / minuteMs }, (_, minute) => {
    const at = from + minute * minuteMs
    return at >= (outlet.since ?? 0) && uncounted(open, outlet, at) === null
  })
  const gateways = outlet.devices.filter(({ isGateway }) => isGateway)
  const rows: HourRow[] = []
  const add = (kind: 'outlet' | 'device', part: string, several: readonly (readonly SpanState[])[]) => {
    for (let hour = from; hour < end; hour += hourMs) {
      const row = hourOf(several, counts, (hour - from) / minuteMs)
      if (row.counted + row.blind > 0) rows.push({ outlet_id: outlet.id, kind, part, at: hour, ...row })
    }
  }
  add('outlet', '', [
    minutesOfOutlet(
      outlet.lines.map(lettersOf),
      gateways.map((one) => spansOf(one, from, end)),
      from,
      end,
    ),
  ])
  for (const [type, devices] of Map.groupBy(outlet.devices, (one) => one.type))
    add(
      'device',
      type,
      devices.map((one) => minutesOfPresence([spansOf(one, from, end)], from, end)),
    )
  for (const line of outlet.lines) rows.push(...lineRows(outlet, line, from, end, now, open))
  return rows
}

type Counts = Pick<HourRow, 'counted' | 'good' | 'within' | 'judged' | 'blind' | 'expected'>

function hourOf(
  several: readonly (readonly SpanState[])[],
  counts: readonly boolean[],
  begins: number,
): Counts {
  let [good, down, blind, expected] = [0, 0, 0, 0]
  for (let minute = begins; minute < Math.min(begins + 60, counts.length); minute++) {
    if (!counts[minute]) continue
    for (const states of several) {
      const state = states[minute]
      expected += 1
      if (state === 'up') good += 1
      else if (state === 'down') down += 1
      else if (state === 'blind') blind += 1
    }
  }
  return { counted: good + down, good, within: 0, judged: 0, blind, expected }
}

/** As the ledger of a line counts it (modules/lines): a letter stands for the minutes until the next test. */
function lineRows(
  outlet: OutletHistory,
  line: LineHistory,
  from: number,
  end: number,
  now: number,
  open: OpenHours,
): HourRow[] {
  const counted = countMinutes(
    countedFrom(
      {
        businessHours: outlet.hours,
        timeZone: outlet.zone,
        measuredBy: line.by,
        profile: line.profile,
        settings: line.settings,
        createdAt: line.createdAt,
      },
      { minutes: line.minutes, doubted: line.doubted, works: outlet.works },
    ),
    now,
    open,
  )
  const rows: HourRow[] = []
  const since = Math.max(from, Math.floor((outlet.since ?? 0) / hourMs) * hourMs)
  for (let hour = since; hour < end; hour += hourMs) {
    const { measured, up, within, judged, blind, expected } = counted.tally(hour, hour + hourMs)
    if (measured + blind === 0) continue
    const minutes = (letters: number) => letters * counted.every
    rows.push({
      outlet_id: outlet.id,
      kind: 'line',
      part: line.id,
      at: hour,
      counted: minutes(measured),
      good: minutes(up),
      within: minutes(within),
      judged: minutes(judged),
      blind: minutes(blind),
      expected,
    })
  }
  return rows
}

const lettersOf = ({ by, profile, settings, minutes, doubted }: LineHistory) => ({
  every: everyMinutesOf(by, profile, settings),
  hours: lettersByHour(minutes),
  doubted: doubted ?? [],
})

/** Nothing is known of it outside of its tenure. */
function spansOf(
  { events, from: claimedAt, to: releasedAt }: DeviceHistory,
  from: number,
  to: number,
): Span[] {
  const known = (events ?? []).map(([at, kind]) => ({ at: Math.max(at, claimedAt), state: stateOf[kind] }))
  if (releasedAt !== null && releasedAt < to) known.push({ at: releasedAt, state: 'none' })
  return spansOfEvents(known, from, to)
}
