import type { MetricPoll } from '@netward/contract/metric-batch'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { AddressGuard } from '../guard.ts'
import { nextSlot } from '../poll/due-queue.ts'
import type { FromCollector, PlanUpdate } from '../protocol.ts'
import { LinkTestsOnDemand } from './demand.ts'
import { LinkEngine } from './engine.ts'
import { fakeMeans, lineOf, pingOf } from './fixture.ts'
import { newLine } from './line.ts'
import type { LineFact, LinePlan, LinkTested } from './protocol.ts'

const [first, isp, shop, other] = ['203.0.113.254', '203.0.113.1', '203.0.113.2', '203.0.113.3'] as const
const ending: { close(): void }[] = []
afterEach(() => {
  for (const one of ending.splice(0)) one.close()
})

function start() {
  const fake = fakeMeans()
  const polls: MetricPoll[] = []
  const messages: Extract<FromCollector, { kind: 'line-facts' }>[] = []
  const errors: unknown[] = []
  const engine = new LinkEngine({
    epoch: 'e',
    guard: new AddressGuard(['10.1.0.0/16=acme'], []),
    means: fake.means,
    poll: (poll) => polls.push(poll),
    send(message) {
      if (message.kind !== 'line-facts') return
      messages.push(message)
      engine.acknowledge({ kind: 'ack', of: 'line-facts', epoch: 'e', sequence: message.sequence })
    },
    onError: (error) => errors.push(error),
    secondPathMs: 50,
  })
  ending.push(engine)
  const plan = (...lines: LinePlan[]) =>
    engine.update({ kind: 'plan', full: true, credentials: [], targets: [], lines } satisfies PlanUpdate)
  const facts = <Kind extends LineFact['kind']>(kind: Kind) =>
    messages
      .flatMap((message) => message.facts)
      .filter((fact): fact is Extract<LineFact, { kind: Kind }> => fact.kind === kind)
  const states = (lineId: string) =>
    facts('state')
      .filter((fact) => fact.lineId === lineId)
      .map(({ state, reason }) => (reason === null ? state : `${state} ${reason}`))
  return { ...fake, fake, engine, plan, polls, facts, states, errors, messages }
}

test('values of a round are those of its line, under the key of each target', async () => {
  const { plan, polls, answering, states, facts, errors } = start()
  answering.add(isp)
  plan(lineOf('2', [pingOf('isp', isp), pingOf('shop', shop)]))
  await vi.waitFor(() => expect(states('2')).toEqual(['up']))
  const { deviceId, values } = polls[0]!
  expect(deviceId).toBe('2')
  expect(values).toContainEqual(['line_loss', 'isp', 0])
  expect(values).toContainEqual(['line_rtt_median', 'isp', 11.5])
  expect(values).toContainEqual(['line_loss', 'shop', 100])
  expect(values.filter(([, instance]) => instance === 'shop')).toHaveLength(1)
  expect(values).toContainEqual(['line_up', '', 1])
  expect(facts('test').map(({ result }) => [result.key, result.method, result.passed])).toEqual([
    ['isp', 'fping', true],
    ['shop', 'fping', false],
  ])
  expect(errors).toEqual([])
})

test('an outage has its path at the onset, later and at the end', async () => {
  const { plan, answering, states, facts, traced } = start()
  answering.add(isp).add(other)
  plan(lineOf('2', [pingOf('isp', isp)]), lineOf('4', [pingOf('isp', other)]))
  await vi.waitFor(() => expect(states('2')).toEqual(['up']))
  answering.delete(isp)
  await vi.waitFor(() => expect(states('2')).toEqual(['up', 'down']))
  await vi.waitFor(() => expect(traced).toEqual([isp, isp]))
  answering.add(isp)
  await vi.waitFor(() => expect(states('2')).toEqual(['up', 'down', 'up']))
  await vi.waitFor(() =>
    expect(facts('path').map(({ lineId, moment }) => `${lineId} ${moment}`)).toEqual([
      '2 onset',
      '2 after_5_minutes',
      '2 end',
    ]),
  )
  expect(states('4')).toEqual(['up'])
})

