import { Mib, snmpValues, switchMib } from '@netward/testkit'
import { expect, test, vi } from 'vitest'
import { startAgent, v2c } from '../snmp/fixture.ts'
import { startEngine, targetOf } from './fixture.ts'

const mib = switchMib({ interfaces: 6, name: 'core' })
const plan = (targets: readonly ReturnType<typeof targetOf>[], over = {}) =>
  ({ kind: 'plan', full: true, credentials: [v2c], targets, ...over }) as const
const quietly = { timeout: 30_000, interval: 20 }
/** For what asks anew each time: on a busy machine an answer may come late, and the silent are asked ever more rarely. */
const patiently = { timeout: 15_000, interval: 300 }

test('a new device is recognised at once, then measured', async () => {
  const agent = await startAgent({ mib, upSeconds: 60 })
  const { engine, facts, polls } = startEngine()
  engine.update(plan([targetOf(agent)]))
  await vi.waitFor(() => expect(polls().some(({ values }) => values.length > 20)).toBe(true), quietly)
  await vi.waitFor(() => expect(facts('interfaces')).toHaveLength(1), quietly)
  expect(facts('inventory')[0]?.reading.identity.sysName).toBe('core')
  expect(facts('state')).toMatchObject([{ deviceId: '7', state: 'ok', reachable: true, credentialId: '1' }])
  const measured = polls().find(({ values }) => values.length > 20)
  expect(measured?.upTime).toBeGreaterThan(0)
  expect(measured?.values).toContainEqual(['ping_loss', '', 0])
  expect(measured?.values).toContainEqual(['ping_rtt', '', 2])
  const octets = measured?.values.find(
    ([metric, instance]) => metric === 'interface_in_octets' && instance === 'GigabitEthernet0/0/1',
  )
  expect(octets?.[2]).toMatch(/^\d+$/)
  expect(facts('poll').at(-1)).toMatchObject({ state: 'ok', slow: false })
})

test('the sets are tried in order, and the one that answered is asked first from then on', async () => {
  const agent = await startAgent({ mib, community: 'second' })
  const { engine, facts, polls } = startEngine()
  const others = [
    { id: '1', version: 'v2c', community: 'first' },
    { id: '2', version: 'v2c', community: 'second' },
  ] as const
  engine.update(plan([targetOf(agent, { credentialIds: ['1', '2'] })], { credentials: others }))
  await vi.waitFor(() => expect(polls().length).toBeGreaterThan(3), quietly)
  expect(facts('state')).toMatchObject([{ state: 'ok', credentialId: '2' }])
  const late = polls()
    .slice(1)
    .flatMap(({ values }) => values.filter(([metric]) => metric === 'snmp_reachable'))
  expect(new Set(late.map(([, , value]) => value))).toEqual(new Set([1]))
})

test('silent over SNMP is apart from silent at all, and both from refused', async () => {
  const silent = await startAgent({ mib })
  silent.silent = true
  const user = { name: 'monitor', auth: 'sha', authPassphrase: 'authenticate me' } as const
  const guarded = await startAgent({ mib, versions: ['v3'], users: [user], address: '127.0.0.3' })
  const dead = { address: '127.0.0.2', port: silent.port }
  const wrong = {
    id: '9',
    version: 'v3',
    userName: 'monitor',
    auth: 'sha',
    authPassphrase: 'another phrase',
  } as const
  const { engine, facts } = startEngine({ answersPing: (address) => address !== '127.0.0.2' })
  engine.update(
    plan(
      [
        targetOf(silent, { deviceId: '1' }),
        targetOf(dead, { deviceId: '2' }),
        targetOf(guarded, { deviceId: '3', credentialIds: ['9'] }),
        targetOf(silent, { deviceId: '4', credentialIds: [] }),
        targetOf(silent, { deviceId: '5', companyCode: 'other' }),
      ],
      { credentials: [v2c, wrong] },
    ),
  )
  const found = () =>
    Object.fromEntries(facts('state').map(({ deviceId, state, reachable }) => [deviceId, [state, reachable]]))
  await vi.waitFor(() => {
    engine.pollNow(['1', '2', '3', '4'], 'values')
    expect(found()).toEqual({
      '1': ['snmp_silent', true],
      '2': ['unreachable', false],
      '3': ['auth_failed', true],
      '4': ['no_credential', true],
      '5': ['not_allowed', false],
    })
  }, patiently)
})

test('a device outside of the ranges of its company is sent nothing', async () => {
  const agent = await startAgent({ mib })
  const { engine, facts } = startEngine()
  engine.update(plan([targetOf(agent, { companyCode: 'other' })]))
  await vi.waitFor(() => expect(facts('poll').length).toBeGreaterThan(0), quietly)
  expect(agent.requests).toBe(0)
})

test('a silent agent is asked ever more rarely, and at once when somebody asks', async () => {
  const agent = await startAgent({ mib })
  agent.silent = true
  const { engine, facts, polls } = startEngine()
  engine.update(plan([targetOf(agent)]))
  await vi.waitFor(() => expect(polls().length).toBeGreaterThan(12), quietly)
  const asked = polls().filter(({ values }) => values.some(([metric]) => metric === 'snmp_reachable')).length
  expect(asked).toBeLessThan(6)
  agent.silent = false
  engine.pollNow(['7'], 'values')
  await vi.waitFor(() => expect(facts('state').at(-1)).toMatchObject({ state: 'ok' }), quietly)
})

