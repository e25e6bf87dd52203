import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frontsOf, graceMs, nodeOf, type PathAlarm, type Paths, placesOf } from './paths.ts'

/** Eight devices, and two lines. */
const subjects = ['1', '3', '5', '7', '9', '11', '13', '15', '2', '4']
const node = fc.constantFrom(...subjects.slice(0, 8)).map(nodeOf)
/** Links of any kind: loops, links to itself, twice the same, through switches that nobody knows. */
const anyPaths: fc.Arbitrary<Paths> = fc.record({
  links: fc.array(
    fc.tuple(fc.oneof(node, fc.constantFrom('l2', 'l4', 'other:a')), fc.oneof(node, fc.constant('other:b'))),
    { maxLength: 20 },
  ),
  gateways: fc.subarray(['d1', 'd3']),
})

/** Events of a storm, in any order. */
const storm = fc.array(fc.record({ subject: fc.constantFrom(...subjects), off: fc.boolean() }), {
  maxLength: 25,
})

/** The alarms of an outlet, placed after each event, as the database keeps them. */
class Outlet {
  readonly #all = new Map<string, PathAlarm & { cleared: number | null }>()
  readonly #paths: Paths
  #ids = 0

  constructor(paths: Paths) {
    this.#paths = paths
  }

  get active() {
    return [...this.#all.values()].filter(({ cleared }) => cleared === null)
  }

  turn(subject: string, off: boolean, now: number, place: boolean): void {
    const known = this.active.find((alarm) => alarm.subject === subject)
    if (off && !known) {
      const id = String((this.#ids += 1))
      this.#all.set(id, { id, subject, watches: 'offline', behind: null, endedAt: null, cleared: null })
    } else if (!off && known) this.#all.set(known.id, { ...known, cleared: now })
    if (place) this.place(now)
  }

  place(now: number): void {
    const seen = this.active.map((alarm) => ({
      ...alarm,
      endedAt: alarm.behind === null ? null : this.#all.get(alarm.behind)!.cleared,
    }))
    for (const { subject, front } of placesOf(this.#paths, seen, now).places)
      for (const alarm of this.active.filter((one) => one.subject === subject))
        this.#all.set(alarm.id, {
          ...alarm,
          behind: front === null ? null : this.active.find((one) => one.subject === front)!.id,
        })
  }

  /** Whether somebody is behind itself. */
  get circular(): boolean {
    return [...this.#all.keys()].some((id) => this.#isCircular(id))
  }

  #isCircular(id: string): boolean {
    const seen = new Set<string>()
    for (let at: string | null = id; at !== null; at = this.#all.get(at)!.behind) {
      if (seen.has(at)) return true
      seen.add(at)
    }
    return false
  }

  get final() {
    const subjectOf = (id: string | null) => (id === null ? null : this.#all.get(id)!.subject)
    return this.active
      .map(({ subject, behind }) => [subject, subjectOf(behind)])
      .toSorted(([a], [b]) => Number(a) - Number(b))
  }
}

test('the final places depend on what is off alone: not on the order of arrival, nor on when they were placed', () => {
  fc.assert(
    fc.property(anyPaths, storm, fc.array(fc.boolean(), { maxLength: 25 }), (paths, events, placed) => {
      const lived = new Outlet(paths)
      for (const [index, { subject, off }] of events.entries()) {
        lived.turn(subject, off, index * 30_000, placed[index] ?? true)
        expect(lived.circular).toBe(false)
      }
      const end = events.length * 30_000 + graceMs
      lived.place(end)
      const off = new Set(lived.active.map(({ subject }) => subject))
      for (const order of [[...off].toSorted(), [...off].toSorted().toReversed()]) {
        const fresh = new Outlet(paths)
        for (const subject of order) fresh.turn(subject, true, end, true)
        expect(fresh.final).toEqual(lived.final)
      }
    }),
  )
})

test('what cuts off is off itself and reached; no alarm is hidden without one in front', () => {
  fc.assert(
    fc.property(
      anyPaths,
      fc.uniqueArray(fc.constantFrom(...subjects).map(nodeOf)),
      fc.infiniteStream(fc.nat()),
      (paths, down, dice) => {
        const fronts = frontsOf(paths, new Set(down))
        for (const front of fronts.values()) {
          expect(down).toContain(front)
          expect(fronts.has(front)).toBe(false)
        }
        // Other orders, directions and repeats of links are the same topology.
        const shuffled = paths.links
          .map((link) => ({ link, key: dice.next().value! }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ link: [a, b] }) => [b, a] as const)
        const links = [...shuffled, ...paths.links]
        expect(new Map(frontsOf({ ...paths, links }, new Set(down)))).toEqual(new Map(fronts))
      },
    ),
  )
})

test('a device is cut off only where each of its ways leads through one that is off', () => {
  const chain: Paths = {
    links: [
      ['l1', 'd1'],
      ['d1', 'd2'],
      ['d2', 'd3'],
    ],
    gateways: ['d1'],
  }
  const cut = (paths: Paths, ...down: string[]) => [...frontsOf(paths, new Set(down))]
  expect(cut(chain, 'd1', 'd2', 'd3')).toEqual([
    ['d2', 'd1'],
    ['d3', 'd1'],
  ])
  expect(cut(chain, 'd3')).toEqual([])
  expect(cut({ ...chain, links: [...chain.links, ['d1', 'd3']] }, 'd2', 'd3')).toEqual([])
  // A switch that claims to hang at everything, and an outlet of which nothing says where it is reached from.
  expect(cut({ ...chain, links: [...chain.links, ['d3', 'l1'], ['d3', 'd3']] }, 'd1', 'd2')).toEqual([])
  expect(cut({ links: [['d8', 'd9']], gateways: [] }, 'd8', 'd9')).toEqual([])
})

test('a line that is down cuts off what no other line reaches', () => {
  const links: Paths['links'] = [
    ['l2', 'd1'],
    ['d1', 'd3'],
  ]
  const cut = (paths: Paths, ...down: string[]) => [...frontsOf(paths, new Set(down))]
  expect(cut({ links, gateways: ['d1'] }, 'l2', 'd1', 'd3')).toEqual([
    ['d1', 'l2'],
    ['d3', 'l2'],
  ])
  expect(cut({ links: [...links, ['l4', 'd1']], gateways: ['d1'] }, 'l2', 'd1', 'd3')).toEqual([['d3', 'd1']])
})
