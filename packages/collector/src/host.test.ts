import { Notifier, switchMib, type SimulatedAgent } from '@netward/testkit'
import { afterEach, expect, test, vi } from 'vitest'
import { forkCollector, type CollectorProcess } from './fork.ts'
import type { CollectorSettings, Fact, FromCollector } from './protocol.ts'
import { startAgent, v2c } from './snmp/fixture.ts'
import { targetOf } from './poll/fixture.ts'

const running: CollectorProcess[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
})

function start(over: Partial<CollectorSettings> = {}) {
  const messages: FromCollector[] = []
  const ends: (number | null)[] = []
  const host = forkCollector({
    onMessage: (message) => messages.push(message),
    onExit: (code) => ends.push(code),
  })
  running.push(host)
  const settings = {
    collector: 'host',
    ranges: ['127.0.0.0/8=acme'],
    ownAddresses: [],
    trapPort: 0,
    trapAddress: '127.0.0.1',
  }
  host.send({ kind: 'start', settings: { ...settings, ...over } })
  const of = <Kind extends FromCollector['kind']>(kind: Kind) =>
    messages.filter((message): message is Extract<FromCollector, { kind: Kind }> => message.kind === kind)
  const facts = (): Fact[] => of('facts').flatMap((message) => message.facts)
  return { host, of, facts, ends }
}

const plan = (agent: SimulatedAgent) =>
  ({ kind: 'plan', full: true, credentials: [v2c], targets: [targetOf(agent)] }) as const
const patiently = { timeout: 20_000, interval: 50 }

test('the process says what it can, polls, tries addresses and takes traps', async () => {
  const agent = await startAgent({ mib: switchMib({ interfaces: 4, name: 'core' }) })
  const { host, of, facts, ends } = start()
  // Before it is ready: nothing of it is lost.
  host.send(plan(agent))
  host.send({
    kind: 'try',
    trialId: 'a',
    companyCode: 'acme',
    address: '127.0.0.1',
    port: agent.port,
    credentials: [v2c],
  })
  await vi.waitFor(() => expect(of('batch').length).toBeGreaterThan(0), patiently)
  expect(of('ready')[0]).toMatchObject({ reach: expect.stringMatching(/^(fping|ping|tcp)$/) })
  await vi.waitFor(() => expect(of('trial')[0]?.result).toMatchObject({ state: 'answered' }), patiently)
  const before = agent.requests
  const notifier = await Notifier.open(of('ready')[0]?.trapPort ?? 0)
  notifier.trap('public', { oid: '1.3.6.1.6.3.1.1.5.1' })
  await vi.waitFor(
    () => expect(facts().some((fact) => fact.kind === 'trap' && fact.trap === 'coldStart')).toBe(true),
    patiently,
  )
  notifier.close()
  host.send({ kind: 'poll-now', deviceIds: ['7'], what: 'values' })
  await vi.waitFor(() => expect(agent.requests).toBeGreaterThan(before), patiently)
  await host.stop()
  expect(ends).toEqual([0])
})

test('a trap port that is taken is said, and polling goes on', async () => {
  const agent = await startAgent({ mib: switchMib({ interfaces: 1 }) })
  const { host, of } = start({ trapPort: agent.port })
  host.send(plan(agent))
  await vi.waitFor(() => expect(of('ready')).toHaveLength(1), patiently)
  expect(of('ready')[0]).toMatchObject({ trapPort: null, trapProblem: expect.stringContaining('EADDRINUSE') })
  await vi.waitFor(() => expect(of('batch').length).toBeGreaterThan(0), patiently)
})

test('the process ends with its parent', async () => {
  const { host, of, ends } = start({ trapPort: null })
  await vi.waitFor(() => expect(of('ready')).toHaveLength(1), patiently)
  host.process.disconnect()
  await vi.waitFor(() => expect(ends).toEqual([0]), patiently)
})
