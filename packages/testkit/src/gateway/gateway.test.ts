import { afterEach, describe, expect, test } from 'vitest'
import { ConnectionRequestServer } from './connection-requests.ts'
import { AcsConnection } from './acs-connection.ts'
import { authorize, parseChallenges } from './digest.ts'
import { SimulatedGateway } from './gateway.ts'
import type { GatewayOptions } from './options.ts'
import { ScriptedAcs } from './scripted-acs.ts'

const open: { close(): Promise<void> }[] = []
const running: SimulatedGateway[] = []

afterEach(async () => {
  for (const gateway of running.splice(0)) gateway.stop()
  for (const server of open.splice(0)) await server.close()
})

async function acsFor(options: ConstructorParameters<typeof ScriptedAcs>[0] = {}) {
  const acs = await new ScriptedAcs(options).listen()
  open.push(acs)
  return acs
}

function gatewayFor(acs: ScriptedAcs, options: Partial<GatewayOptions> = {}): SimulatedGateway {
  const gateway = new SimulatedGateway({ url: acs.url, timeScale: 0.001, ...options })
  running.push(gateway)
  return gateway
}

const events = (acs: ScriptedAcs) => acs.informs.map((inform) => inform.events.map(({ code }) => code))
const sessions = (count: number) => (gateway: SimulatedGateway) => gateway.state.sessions >= count

describe('calling in', () => {
  test('the first Inform says 0 BOOTSTRAP and 1 BOOT, and is made once', async () => {
    const acs = await acsFor()
    const gateway = gatewayFor(acs, { timeScale: 1 })
    gateway.start()
    await gateway.waitFor(sessions(1))
    expect(events(acs)).toEqual([['0 BOOTSTRAP', '1 BOOT']])
    expect(gateway.state).toMatchObject({ bootstrapped: true, pendingEvents: [], retryCount: 0 })
  })

  test.each([
    ['MD5', 'nc=00000002'],
    ['SHA-256', 'nc=00000002'],
    ['Basic', 'Basic '],
  ] as const)('a %s challenge is answered once a session', async (scheme, proof) => {
    const credentials = { username: 'bootstrap', password: 'pä"ss' }
    const acs = await acsFor({ credentials, scheme })
    const gateway = gatewayFor(acs, { ...credentials, timeScale: 1 })
    gateway.start()
    await gateway.waitFor(sessions(1))
    expect(acs.authorizations).toHaveLength(2)
    expect(acs.authorizations[1]).toContain(proof)
  })

  test('wrong credentials fail the session, which is tried again with RetryCount', async () => {
    const acs = await acsFor({ credentials: { username: 'a', password: 'b' } })
    const gateway = gatewayFor(acs, { username: 'a', password: 'wrong' })
    gateway.start()
    await gateway.waitFor(({ state }) => state.failedSessions >= 2)
    expect(gateway.state.last).toMatchObject({ ok: false, status: 401 })
    acs.credentials = { username: 'a', password: 'wrong' }
    await gateway.waitFor(sessions(1))
    expect(acs.informs[0]?.retryCount).toBeGreaterThanOrEqual(2)
    expect(gateway.state.retryCount).toBe(0)
  })

  test('events stay pending until the ACS has answered the Inform', async () => {
    const acs = await acsFor()
    acs.refusals.push(503)
    const gateway = gatewayFor(acs, { periodicInformInterval: 100_000 })
    gateway.start()
    await gateway.waitFor(sessions(1))
    expect(events(acs).slice(0, 2)).toEqual([
      ['0 BOOTSTRAP', '1 BOOT'],
      ['0 BOOTSTRAP', '1 BOOT'],
    ])
  })

  test('on the grid of a PeriodicInformTime periodic Informs are a whole interval of its own clock apart', async () => {
    const acs = await acsFor()
    const credentials = { periodicInformInterval: 300, periodicInformTime: '2026-01-01T00:00:10Z' }
    acs.commands.push({ id: '1', kind: 'set_credentials', credentials })
    const gateway = gatewayFor(acs, { periodicInformInterval: 100_000 })
    gateway.start()
    await gateway.waitFor(sessions(2), 10_000)
    const second = performance.now()
    await gateway.waitFor(sessions(5), 10_000)
    // Three intervals of 300 ms, minus the delay of the first check.
    expect(performance.now() - second).toBeGreaterThan(450)
  })

  test('periodic Informs follow the interval that the ACS sets', async () => {
    const acs = await acsFor()
    acs.commands.push({ id: '1', kind: 'set_credentials', credentials: { periodicInformInterval: 30 } })
    const gateway = gatewayFor(acs, { periodicInformInterval: 100_000 })
    gateway.start()
    await gateway.waitFor(sessions(4))
    expect(events(acs).slice(1, 4)).toEqual([['2 PERIODIC'], ['2 PERIODIC'], ['2 PERIODIC']])
  })

  test('the same seed makes the same gateway', async () => {
    const acs = await acsFor()
    const [one, other, third] = [7, 7, 8].map((seed) => gatewayFor(acs, { seed, number: 3 }))
    expect(one?.factory).toEqual(other?.factory)
    expect(one?.factory.wanAddress).not.toBe(third?.factory.wanAddress)
  })

  test('nothing is sent after stop()', async () => {
    const acs = await acsFor()
    const gateway = gatewayFor(acs, { periodicInformInterval: 1 })
    gateway.start()
    await gateway.waitFor(sessions(2))
    gateway.stop()
    const before = acs.informs.length
    const probe = new AcsConnection({
      url: new URL(acs.url),
      credentials: null,
      timeoutMs: 1000,
      userAgent: 'probe',
    })
    for (let round = 0; round < 20; round++) await probe.post(null)
    probe.close()
    expect(acs.informs.length).toBeLessThanOrEqual(before + 1)
    expect(gateway.state.phase).toBe('stopped')
  })
})

