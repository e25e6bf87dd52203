import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CarrierOutage, carrierLines, carrierMs, carrierOutagesOf, type LineOutage } from './find.ts'

const minute = 60_000

/** Outages that do not overlap on one line, on whole minutes. */
const outages = fc
  .array(
    fc.record({
      line: fc.integer({ min: 1, max: 6 }),
      gap: fc.integer({ min: 1, max: 12 }),
      lasts: fc.integer({ min: 1, max: 30 }),
      open: fc.boolean(),
    }),
    { maxLength: 14 },
  )
  .map((steps): LineOutage[] => {
    const clocks = new Map<number, number>()
    const made: LineOutage[] = []
    for (const { line, gap, lasts, open } of steps) {
      const from = (clocks.get(line) ?? 0) + gap
      if (!Number.isFinite(from)) continue
      clocks.set(line, open ? Infinity : from + lasts)
      made.push({
        line: String(line),
        company: String(line % 4),
        began: from * minute,
        ended: open ? null : (from + lasts) * minute,
      })
    }
    return made
  })

/** The same rule, minute by minute, with nothing remembered but the members. */
function slowly(all: readonly LineOutage[]): { began: number; ended: number | null; lines: string[] }[] {
  const found: { began: number; ended: number | null; lines: string[] }[] = []
  let members: LineOutage[] | null = null
  const downAt = (at: number) =>
    all.filter(({ began, ended }) => began <= at && (ended === null || ended > at))
  const close = (ended: number | null) => {
    if (members === null) return
    found.push({
      began: Math.min(...members.map(({ began }) => began)),
      ended,
      lines: [...new Set(members.map(({ line }) => line))].toSorted(),
    })
    members = null
  }
  for (let at = 0; at < 500 * minute; at += minute) {
    const down = downAt(at)
    if (members !== null) {
      const still = new Set(members.filter((one) => down.includes(one)).map(({ line }) => line))
      if (still.size < carrierLines) close(at)
      else members.push(...down.filter((one) => one.began === at && !members!.includes(one)))
    }
    if (members === null && down.some(({ began }) => began === at)) {
      const together = down.filter(({ began }) => began >= at - carrierMs)
      if (new Set(together.map(({ line }) => line)).size >= carrierLines) members = together
    }
  }
  close(null)
  return found
}

const shape = ({ began, ended, lines }: CarrierOutage) => ({
  began,
  ended,
  lines: lines.map(({ line }) => line).toSorted(),
})

test('outages of a carrier are those that the rule finds minute by minute', () => {
  fc.assert(
    fc.property(outages, (all) => {
      expect(carrierOutagesOf(all).map(shape)).toEqual(slowly(all))
    }),
    { numRuns: 500 },
  )
})

test('the order of outages does not matter, and each line is named once', () => {
  fc.assert(
    fc.property(outages, (all) => {
      const found = carrierOutagesOf(all)
      expect(carrierOutagesOf(all.toReversed()).map(shape)).toEqual(found.map(shape))
      for (const { lines } of found) expect(new Set(lines.map(({ line }) => line)).size).toBe(lines.length)
    }),
  )
})

const outage = (line: string, began: number, ended: number | null): LineOutage => ({
  line,
  company: line,
  began: began * minute,
  ended: ended === null ? null : ended * minute,
})

test.each([
  ['two lines', [outage('1', 0, null), outage('2', 1, null)], 0],
  ['three within ten minutes', [outage('1', 0, null), outage('2', 5, null), outage('3', 10, null)], 1],
  ['three within eleven', [outage('1', 0, null), outage('2', 5, null), outage('3', 11, null)], 0],
  ['three, one of which is up again', [outage('1', 0, 4), outage('2', 3, null), outage('3', 5, null)], 0],
  ['one line three times', [outage('1', 0, 1), outage('1', 2, 3), outage('1', 4, null)], 0],
])('%s', (_what, all, expected) => {
  expect(carrierOutagesOf(all)).toHaveLength(expected)
})
