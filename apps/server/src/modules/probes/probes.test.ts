import { Notifier, SimulatedAgent, SimulatedProbe, switchMib } from '@netward/testkit'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { requestConnection } from '../cwmp/connection-request.ts'
import { equipmentRoutes } from '../equipment/index.ts'
import { writeMetrics } from '../metrics/index.ts'
import { outletRoutes } from '../outlets/index.ts'
import { connectDevice } from '../terminal/index.ts'
import { snmpRoutes } from '../snmp/index.ts'
import { ProbeHub } from './hub/hub.ts'
import { ProbeProcess } from './probe-process.fixture.ts'
import { probeRoutes } from './probes.routes.ts'
import { Programs } from './release.ts'
import { lanConnector, useHub } from './through-probe.ts'

let t: TestApp
let hub: ProbeHub
let server: string
let admin: TestPerson
let outletId: string
const probes: ProbeProcess[] = []
const patiently = { timeout: 30_000, interval: 50 }

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    hub = new ProbeHub({
      ...deps,
      release: () => null,
      writeBatch: (batch, receivedAt) => writeMetrics(deps.scopes, batch, receivedAt),
      saveParts: async () => {},
      timing: { followMilliseconds: 50, reportMilliseconds: 50, beatMilliseconds: 3_000 },
    })
    useHub(deps.scopes, hub)
    snmpRoutes(app, deps)
    outletRoutes(app, deps)
    equipmentRoutes(app, { deviceRanges: [], store: openMetricStore(deps.scopes) })
    probeRoutes(app, { hub, programs: new Programs(), publicUrl: 'https://netward.test' })
  })
  server = await t.app.http.listen({ port: 0, host: '127.0.0.1' })
  hub.start()
})
afterAll(async () => {
  await hub.stop()
  await t.stop()
})
beforeEach(async () => {
  const company = await t.company('company')
  await t.adminPool.query(`update company set products = array['monitoring', 'link_testing'] where id = $1`, [
    company.id,
  ])
  admin = await t.person(company.id, 'administrator')
  outletId = await addOutlet('Nanjing Road')
})
afterEach(async () => {
  for (const probe of probes.splice(0)) await probe.remove()
})