const value = (name: string, text: string, type: string) => ({ name: `Device.${name}`, value: text, type })

describe('being managed', () => {
  test('credentials that the ACS sets are used from the next session on, and read back empty', async () => {
    const acs = await acsFor({ credentials: { username: 'boot', password: 'boot' } })
    const own = { username: 'own', password: 'secret' }
    acs.commands.push(
      { id: '1', kind: 'set_credentials', credentials: own },
      { id: '2', kind: 'get_parameter_values', names: ['Device.ManagementServer.'] },
    )
    const gateway = gatewayFor(acs, { username: 'boot', password: 'boot', timeScale: 1 })
    gateway.start()
    await gateway.waitFor(sessions(1))
    expect(acs.outcomeOf('1')).toMatchObject({ kind: 'command_result', result: { status: 0 } })
    const learned = acs.actions.flatMap((action) =>
      action.kind === 'store_parameters' ? action.parameters : [],
    )
    expect(learned).toContainEqual({ name: 'Device.ManagementServer.Username', value: 'own', type: 'string' })
    expect(learned).toContainEqual({ name: 'Device.ManagementServer.Password', value: '', type: 'string' })
    acs.credentials = own
    gateway.informNow()
    await gateway.waitFor(sessions(2))
    expect(gateway.state.failedSessions).toBe(0)
  })

  test.each(['lanyon-lr200', 'tessera-tg5', 'korvus-edge1'] as const)(
    'the whole tree of %s can be read',
    async (model) => {
      const acs = await acsFor()
      acs.commands.push({ id: '1', kind: 'get_parameter_values', names: [''] })
      const gateway = gatewayFor(acs, { model, timeScale: 1 })
      gateway.start()
      await gateway.waitFor(sessions(1))
      const outcome = acs.outcomeOf('1')
      expect(outcome).toMatchObject({ kind: 'command_result', result: { failed: [] } })
      const found = outcome?.kind === 'command_result' && 'found' in outcome.result ? outcome.result.found : 0
      expect(found).toBeGreaterThan(130)
    },
  )

  test('a small gateway refuses long calls with 9004 and is read all the same', async () => {
    const acs = await acsFor()
    acs.commands.push({ id: '1', kind: 'get_parameter_values', names: ['Device.WiFi.', 'Device.Nope'] })
    const gateway = gatewayFor(acs, { maxNamesPerCall: 8, timeScale: 1 })
    gateway.start()
    await gateway.waitFor(sessions(1))
    expect(acs.outcomeOf('1')).toMatchObject({
      result: { failed: [{ name: 'Device.Nope', fault: { code: '9005' } }] },
    })
  })

  test('setting is all or nothing, with a fault for each refused parameter', async () => {
    const acs = await acsFor()
    acs.commands.push({
      id: '1',
      kind: 'set_parameter_values',
      values: [
        value('Time.NTPServer1', 'ntp.changed.example', 'string'),
        value('Nope', '1', 'string'),
        value('WiFi.Radio.1.Channel', '1', 'string'),
        value('WiFi.Radio.2.Channel', '9999', 'unsignedInt'),
        value('DeviceInfo.SerialNumber', 'x', 'string'),
      ],
    })
    const gateway = gatewayFor(acs, { timeScale: 1 })
    gateway.start()
    await gateway.waitFor(sessions(1))
    const outcome = acs.outcomeOf('1')
    expect(outcome?.kind === 'command_fault' && outcome.fault.code).toBe('9003')
    const codes = outcome?.kind === 'command_fault' ? outcome.fault.parameters.map(({ code }) => code) : []
    expect(codes).toEqual(['9005', '9006', '9007', '9008'])
    expect(gateway.value('Time.NTPServer1')).toBe('ntp.example.net')
  })

  test('refuses an ACS address elsewhere', async () => {
    const acs = await acsFor()
    acs.commands.push({ id: '1', kind: 'set_credentials', credentials: { acsUrl: 'http://203.0.113.1/' } })
    const gateway = gatewayFor(acs, { timeScale: 1 })
    gateway.start()
    await gateway.waitFor(sessions(1))
    expect(acs.outcomeOf('1')).toMatchObject({ kind: 'command_fault', fault: { code: '9003' } })
  })

  test('after Reboot it is away, then back with M Reboot, its command key, and 1 BOOT', async () => {
    const acs = await acsFor()
    acs.commands.push({ id: '1', kind: 'reboot', commandKey: 'night' })
    const gateway = gatewayFor(acs, { periodicInformInterval: 100_000 })
    gateway.start()
    await gateway.waitFor(({ state }) => state.phase === 'rebooting')
    await gateway.waitFor(sessions(2))
    expect(acs.informs[1]?.events).toEqual([
      { code: 'M Reboot', commandKey: 'night' },
      { code: '1 BOOT', commandKey: '' },
    ])
  })

  test('FactoryReset brings the factory credentials and event 0 back', async () => {
    const acs = await acsFor()
    acs.commands.push(
      { id: '1', kind: 'set_credentials', credentials: { username: 'own', password: 'p' } },
      { id: '2', kind: 'factory_reset' },
    )
    const gateway = gatewayFor(acs, { username: 'factory', password: 'f', periodicInformInterval: 100_000 })
    gateway.start()
    await gateway.waitFor(sessions(2))
    expect(gateway.value('ManagementServer.Username')).toBe('factory')
    expect(events(acs)[1]).toEqual(['0 BOOTSTRAP', '1 BOOT'])
  })

  test('objects are added and deleted; a number is not given out twice, and gaps stay', async () => {
    const acs = await acsFor()
    const path = 'Device.NAT.PortMapping.'
    acs.commands.push(
      { id: '1', kind: 'add_object', path, parameterKey: 'rev-2' },
      { id: '2', kind: 'delete_object', path: `${path}6.` },
      { id: '3', kind: 'add_object', path },
      { id: '4', kind: 'delete_object', path: `${path}2.` },
      { id: '5', kind: 'delete_object', path: `${path}2.` },
      { id: '6', kind: 'add_object', path: 'Device.DeviceInfo.' },
      { id: '7', kind: 'get_parameter_values', names: ['Device.NAT.'] },
    )
    const gateway = gatewayFor(acs, { timeScale: 1 })
    gateway.start()
    await gateway.waitFor(sessions(1))
    expect(acs.outcomeOf('1')).toMatchObject({ result: { instanceNumber: 6, status: 0 } })
    expect(acs.outcomeOf('2')).toMatchObject({ result: { status: 0 } })
    expect(acs.outcomeOf('3')).toMatchObject({ result: { instanceNumber: 7 } })
    expect(acs.outcomeOf('5')).toMatchObject({ fault: { code: '9005' } })
    expect(acs.outcomeOf('6')).toMatchObject({ fault: { code: '9005' } })
    const learned = acs.actions.flatMap((action) =>
      action.kind === 'store_parameters' ? action.parameters : [],
    )
    expect(learned).toContainEqual({ name: path, writable: true })
    expect(learned).toContainEqual({ name: `${path}7.`, writable: true })
    expect(gateway.value('NAT.PortMappingNumberOfEntries')).toBe('2')
    // Survives a power cycle but not a factory reset.
    const next = gatewayFor(acs, { snapshot: gateway.snapshot() })
    expect(next.tree.has(`${path}7.InternalPort`)).toBe(true)
    expect(next.tree.has(`${path}2.InternalPort`)).toBe(false)
    gateway.tree.reset()
    expect(gateway.tree.has(`${path}2.InternalPort`)).toBe(true)
  })

  test('ScheduleInform brings 3 SCHEDULED and its command key, later', async () => {
    const acs = await acsFor()
    acs.commands.push({ id: '1', kind: 'schedule_inform', delaySeconds: 20, commandKey: 'later' })
    const gateway = gatewayFor(acs, { periodicInformInterval: 100_000 })
    gateway.start()
    await gateway.waitFor(sessions(2))
    expect(acs.informs[1]?.events).toEqual([
      { code: '3 SCHEDULED', commandKey: '' },
      { code: 'M ScheduleInform', commandKey: 'later' },
    ])
  })

  test('odd habits: wrong array sizes, chunked bodies, no 0 BOOTSTRAP', async () => {
    const acs = await acsFor()
    const gateway = gatewayFor(acs, {
      timeScale: 1,
      odd: { wrongArraySizes: true, chunked: true, noBootstrap: true },
    })
    gateway.start()
    await gateway.waitFor(sessions(1))
    expect(events(acs)).toEqual([['1 BOOT']])
    expect(acs.informs[0]?.parameters.length).toBeGreaterThan(5)
  })

  test('reports a change of the WAN address immediately with 4 VALUE CHANGE', async () => {
    const acs = await acsFor()
    const gateway = gatewayFor(acs, { timeScale: 1 })
    gateway.start()
    await gateway.waitFor(sessions(1))
    gateway.changeValue(gateway.factory.model.wanAddress, '198.18.9.9')
    await gateway.waitFor(sessions(2))
    expect(events(acs)[1]).toEqual(['4 VALUE CHANGE'])
    expect(acs.informs[1]?.parameters).toContainEqual(expect.objectContaining({ value: '198.18.9.9' }))
  })

  test('a parameter with passive notification waits for the next Inform', async () => {
    const acs = await acsFor()
    const name = 'Device.WiFi.SSID.1.SSID'
    acs.commands.push({ id: '1', kind: 'set_parameter_attributes', changes: [{ name, notification: 1 }] })
    const gateway = gatewayFor(acs, { timeScale: 1 })
    gateway.start()
    await gateway.waitFor(sessions(1))
    gateway.changeValue(name, 'renamed')
    expect(gateway.state).toMatchObject({ phase: 'idle', pendingEvents: ['4 VALUE CHANGE'] })
    gateway.informNow()
    await gateway.waitFor(sessions(2))
    expect(acs.informs[1]?.parameters).toContainEqual({ name, value: 'renamed', type: 'string' })
  })

  test('faults come on demand', async () => {
    const acs = await acsFor()
    acs.commands.push({ id: '1', kind: 'reboot' }, { id: '2', kind: 'get_rpc_methods' })
    const gateway = gatewayFor(acs, { timeScale: 1 })
    gateway.faultNext('Reboot', '9001')
    gateway.start()
    await gateway.waitFor(sessions(1))
    expect(acs.outcomeOf('1')).toMatchObject({ fault: { code: '9001' } })
    expect(acs.outcomeOf('2')).toMatchObject({ kind: 'command_result' })
  })
})

