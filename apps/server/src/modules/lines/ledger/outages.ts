const minuteMs = 60_000
/** Outages that only blind or unmeasured minutes part are one, if these are not more: two intervals of tests at least. */
const bridgedOf = (every: number) => Math.max(10, 2 * every)

export interface Outage {
  readonly beganAt: number
  /** Null: it lasts. */
  readonly endedAt: number | null
  readonly downMinutes: number
}

export interface Ledger {
  readonly outages: readonly Outage[]
  readonly state: 'up' | 'down' | 'blind' | 'unmeasured'
  /** When that state began, as far as the minutes say. */
  readonly since: number
}

/**
 * The outages in a row of minutes, a letter each (line-quality-values.ts). A minute that is blind, or in which nothing was
 * measured, neither begins nor ends an outage: it lasts until a minute is up, or until nothing was known of the line for long.
 * @param start of the first minute, in milliseconds
 * @param now the minutes after it are not there yet
 * @param every minutes from one test to the next: a letter stands for them all
 */
export function ledgerOf(minutes: string, start: number, now: number, every = 1): Ledger {
  const bridged = bridgedOf(every)
  const known = minutes.slice(0, Math.max(0, Math.floor((now - start) / minuteMs) + 1))
  const at = (place: number) => start + place * minuteMs
  const outages: Outage[] = []
  let open: { from: number; last: number; down: number } | null = null
  const close = (endedAt: number | null) => {
    if (open === null) return
    outages.push({ beganAt: at(open.from), endedAt, downMinutes: open.down })
    open = null
  }
  for (let place = 0; place < known.length; place++) {
    const letter = known[place]
    const upTo = open === null ? place : Math.min(open.last + every, place)
    if (open !== null && place - open.last > bridged + 1) close(at(upTo))
    if (letter === 'd') {
      const down = minutesOf(known, place, every)
      if (open === null) open = { from: place, last: place, down }
      else open = { from: open.from, last: place, down: open.down + down }
    } else if (open !== null && (letter === 'u' || letter === 'o')) close(at(upTo))
  }
  close(null)
  return { outages, ...standingOf(known, at, start, bridged) }
}

/** How many minutes a letter stands for: until the next one, or the next test. */
export function minutesOf(letters: string, place: number, every: number): number {
  let n = 1
  while (n < every && letters[place + n] === '-') n += 1
  return n
}

/** What the last minutes say; the one that runs may have no value yet. */
function standingOf(
  known: string,
  at: (place: number) => number,
  start: number,
  bridged: number,
): Pick<Ledger, 'state' | 'since'> {
  const recent = known.slice(-bridged)
  const letter = recent.replaceAll('-', '').at(-1)
  const state =
    letter === undefined ? 'unmeasured' : letter === 'd' ? 'down' : letter === 'b' ? 'blind' : 'up'
  const same = (one: string | undefined) =>
    state === 'up' ? one === 'u' || one === 'o' || one === '-' : one === letter || one === '-'
  let place = known.length
  while (place > 0 && (state === 'unmeasured' ? known[place - 1] === '-' : same(known[place - 1]))) place -= 1
  // Not from a minute of which nothing is known.
  if (state !== 'unmeasured') while (known[place] === '-') place += 1
  return { state, since: Math.max(start, at(Math.min(place, Math.max(0, known.length - 1)))) }
}
