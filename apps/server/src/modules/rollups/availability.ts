import type { SpanState } from '@netward/contract/standing-values'
import { isOpenAt, type OpenHours, type Pair } from '../lines/index.ts'

const minuteMs = 60_000

export interface Span {
  readonly state: SpanState
  /** Milliseconds since 1970; it begins where the one before ends. */
  readonly to: number
}

/** A change of presence, in milliseconds since 1970. */
export interface PresenceEvent {
  readonly at: number
  readonly state: SpanState
}

/** A device that is overdue still counts as online (operations.md §6). */
export const stateOf: Readonly<Record<'online' | 'overdue' | 'offline', SpanState>> = {
  online: 'up',
  overdue: 'late',
  offline: 'down',
}

/** What a period was by events in order of time: those before it say with what it begins. */
export function spansOfEvents(events: readonly PresenceEvent[], from: number, to: number): Span[] {
  const spans: Span[] = []
  let state: SpanState = 'none'
  const end = (at: number) => {
    const last = spans.at(-1)
    if (at <= (last?.to ?? from)) return
    if (last?.state === state) spans[spans.length - 1] = { state, to: at }
    else spans.push({ state, to: at })
  }
  for (const event of events) {
    if (event.at >= to) break
    if (event.at > from) end(event.at)
    state = event.state
  }
  end(to)
  return spans
}

/** The same by a state a minute. */
export function spansOfMinutes(states: readonly SpanState[], from: number): Span[] {
  const spans: Span[] = []
  for (const [minute, state] of states.entries()) {
    const to = from + (minute + 1) * minuteMs
    if (spans.at(-1)?.state === state) spans[spans.length - 1] = { state, to }
    else spans.push({ state, to })
  }
  return spans
}

/** The same spans, in whose minutes `why` names what does not count. */
export function withoutUncounted(
  spans: readonly Span[],
  from: number,
  why: (at: number) => SpanState | null,
): Span[] {
  const found: Span[] = []
  let begins = from
  for (const span of spans)
    while (begins < span.to) {
      const to = Math.min(span.to, (Math.floor(begins / minuteMs) + 1) * minuteMs)
      const state = why(begins) ?? span.state
      if (found.at(-1)?.state === state) found[found.length - 1] = { state, to }
      else found.push({ state, to })
      begins = to
    }
  return found
}

/** Share of 1 of the time that counts; null: none does. */
export function shareUp(spans: readonly Span[], from: number): number | null {
  let [up, down, begins] = [0, 0, from]
  for (const { state, to } of spans) {
    if (state === 'up' || state === 'late') up += to - begins
    else if (state === 'down') down += to - begins
    begins = to
  }
  return up + down === 0 ? null : up / (up + down)
}

/** A line's letters (line-quality-values.ts) by the hour's milliseconds since 1970. */
export interface LineLetters {
  readonly every: number
  readonly hours: ReadonlyMap<number, string>
  /** Outages that the gateway contradicts: the line was up. */
  readonly doubted?: readonly Pair[]
}

const hourMs = 60 * minuteMs

/**
 * What an outlet was in each minute of a period: up while one of its lines is, down while all that are known are. A letter
 * stands until the next test. In minutes of which its lines say nothing its gateways count: an outlet of which nothing
 * answers is down, not unknown (operations.md §1).
 */
export function minutesOfOutlet(
  lines: readonly LineLetters[],
  gateways: readonly (readonly Span[])[],
  from: number,
  to: number,
): SpanState[] {
  const states = minutesOfLines(lines, from, to)
  if (!states.includes('none')) return states
  const present = minutesOfPresence(gateways, from, to)
  return states.map((state, minute) => (state === 'none' ? (present[minute] ?? 'none') : state))
}

export function minutesOfLines(lines: readonly LineLetters[], from: number, to: number): SpanState[] {
  const states = Array.from<SpanState>({ length: Math.floor((to - from) / minuteMs) }).fill('none')
  for (const { every, hours, doubted = [] } of lines) {
    let [last, age] = ['-', every]
    // An hour earlier: a letter may stand into the period.
    for (let hour = Math.floor(from / hourMs) * hourMs - hourMs; hour < to; hour += hourMs) {
      const letters = hours.get(hour)
      for (let place = 0; place < 60; place++) {
        const letter = letters?.[place] ?? '-'
        const at = hour + place * minuteMs
        age += 1
        if (letter !== '-') [last, age] = [letter === 'd' && isIn(doubted, at) ? 'o' : letter, 0]
        const minute = Math.floor((at - from) / minuteMs)
        if (age < every && minute >= 0 && minute < states.length)
          states[minute] = better(states[minute] ?? 'none', last)
      }
    }
  }
  return states
}

const ofLetter: Readonly<Record<string, SpanState>> = { u: 'up', o: 'up', d: 'down', b: 'blind' }
/** Of two lines the better one decides; a blind one says less than one that is known. */
const rank: readonly SpanState[] = ['none', 'blind', 'down', 'up']

function better(state: SpanState, letter: string): SpanState {
  const other = ofLetter[letter] ?? 'none'
  return rank.indexOf(other) > rank.indexOf(state) ? other : state
}

/** The same by the presence of devices: up while one of them is. */
export function minutesOfPresence(
  devices: readonly (readonly Span[])[],
  from: number,
  to: number,
): SpanState[] {
  const states = Array.from<SpanState>({ length: Math.floor((to - from) / minuteMs) }).fill('none')
  for (const spans of devices) {
    let minute = 0
    for (const span of spans)
      for (; minute < states.length && from + minute * minuteMs < span.to; minute++) {
        const state = span.state === 'late' ? 'up' : span.state
        if (rank.indexOf(state) > rank.indexOf(states[minute] ?? 'none')) states[minute] = state
      }
  }
  return states
}

/** Why a minute of an outlet does not count; null: it does. */
export function uncounted(
  open: OpenHours,
  outlet: { readonly hours: string; readonly zone: string; readonly works: readonly Pair[] },
  at: number,
): 'maintenance' | 'closed' | null {
  if (isIn(outlet.works, at)) return 'maintenance'
  return isOpenAt(open, outlet, at) ? null : 'closed'
}

const isIn = (pairs: readonly Pair[], at: number): boolean =>
  pairs.some(([from, to]) => from <= at && (to === null || at < to))