test('where every line of every outlet is lost at once, minutes are blind, and no loss is stored', async () => {
  const { plan, answering, states, polls, facts, traced } = start()
  answering.add(isp).add(other)
  plan(lineOf('2', [pingOf('isp', isp)]), lineOf('4', [pingOf('isp', other)]))
  await vi.waitFor(() => expect([...states('2'), ...states('4')]).toEqual(['up', 'up']))
  answering.clear()
  await vi.waitFor(() => {
    expect(states('2')).toEqual(['up', 'blind everything_lost'])
    expect(states('4')).toEqual(['up', 'blind everything_lost'])
  })
  expect(polls.flatMap(({ values }) => values)).not.toContainEqual(['line_up', '', 0])
  expect(facts('blind').every(({ at, until }) => until >= at)).toBe(true)
  expect(traced).toEqual([])
  answering.add(isp).add(other)
  await vi.waitFor(() => expect(states('2').at(-1)).toBe('up'))
})

test('a dark outlet is down: lines of its own are no witnesses against it', async () => {
  const { plan, answering, states } = start()
  answering.add(isp).add(shop)
  const both = { outletId: '9' }
  plan(lineOf('2', [pingOf('isp', isp)], both), lineOf('4', [pingOf('isp', shop)], both))
  await vi.waitFor(() => expect([...states('2'), ...states('4')]).toEqual(['up', 'up']))
  answering.clear()
  await vi.waitFor(() => expect([states('2').at(-1), states('4').at(-1)]).toEqual(['down', 'down']))
})

test('from inside, the own first hop decides between down and blind, once it has ever answered', async () => {
  const { plan, answering, states, fake } = start()
  fake.firstHop = first
  answering.add(first).add(isp)
  plan(lineOf('2', [pingOf('isp', isp)], { from: 'inside' }))
  await vi.waitFor(() => expect(states('2')).toEqual(['up']))
  answering.delete(isp)
  await vi.waitFor(() => expect(states('2')).toEqual(['up', 'down']))
  answering.delete(first)
  await vi.waitFor(() => expect(states('2')).toEqual(['up', 'down', 'blind first_hop']))
})

test('from inside, a first hop that answers does not make its line one that is up', async () => {
  const { plan, answering, states, fake } = start()
  fake.firstHop = first
  answering.add(first)
  plan(
    lineOf('2', [{ ...pingOf('hop', isp), host: null }, pingOf('isp', isp)], { from: 'inside' }),
    lineOf('4', [{ ...pingOf('hop', isp), host: null }], { from: 'inside' }),
  )
  await vi.waitFor(() => expect(states('2')).toEqual(['down']))
  expect(states('4')).toEqual([])
})

test('a first hop that never answers says nothing', async () => {
  const { plan, states, fake } = start()
  fake.firstHop = first
  plan(lineOf('2', [pingOf('isp', isp)], { from: 'inside' }))
  await vi.waitFor(() => expect(states('2')).toEqual(['down']))
})

test('an address that is closed to the company is never asked, and says nothing of the line', async () => {
  const { plan, facts, pinged, polls, states, answering } = start()
  answering.add('10.1.2.3').add('10.2.2.3')
  plan(
    lineOf('2', [pingOf('inner', '10.1.2.3')]),
    lineOf('4', [pingOf('inner', '10.2.2.3'), pingOf('meta', '169.254.169.254')]),
  )
  await vi.waitFor(() => expect(states('2')).toEqual(['up']))
  await vi.waitFor(() => expect(facts('test')).toHaveLength(3))
  expect(facts('test').map(({ result }) => result.problem)).toEqual(
    expect.arrayContaining([null, 'not_allowed', 'not_allowed']),
  )
  expect(new Set(pinged)).toEqual(new Set(['10.1.2.3']))
  expect(polls.every(({ deviceId }) => deviceId === '2')).toBe(true)
  expect(states('4')).toEqual([])
})