async function addOutlet(name: string): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, $2) returning id::text`,
    [admin.companyId, name],
  )
  return rows[0]!.id
}

const create = (name: string, ranges = ['127.0.0.0/8'], outlet = outletId) =>
  admin.call('POST /dial/api/v1/probe', { name, outlets: [{ outletId: outlet, ranges }] })
const read = async (probeId: string) =>
  (await admin.call('GET /dial/api/v1/probe/:probeId', { probeId })).data
const standingOf = async (probeId: string) => (await read(probeId)).standing

async function install(token: string, ...more: readonly string[]): Promise<ProbeProcess> {
  const probe = new ProbeProcess()
  probes.push(probe)
  const given = ['--server', server, '--token', token, '--range', '127.0.0.0/8', '--allow-loopback']
  expect({ code: await probe.enrol([...given, ...more]), said: probe.said }).toMatchObject({ code: 0 })
  return probe
}

async function installed(
  name: string,
  ...more: readonly string[]
): Promise<{ probeId: string; probe: ProbeProcess }> {
  const { probeId, token } = (await create(name)).data
  const probe = await install(token, ...more)
  probe.run()
  await vi.waitFor(async () => expect(await standingOf(probeId)).toBe('connected'), patiently)
  return { probeId, probe }
}

async function addDevice(agent: SimulatedAgent, outlet: string | null = outletId): Promise<string> {
  const { data } = await admin.call('POST /monitor/api/v1/device', {
    name: `Switch ${agent.port}`,
    ipAddress: agent.address,
    port: agent.port,
    outletId: outlet,
  })
  return data.id
}

const polling = async (deviceId: string) =>
  (await admin.call('GET /monitor/api/v1/device/:deviceId', { deviceId })).data.polling

test('a probe enrols with a token of one use, polls the devices behind it, and says how it does', async () => {
  const agent = await SimulatedAgent.start({ mib: switchMib({ interfaces: 4, name: 'floor 1' }) })
  await admin.call('POST /monitor/api/v1/snmp/credential', {
    name: 'all',
    version: 'v2c',
    community: 'public',
  })
  const { data: made } = await create('Nanjing Road')
  expect(made.command).toContain(made.token)
  const deviceId = await addDevice(agent)
  expect(await polling(deviceId)).toMatchObject({ state: 'not_allowed' })

  const probe = await install(made.token)
  const again = new ProbeProcess()
  probes.push(again)
  expect(
    await again.enrol([
      '--server',
      server,
      '--token',
      made.token,
      '--range',
      '127.0.0.0/8',
      '--allow-loopback',
    ]),
  ).toBe(1)
  expect(again.said).toContain('the token was used')

  probe.run()
  await vi.waitFor(async () => expect(await polling(deviceId)).toMatchObject({ state: 'ok' }), patiently)
  await vi.waitFor(async () => {
    const { rows } = await t.adminPool.query('select from metric_recent where device_id = $1', [deviceId])
    expect(rows.length).toBeGreaterThan(0)
  }, patiently)
  await vi.waitFor(async () => expect((await read(made.probeId)).clockError).not.toBeNull(), patiently)
  expect(await read(made.probeId)).toMatchObject({
    standing: 'connected',
    localRanges: ['127.0.0.0/8'],
    devices: 1,
    tokenUntil: null,
  })
  agent.stop()
})

test('a revoked probe is cut off at once, and does not come back', async () => {
  const { probeId, probe } = await installed('Revoked')
  expect((await admin.call('POST /dial/api/v1/probe/:probeId/revoke', { probeId })).status).toBe(200)
  await vi.waitFor(() => expect(hub.linkOf(probeId)).toBeUndefined(), patiently)
  expect(await read(probeId)).toMatchObject({ standing: 'revoked', state: 'revoked' })
  await probe.end()
  probe.run()
  await vi.waitFor(() => expect(probe.said).toContain('the server refuses this probe: key'), patiently)
})

test('a device goes to the probe of its outlet and back to the pollers as its place changes', async () => {
  const agent = await SimulatedAgent.start({ mib: switchMib({ interfaces: 1 }) })
  const deviceId = await addDevice(agent)
  const probeOf = async () =>
    (await t.adminPool.query('select probe_id::text from device_polling where device_id = $1', [deviceId]))
      .rows[0]?.probe_id
  expect(await probeOf()).toBeNull()
  const { probeId } = await installed('Ownership')
  expect(await probeOf()).toBe(probeId)
  const elsewhere = await addOutlet('Elsewhere')
  await admin.call('PUT /dial/api/v1/probe/:probeId', {
    probeId,
    name: 'Ownership',
    outlets: [{ outletId: elsewhere, ranges: ['127.0.0.0/8'] }],
  })
  expect(await probeOf()).toBeNull()
  const { rows } = await t.adminPool.query('select until from probe_hold where subject_id = $1', [deviceId])
  expect(rows).toHaveLength(1)
  expect(rows[0]?.until).not.toBeNull()
  agent.stop()
})

test('a terminal opens a device behind a probe, which this server cannot reach', async () => {
  const device = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('switch# ')
    socket.on('data', (data) => socket.write(`typed ${data.toString().trim()}\r\n`))
  }).listen(0, '127.0.0.9')
  await once(device, 'listening')
  const { port } = device.address() as AddressInfo
  const { data } = await admin.call('POST /monitor/api/v1/device', {
    name: 'Behind',
    ipAddress: '127.0.0.9',
    outletId,
  })
  const enter = (events: Parameters<typeof connectDevice>[4]) =>
    connectDevice(
      { scopes: t.scopes, secrets: t.secrets, deviceRanges: [] },
      {
        company_id: admin.companyId,
        device_id: data.id,
        protocol: 'telnet',
        port,
        encoding: 'utf8',
        username: '',
        legacy: false,
        last_address: null,
        company_code: 'none',
      },
      {},
      { size: { columns: 80, rows: 24 }, signal: new AbortController().signal, ask: async () => [] },
      events,
    )
  let shown = ''
  const events = {
    shown: (bytes: Buffer) => void (shown += bytes.toString()),
    drained() {},
    closed: vi.fn<() => void>(),
  }
  await expect(enter(events)).rejects.toMatchObject({ outcome: 'no_address' })
  const { probe } = await installed('Terminals')
  const shell = await enter(events)
  await vi.waitFor(() => expect(shown).toContain('switch# '), patiently)
  shell.write(Buffer.from('show version\r'))
  await vi.waitFor(() => expect(shown).toContain('typed show version'), patiently)
  await probe.end('SIGKILL')
  await vi.waitFor(() => expect(events.closed).toHaveBeenCalledOnce(), patiently)
  device.close()
})

test('a gateway in the LAN of a probe is asked to connect, with Digest, and nothing beyond its ranges', async () => {
  const asked: (string | undefined)[] = []
  const gateway = createHttpServer((request, response) => {
    asked.push(request.headers.authorization)
    if (request.headers.authorization !== undefined) return void response.writeHead(200).end()
    response
      .writeHead(401, {
        'www-authenticate': 'Digest realm="cpe", nonce="n1", qop="auth"',
        connection: 'close',
      })
      .end()
  }).listen(0, '127.0.0.10')
  await once(gateway, 'listening')
  const { port } = gateway.address() as AddressInfo
  const deviceId = await arrangeDevice(t, admin.companyId, { state: 'claimed' })
  await t.adminPool.query('update device set outlet_id = $2 where id = $1', [deviceId, outletId])
  const ask = async (host: string) =>
    requestConnection({
      url: `http://${host}:${port}/ring?n=1`,
      username: 'acs',
      passwords: ['secret'],
      destination: { lastAddress: null, ranges: [], companyCode: 'none' },
      connect: await lanConnector(t.scopes, deviceId, host),
    })
  expect(await ask('127.0.0.10')).toBe('not_allowed')
  await installed('Requests')
  expect(await ask('127.0.0.10')).toBe('accepted')
  expect(asked).toEqual([undefined, expect.stringMatching(/^Digest username="acs".*response="[0-9a-f]{32}"/)])
  expect(await ask('10.0.0.1')).toBe('not_allowed')
  expect(await lanConnector(t.scopes, deviceId, 'gateway.test')).toBeNull()
  gateway.close()
})

