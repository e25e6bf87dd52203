import { dayIn, dayNumber, instantIn, weekdayOf } from '../../platform/zone.ts'

export interface Layer {
  readonly startsOn: string
  readonly handoverMinute: number
  readonly period: 'day' | 'week'
  readonly length: number
  /** ISO weekdays; empty: all. */
  readonly days: readonly number[]
  readonly calendar: 'all' | 'workdays' | 'days_off'
  readonly fromMinute: number | null
  readonly toMinute: number | null
  /** Members in the order of their turns; null: one who can no longer be on call. Empty if all have left. */
  readonly turns: readonly (string | null)[]
}

export interface Change {
  readonly id: string
  readonly memberId: string
  readonly startsAt: number
  readonly endsAt: number
  /** The last that stands decides. */
  readonly since: number
}

export interface Segment {
  readonly from: number
  readonly to: number
  /** Null: nobody is on call. */
  readonly memberId: string | null
  /** Index of the layer that decides; null: a change, or nobody. */
  readonly layer: number | null
  readonly changeId: string | null
}

/** Whether nobody works on a day. */
export type IsDayOff = (day: number) => boolean

interface Span {
  readonly from: number
  readonly to: number
  readonly memberId: string
}

const wholeDay = 1440

/** Who has the turns of a layer. Hours belong to the day on which they begin. */
export function layerSpans(layer: Layer, zone: string, isDayOff: IsDayOff, from: number, to: number): Span[] {
  const spans: Span[] = []
  for (let day = dayIn(zone, from) - 1; day <= dayIn(zone, to); day++) {
    if (!covers(layer, day, isDayOff)) continue
    for (const [begins, ends] of pieces(layer)) {
      const memberId = onTurn(layer, day + Math.floor((begins - layer.handoverMinute) / wholeDay))
      if (memberId === null) continue
      const span = {
        from: Math.max(from, instantIn(zone, day, begins)),
        to: Math.min(to, instantIn(zone, day, ends)),
        memberId,
      }
      if (span.from < span.to) spans.push(span)
    }
  }
  return spans
}

function covers({ days, calendar }: Layer, day: number, isDayOff: IsDayOff): boolean {
  if (days.length > 0 && !days.includes(weekdayOf(day))) return false
  return calendar === 'all' || isDayOff(day) === (calendar === 'days_off')
}

/** The minutes of a day that a layer covers, cut where turns change. */
function pieces({ fromMinute, toMinute, handoverMinute }: Layer): (readonly [number, number])[] {
  const begins = fromMinute ?? 0
  const last = toMinute ?? wholeDay
  const ends = last > begins ? last : last + wholeDay
  const cuts = [handoverMinute, handoverMinute + wholeDay].filter((cut) => begins < cut && cut < ends)
  const edges = [begins, ...cuts, ends]
  return edges.slice(1).map((end, index) => [edges[index] ?? begins, end] as const)
}

/** Whose turn begins on or before a day. */
function onTurn({ startsOn, period, length, turns }: Layer, day: number): string | null {
  const turn = Math.floor((day - dayNumber(startsOn)) / (length * (period === 'week' ? 7 : 1)))
  return turn < 0 || turns.length === 0 ? null : (turns[turn % turns.length] ?? null)
}

export interface Rota {
  readonly zone: string
  readonly layers: readonly Layer[]
  /** Those that stand. */
  readonly changes: readonly Change[]
}

/** Who is on call, without a break from `from` to `to`: changes before layers, the first layer before others. */
export function scheduleOf(rota: Rota, isDayOff: IsDayOff, from: number, to: number): Segment[] {
  const changes = rota.changes
    .filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from)
    .toSorted((a, b) => b.since - a.since || Number(b.id) - Number(a.id))
  const layers = rota.layers.map((layer) => layerSpans(layer, rota.zone, isDayOff, from, to))
  const edges = new Set([from, to])
  for (const { startsAt, endsAt } of changes) {
    edges.add(Math.max(from, startsAt))
    edges.add(Math.min(to, endsAt))
  }
  for (const span of layers.flat()) edges.add(span.from).add(span.to)
  const moments = [...edges].toSorted((a, b) => a - b)
  const segments: Segment[] = []
  for (const [index, at] of moments.slice(0, -1).entries()) {
    const next = { from: at, to: moments[index + 1] ?? to, ...decided(changes, layers, at) }
    const before = segments.at(-1)
    if (before !== undefined && sameDuty(before, next))
      segments[segments.length - 1] = { ...before, to: next.to }
    else segments.push(next)
  }
  return segments
}

function decided(
  changes: readonly Change[],
  layers: readonly (readonly Span[])[],
  at: number,
): Pick<Segment, 'memberId' | 'layer' | 'changeId'> {
  const change = changes.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
  if (change !== undefined) return { memberId: change.memberId, layer: null, changeId: change.id }
  for (const [layer, spans] of layers.entries()) {
    const span = spans.find(({ from, to }) => from <= at && at < to)
    if (span !== undefined) return { memberId: span.memberId, layer, changeId: null }
  }
  return { memberId: null, layer: null, changeId: null }
}

const sameDuty = (a: Segment, b: Segment) =>
  a.memberId === b.memberId && a.layer === b.layer && a.changeId === b.changeId

/** Whether somebody has all of a time. */
export const hasAll = (segments: readonly Segment[], memberId: string): boolean =>
  segments.length > 0 && segments.every((segment) => segment.memberId === memberId)
