/** An outage of a line, of which there may be several. Times in milliseconds. */
export interface LineOutage {
  readonly line: string
  readonly company: string
  readonly began: number
  /** Null: it lasts. */
  readonly ended: number | null
}

export interface CarrierOutage {
  readonly began: number
  /** Null: it lasts. */
  readonly ended: number | null
  /** Each line once: from its first outage in it to the end of its last. */
  readonly lines: readonly LineOutage[]
}

/** So many lines that go down within this time, and are down together, are an outage of their carrier (operations.md §7). */
export const carrierLines = 3
export const carrierMs = 10 * 60_000

/**
 * The outages of a carrier in a city, from those of lines: it begins with the first of three lines that went down within ten
 * minutes and are down together, takes in what goes down while it lasts, and ends when fewer than three of its lines are down.
 */
export function carrierOutagesOf(outages: readonly LineOutage[]): CarrierOutage[] {
  const moments = outages
    .flatMap((outage) => [
      { at: outage.began, starts: true, outage },
      ...(outage.ended === null ? [] : [{ at: outage.ended, starts: false, outage }]),
    ])
    // What ends when another begins was not down with it.
    .toSorted((a, b) => a.at - b.at || Number(a.starts) - Number(b.starts))
  const found: CarrierOutage[] = []
  const down = new Set<LineOutage>()
  let members: Set<LineOutage> | null = null
  for (const { at, starts, outage } of moments) {
    if (starts) {
      down.add(outage)
      if (members === null) {
        const together = [...down].filter(({ began }) => began >= at - carrierMs)
        if (linesOf(together) >= carrierLines) members = new Set(together)
      } else members.add(outage)
    } else {
      down.delete(outage)
      const { size } = new Set([...(members ?? [])].filter((one) => down.has(one)).map(({ line }) => line))
      if (members !== null && size < carrierLines) {
        found.push(outageOf(members, at))
        members = null
      }
    }
  }
  if (members !== null) found.push(outageOf(members, null))
  return found
}

const linesOf = (outages: readonly LineOutage[]): number => new Set(outages.map(({ line }) => line)).size

function outageOf(members: ReadonlySet<LineOutage>, ended: number | null): CarrierOutage {
  const lines = [...Map.groupBy(members, ({ line }) => line).values()].map((own): LineOutage => ({
    line: own[0]!.line,
    company: own[0]!.company,
    began: Math.min(...own.map(({ began }) => began)),
    ended: own.some((one) => one.ended === null) ? null : Math.max(...own.map((one) => one.ended!)),
  }))
  return { began: Math.min(...lines.map(({ began }) => began)), ended, lines }
}