async function reachable(acs: ScriptedAcs) {
  const connectionRequests = new ConnectionRequestServer()
  await connectionRequests.listen()
  open.push(connectionRequests)
  const gateway = gatewayFor(acs, { connectionRequests, timeScale: 1 })
  acs.commands.push({
    id: '1',
    kind: 'set_credentials',
    credentials: { connectionRequestUsername: 'cr', connectionRequestPassword: 'cr-secret' },
  })
  gateway.start()
  await gateway.waitFor(sessions(1))
  return gateway
}

describe('connection requests', () => {
  test('without the credentials that the ACS set, 401 and no session', async () => {
    const acs = await acsFor()
    const gateway = await reachable(acs)
    const answer = await fetch(gateway.connectionRequestUrl)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Digest /)
    expect(gateway.state.pendingEvents).toEqual([])
  })

  test('with them, 200 and an Inform with event 6; the same header again is refused', async () => {
    const acs = await acsFor()
    const gateway = await reachable(acs)
    const url = new URL(gateway.connectionRequestUrl)
    const challenge = parseChallenges([(await fetch(url)).headers.get('www-authenticate') ?? ''])[0]
    if (challenge === undefined) throw new Error('no challenge')
    const credentials = { username: 'cr', password: 'cr-secret' }
    const headers = { Authorization: authorize(challenge, credentials, 'GET', url.pathname, 1) }
    expect((await fetch(url, { headers })).status).toBe(200)
    await gateway.waitFor(sessions(2))
    expect(events(acs)[1]).toEqual(['6 CONNECTION REQUEST'])
    expect((await fetch(url, { headers })).status).toBe(401)
  })
})