test('indexes that move with a restart move no series', async () => {
  const moved = (offset: number) => switchMib({ interfaces: 4, interfaceIndex: (at) => at + offset })
  const agent = await startAgent({ mib: moved(0), upSeconds: 90_000 })
  const { engine, facts, polls } = startEngine()
  engine.update(plan([targetOf(agent)]))
  await vi.waitFor(
    () => expect(facts('interfaces')[0]?.interfaces.map(({ index }) => index)).toEqual([1, 2, 3, 4]),
    quietly,
  )
  agent.mib = moved(100)
  agent.restart()
  await vi.waitFor(() => expect(facts('inventory').length).toBeGreaterThan(1), quietly)
  await vi.waitFor(
    () =>
      expect(
        facts('interfaces')
          .at(-1)
          ?.interfaces.map(({ index }) => index),
      ).toEqual([101, 102, 103, 104]),
    quietly,
  )
  const names = new Set(
    polls().flatMap(({ values }) =>
      values.filter(([metric]) => metric === 'interface_in_octets').map(([, instance]) => instance),
    ),
  )
  expect(names.size).toBe(4)
})

test('what is not acknowledged is kept within its bound, and polling waits meanwhile', async () => {
  const agent = await startAgent({ mib: switchMib({ interfaces: 40 }) })
  const { engine, messages } = startEngine({ acknowledges: false, settings: { bufferBytes: 40_000 } })
  engine.update(plan([targetOf(agent)]))
  await vi.waitFor(() => expect(engine.statistics().bufferedBytes).toBeGreaterThan(40_000 - 1000), quietly)
  await vi.waitFor(() => expect(messages.some(({ kind }) => kind === 'batch')).toBe(true), quietly)
  const { requests } = agent
  const before = engine.statistics().polls
  await vi.waitFor(() => expect(engine.statistics().polls + before).toBeGreaterThanOrEqual(0), quietly)
  expect(agent.requests - requests).toBeLessThan(60)
  expect(engine.statistics().bufferedBytes).toBeLessThan(80_000)
  const batch = messages.find((message) => message.kind === 'batch')
  engine.acknowledge({ kind: 'ack', of: 'batch', epoch: 'another', sequence: 99 })
  expect(engine.statistics().bufferedBytes).toBeGreaterThan(1000)
  engine.acknowledge({
    kind: 'ack',
    of: 'batch',
    epoch: batch?.kind === 'batch' ? batch.batch.epoch : '',
    sequence: 99,
  })
  await vi.waitFor(() => {
    engine.pollNow(['7'], 'values')
    expect(agent.requests).toBeGreaterThan(requests + 10)
  }, patiently)
})

test('a device that was removed or moved is left alone', async () => {
  const agent = await startAgent({ mib })
  const { engine, facts } = startEngine()
  engine.update(plan([targetOf(agent)]))
  await vi.waitFor(() => expect(facts('poll').length).toBeGreaterThan(1), quietly)
  engine.update({ kind: 'plan', full: false, credentials: [], targets: [], removed: ['7'] })
  await vi.waitFor(() => expect(engine.statistics().targets).toBe(0), quietly)
  const other = await startAgent({ mib })
  engine.update(plan([targetOf(other, { deviceId: '8' })]))
  await vi.waitFor(() => expect(other.requests).toBeGreaterThan(10), quietly)
  const { requests } = agent
  await vi.waitFor(() => expect(other.requests).toBeGreaterThan(40), quietly)
  expect(agent.requests).toBe(requests)
})

test('a device without SNMP is seen by ping and by its TCP port', async () => {
  const { engine, facts, polls } = startEngine({ answersPing: () => false })
  const agent = await startAgent({ mib })
  // Nothing listens on TCP there: a refusal is an answer of the host.
  engine.update(plan([targetOf(agent, { driver: 'probe', credentialIds: [] })]))
  await vi.waitFor(() => expect(facts('state')).toMatchObject([{ state: 'ok', reachable: true }]), quietly)
  const metrics = polls()[0]?.values.map(([metric]) => metric)
  expect(metrics).toEqual(['device_reachable', 'ping_loss', 'tcp_connect_time'])
  expect(agent.requests).toBe(0)
})

test('an address that is tried says who it is, or how far one came', async () => {
  const agent = await startAgent({ mib })
  const silent = await startAgent({ mib: new Mib([['1.3.6.1.2.1.1.5.0', snmpValues.text('x')]]) })
  silent.silent = true
  const { engine } = startEngine()
  const request = (port: number, companyCode = 'acme') =>
    engine.try({ kind: 'try', trialId: '1', companyCode, address: '127.0.0.1', port, credentials: [v2c] })
  const answered = await request(agent.port)
  expect(answered).toMatchObject({ state: 'answered', credentialId: '1' })
  expect(answered.reading?.identity.sysName).toBe('core')
  expect((await request(silent.port)).state).toBe('ping_only')
  expect((await request(agent.port, 'other')).state).toBe('not_allowed')
})

test('a device that takes more than its share of the interval is slow', async () => {
  const agent = await startAgent({ mib })
  const { engine, facts } = startEngine({
    readers: {
      readInventory: async () => {
        throw new Error('not asked for')
      },
      readNeighbourhood: async () => {
        throw new Error('not asked for')
      },
      // Reads one object after another until the time is over.
      readPoll: async (from) => {
        for (let at = 0; at < 100_000; at++) await from.get([`1.3.6.1.2.1.2.2.1.1.${at}`])
        throw new Error('never')
      },
    },
  })
  engine.update(plan([targetOf(agent, { inventory: { at: Date.now(), plan: {} } })]))
  await vi.waitFor(() => expect(facts('poll').some(({ slow }) => slow)).toBe(true), quietly)
  expect(Math.max(...facts('poll').map(({ durationMs }) => durationMs))).toBeLessThan(1000)
})