test('traps of devices of an outlet go through its probe, and are those of its devices alone', async () => {
  const mib = switchMib({ interfaces: 2 })
  const agent = await SimulatedAgent.start({ mib, address: '127.0.0.21' })
  const community = { name: 'all', version: 'v2c', community: 'public' } as const
  await admin.call('POST /monitor/api/v1/snmp/credential', community)
  const free = createSocket('udp4').bind(0)
  await once(free, 'listening')
  const { port } = free.address()
  free.close()
  const { probeId } = await installed('Traps', '--trap-port', String(port))
  const deviceId = await addDevice(agent)
  // Of another company, at the same address.
  const stranger = await t.company('company')
  const other = await arrangeDevice(t, stranger.id, { type: 'switch', name: 'Same address' })
  await t.adminPool.query(`update device set ip_address = '127.0.0.21' where id = $1`, [other])
  await vi.waitFor(async () => expect(await polling(deviceId)).toMatchObject({ state: 'ok' }), patiently)
  await vi.waitFor(async () => expect(await read(probeId)).toMatchObject({ trapPort: port }), patiently)
  const notifier = await Notifier.open(port, '127.0.0.21')
  const unknown = await Notifier.open(port, '127.0.0.22')
  for (const one of [unknown, notifier]) one.trap('public', { oid: '1.3.6.1.6.3.1.1.5.1' })
  const trapsOf = async (id: string) =>
    (
      await t.adminPool.query<{ kind: string }>(
        `select kind from device_timeline where device_id = $1 and kind like 'trap.%'`,
        [id],
      )
    ).rows.map(({ kind }) => kind)
  await vi.waitFor(async () => expect(await trapsOf(deviceId)).toEqual(['trap.coldStart']), patiently)
  expect(await trapsOf(other)).toEqual([])
  for (const one of [unknown, notifier]) one.close()
  agent.stop()
})

test('one token serves several outlets, of which each has its own ranges, and moves with them', async () => {
  const elsewhere = await addOutlet('Behind the SD-WAN')
  const outlets = [
    { outletId, ranges: ['10.7.0.0/24'], isSite: true },
    { outletId: elsewhere, ranges: ['10.8.0.0/24'] },
  ]
  const { probeId, token } = (await admin.call('POST /dial/api/v1/probe', { name: 'Headquarters', outlets }))
    .data
  const probe = await SimulatedProbe.connect({ server, token, ranges: ['10.0.0.0/8'] })
  const at = async (ipAddress: string, outlet: string) =>
    (await admin.call('POST /monitor/api/v1/device', { name: ipAddress, ipAddress, outletId: outlet })).data
      .id
  const [here, there, strayed] = [
    await at('10.7.0.5', outletId),
    await at('10.8.0.5', elsewhere),
    await at('10.8.0.6', outletId),
  ]
  const ofProbe = async () =>
    (
      await t.adminPool.query<{ id: string }>(
        'select device_id::text as id from device_polling where probe_id = $1 order by device_id',
        [probeId],
      )
    ).rows.map(({ id }) => id)
  expect(await ofProbe()).toEqual([here, there])
  expect(strayed).toBeDefined()
  await admin.call('PUT /dial/api/v1/probe/:probeId', {
    probeId,
    name: 'Headquarters',
    outlets: [{ outletId: elsewhere, ranges: ['10.8.0.0/24'], isSite: true }],
  })
  expect(await ofProbe()).toEqual([there])
  expect(await standingOf(probeId)).toBe('connected')
  probe.close()
})

test('ranges are private, and do not overlap between outlets', async () => {
  expect((await create('Public', ['8.8.8.0/24'])).code).toBe('probe.range_refused')
  const other = await addOutlet('Second')
  const outlets = [
    { outletId, ranges: ['10.1.0.0/16'] },
    { outletId: other, ranges: ['10.1.2.0/24'] },
  ]
  expect((await admin.call('POST /dial/api/v1/probe', { name: 'Two', outlets })).code).toBe(
    'probe.range_overlaps',
  )
})
