const minute = 60_000

export interface Span {
  /** Milliseconds since 1970; the end is the first minute that is not known to be down. */
  readonly from: number
  readonly to: number
}

/** Minutes in a row in which a site was down, by the ledgers of its lines. A minute without a value ends an outage: it is neither up nor down. */
export function outagesOf(byMinute: readonly (number | null)[], start: number): Span[] {
  const outages: Span[] = []
  let since: number | null = null
  for (let at = 0; at <= byMinute.length; at += 1) {
    const state = byMinute[at]
    if (state === 0) {
      since ??= at
      continue
    }
    if (since === null) continue
    outages.push({ from: start + since * minute, to: start + at * minute })
    since = null
  }
  return outages
}

/** A site is up while one of its lines is, down while all that are measured are down. */
export function siteByMinute(lines: readonly (readonly (number | null)[])[]): (number | null)[] {
  const length = Math.max(0, ...lines.map((states) => states.length))
  return Array.from({ length }, (_, at) => {
    const known = lines.map((states) => states[at] ?? null).filter((state) => state !== null)
    return known.length === 0 ? null : Math.max(...known)
  })
}