test('a line that is removed is not tested any more', async () => {
  const { plan, answering, states, engine } = start()
  answering.add(isp)
  plan(lineOf('2', [pingOf('isp', isp)]))
  await vi.waitFor(() => expect(states('2')).toEqual(['up']))
  expect(engine.statistics()).toMatchObject({ lines: 1, skipped: 0, droppedFacts: 0 })
  engine.update({ kind: 'plan', full: false, credentials: [], targets: [], removed: ['2'] })
  expect(engine.statistics()).toBeUndefined()
})

test('a line keeps its moment on each start, and moments are spread over the interval', () => {
  const ids = fc.bigInt({ min: 1n, max: 10n ** 17n }).map(String)
  const jitterOfLine = (id: string) => newLine(lineOf(id, [pingOf('isp', isp, 60)]), null).rounds[0]!.jitter
  fc.assert(
    fc.property(ids, fc.double({ min: 1.7e12, max: 1.9e12, noNaN: true }), (id, now) => {
      const jitter = jitterOfLine(id)
      expect(jitter).toBe(jitterOfLine(id))
      const slot = nextSlot(now, 60_000, jitter)
      expect(slot).toBeGreaterThan(now)
      expect(slot - now).toBeLessThanOrEqual(60_001)
      // The one after is an interval later, whenever it is asked for within it.
      expect(nextSlot(slot + 30_000, 60_000, jitter) - slot).toBeCloseTo(60_000, 0)
    }),
  )
  const seconds = Array.from({ length: 6000 }, (_, at) => Math.floor(60 * jitterOfLine(String(2 * at + 2))))
  const perSecond = Array.from({ length: 60 }, (_, second) => seconds.filter((one) => one === second).length)
  expect(Math.max(...perSecond)).toBeLessThan(150)
  expect(Math.min(...perSecond)).toBeGreaterThan(50)
})

test('pings of a line run together, its other tests apart, and a changed test forgets what was measured', () => {
  const dns = {
    kind: 'dns',
    key: 'dns',
    everySeconds: 300,
    name: 'a.example',
    record: 'A',
    server: null,
    expected: [],
    timeoutMs: 1000,
  } as const
  const line = newLine(lineOf('2', [pingOf('isp', isp, 60), pingOf('shop', shop, 60), dns]), null)
  expect(line.rounds.map(({ tests, isPresence }) => [tests.length, isPresence])).toEqual([
    [2, true],
    [1, false],
  ])
  line.rounds[0]!.tests[0]!.jitter = 7
  line.rounds[0]!.tests[1]!.jitter = 8
  const next = newLine(lineOf('2', [pingOf('isp', isp, 60), pingOf('shop', other, 60)]), line)
  expect(next.rounds[0]!.tests.map(({ jitter }) => jitter)).toEqual([7, null])
})

test('tests on demand show their results while they come in, and can be stopped', async () => {
  const { means, answering } = fakeMeans()
  answering.add(isp)
  const sent: LinkTested[] = []
  const demand = new LinkTestsOnDemand({
    guard: new AddressGuard([], []),
    means,
    send: (message) => sent.push(message),
    onError: (error) => expect.unreachable(String(error)),
    gatherMs: 5,
  })
  ending.push(demand)
  const line = lineOf('2', [{ ...pingOf('isp', isp), packets: 100, betweenMs: 20 }])
  const ended = demand.test({ kind: 'test', requestId: 'a', line })
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(1))
  expect(sent[0]).toMatchObject({ done: false, results: [{ finished: false, passed: true }] })
  demand.stop('a')
  await ended
  const last = sent.at(-1)!
  expect(last).toMatchObject({ requestId: 'a', done: true, results: [{ finished: true }] })
  expect(last.results[0]!.times!.length).toBeLessThan(100)
})
