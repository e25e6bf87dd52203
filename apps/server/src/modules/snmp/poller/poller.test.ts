import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeFork, type FakeCollector, inventoryOf } from '../../../../test/fake-collector.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { openMetricStore } from '../../../platform/metrics/open-store.ts'
import { deviceRoutes } from '../../devices/index.ts'
import { equipmentRoutes } from '../../equipment/index.ts'
import { writeMetrics } from '../../metrics/index.ts'
import { snmpRoutes } from '../index.ts'
import { Poller, type PollerOptions } from './poller.ts'

let t: TestApp
let admin: TestPerson
let collectors: FakeCollector[]
const running: Poller[] = []

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    deviceRoutes(app, deps)
    snmpRoutes(app, deps)
    equipmentRoutes(app, { deviceRanges: [], store: openMetricStore(deps.scopes) })
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  collectors = []
  admin = await t.person((await t.company('company')).id, 'administrator')
})
afterEach(async () => {
  for (const poller of running.splice(0)) await poller.stop()
})

function startPoller(options: Partial<PollerOptions> = {}): Poller {
  const poller = new Poller({
    scopes: t.scopes,
    secrets: t.secrets,
    log: t.log,
    deviceRanges: [],
    trapPort: null,
    writeBatch: (batch) => writeMetrics(t.scopes, batch),
    saveParts: async () => {},
    fork: fakeFork(collectors),
    timing: { leaseSeconds: 5, beatMilliseconds: 50, changesMilliseconds: 20, idleMilliseconds: 60 },
    ...options,
  })
  running.push(poller)
  poller.start()
  return poller
}

let address = 0
async function addDevice(more: object = {}, who = admin): Promise<string> {
  address += 1
  const { data } = await who.call('POST /monitor/api/v1/device', {
    name: `Device ${address}`,
    ipAddress: `203.0.114.${address}`,
    ...more,
  })
  return data.id
}

const credential = (name: string, more: object = {}) =>
  admin.call('POST /monitor/api/v1/snmp/credential', {
    name,
    version: 'v2c',
    community: `of ${name}`,
    ...more,
  })

const detail = async (deviceId: string) =>
  (await admin.call('GET /monitor/api/v1/device/:deviceId', { deviceId })).data

const timeline = async (deviceId: string) =>
  (await admin.call('GET /api/v1/device/:deviceId/timeline', { deviceId })).data.items.map(({ kind }) => kind)

async function newest(): Promise<FakeCollector> {
  await vi.waitFor(() => expect(collectors.length).toBeGreaterThan(0))
  return collectors.at(-1)!
}

async function targeted(deviceId: string): Promise<FakeCollector> {
  const collector = await newest()
  await vi.waitFor(() => expect(collector.targets.has(deviceId)).toBe(true))
  return collector
}

test('no process is started without devices; the first one starts it, and after the last it ends', async () => {
  await t.adminPool.query(`delete from device where driver = 'snmp'`)
  const poller = startPoller()
  await vi.waitFor(() => expect(poller.gauges()['poller_shares']?.()).toBe(64))
  expect(collectors).toHaveLength(0)
  const deviceId = await addDevice()
  await targeted(deviceId)
  await admin.call('POST /monitor/api/v1/device/batch/delete', { deviceIds: [deviceId] })
  await vi.waitFor(() => expect(poller.collectorPid).toBeUndefined())
})

test('the collector gets the sets that fit, opened, in their order, and a chosen one alone', async () => {
  await credential('everywhere', { range: '203.0.0.0/8' })
  // A community is not sent in clear to a public address that somebody names.
  await credential('open')
  await credential('near', { range: '203.0.114.0/24' })
  await credential('far', { range: '198.18.0.0/16' })
  const { data: chosen } = await credential('chosen', { range: '203.0.114.0/24' })
  const deviceId = await addDevice()
  const other = await addDevice({ credentialId: chosen.id })
  startPoller()
  const collector = await targeted(other)
  const names = new Map(collector.credentials.map(({ id, community }) => [id, community]))
  const setsOf = (id: string) => collector.targets.get(id)?.credentialIds.map((set) => names.get(set))
  await vi.waitFor(() => expect(setsOf(deviceId)).toEqual(['of everywhere', 'of near', 'of chosen']))
  expect(setsOf(other)).toEqual(['of chosen'])
  await credential('later', { range: '203.0.114.0/24' })
  await vi.waitFor(() => expect(collector.targets.get(deviceId)?.credentialIds).toHaveLength(4))
  await admin.call('DELETE /monitor/api/v1/snmp/credential/:credentialId', { credentialId: chosen.id })
  await vi.waitFor(() => expect(collector.targets.get(other)?.credentialIds).toHaveLength(3))
})

test('a device is online when it answers, overdue after one silent round, offline after two', async () => {
  const { data: set } = await credential('read')
  const deviceId = await addDevice()
  startPoller()
  const collector = await targeted(deviceId)
  collector.round(deviceId, 'ok', true, set.id)
  await vi.waitFor(async () => expect((await detail(deviceId)).presence).toBe('online'))
  expect((await detail(deviceId)).polling).toMatchObject({
    state: 'ok',
    credentialName: 'read',
    lastPollMs: 12,
    lastPollValues: 3,
  })
  collector.round(deviceId, 'unreachable', false)
  await vi.waitFor(async () => expect((await detail(deviceId)).presence).toBe('overdue'))
  const last = collector.round(deviceId, 'unreachable', false)
  await vi.waitFor(async () => expect((await detail(deviceId)).presence).toBe('offline'))
  await vi.waitFor(() => expect(collector.acknowledged('facts')).toContain(last))
  expect(await timeline(deviceId)).toEqual([
    'offline',
    'polling.unreachable',
    'overdue',
    'online',
    'equipment.added',
  ])
  const page = await admin.call('POST /monitor/api/v1/device/lists', { polling: ['unreachable'] })
  expect(page.data.items.map(({ id }) => id)).toEqual([deviceId])
})

test('an inventory says what the device is; a later one notes what changed, and uplinks that went down', async () => {
  const deviceId = await addDevice()
  startPoller()
  const collector = await targeted(deviceId)
  const inventory = (reading: ReturnType<typeof inventoryOf>) =>
    collector.facts([{ kind: 'inventory', deviceId, at: Date.now(), credentialId: '1', reading }])
  const neighbour = {
    protocol: 'lldp',
    name: 'core',
    port: 'Gi1',
    chassisId: '',
    description: '',
    address: null,
  } as const
  inventory(inventoryOf({}, [{ neighbour }, {}]))
  await vi.waitFor(async () =>
    expect(await detail(deviceId)).toMatchObject({
      brand: 'Huawei',
      type: 'switch',
      modelName: 'S5735',
      softwareVersion: 'V200R019',
      serialNumber: '2102351234',
      interfaces: 2,
      sysName: 'sw1',
    }),
  )
  const done = inventory(
    inventoryOf({ version: 'V200R021', serialNumber: 'other' }, [{ operState: 2 }, { operState: 2 }]),
  )
  await vi.waitFor(() => expect(collector.acknowledged('facts')).toContain(done))
  expect(await timeline(deviceId)).toEqual([
    'interface.down',
    'identity.changed',
    'changed',
    'equipment.added',
  ])
  const { data } = await admin.call('POST /monitor/api/v1/device/:deviceId/interfaces', {
    deviceId,
    state: ['down'],
    sort: '-index',
  })
  expect(data).toMatchObject({
    total: 2,
    items: [
      { key: 'Gi0/0/2' },
      { key: 'Gi0/0/1', neighbour: { name: 'core', deviceId: null }, inRate: null },
    ],
  })
})

test('what an agent says is text of bounded length: HTML, formulas, zeros, 64 KB', async () => {
  const deviceId = await addDevice()
  startPoller()
  const collector = await targeted(deviceId)
  const hostile = `=HYPERLINK("http://x")<script>\u0000\ud800${'y'.repeat(65_536)}`
  const done = collector.facts([
    {
      kind: 'inventory',
      deviceId,
      at: Date.now(),
      credentialId: '1',
      reading: inventoryOf(
        { sysName: hostile, model: hostile, serialNumber: hostile, sysDescr: hostile, version: hostile },
        [{ key: hostile, alias: hostile, speed: Number.POSITIVE_INFINITY, index: 1e300 }],
      ),
    },
    {
      kind: 'trap',
      deviceId,
      at: Date.now(),
      trap: 'vendor',
      oid: '1.3',
      vendor: 'X',
      meaning: null,
      interfaceKey: null,
      text: hostile,
    },
  ])
  await vi.waitFor(() => expect(collector.acknowledged('facts')).toContain(done))
  const shown = await detail(deviceId)
  expect(shown.sysName).toHaveLength(256)
  expect(shown.sysName.startsWith('=HYPERLINK("http://x")<script>')).toBe(true)
  expect(shown.modelName).toHaveLength(256)
  const csv = (await admin.call('POST /monitor/api/v1/device/export', { search: shown.name })).body
  expect(csv).toContain(`'=HYPERLINK`)
  const { data } = await admin.call('POST /monitor/api/v1/device/:deviceId/interfaces', { deviceId })
  expect(data.items[0]).toMatchObject({ index: 0, speed: null })
  expect(await timeline(deviceId)).toContain('trap.vendor')
})

test('a neighbourhood is stored clean, written anew only when it changed, and read by no request', async () => {
  const deviceId = await addDevice()
  startPoller()
  const collector = await targeted(deviceId)
  const neighbour = {
    protocol: 'lldp',
    interface: 'p1',
    port: '',
    description: '',
    address: 'nowhere',
  } as const
  const send = async (names: readonly string[], at: number) => {
    const neighbours = names.map((name) => ({ ...neighbour, name, chassisId: name }))
    const stations = [
      { interface: 'p1', vlan: 9999, macs: ['00:11:22:33:44:55', 'b2:00:00:00:00:01', '<b>'] },
    ]
    const neighbourhood = {
      neighbours,
      stations,
      addresses: [],
      power: [],
      speaksLldp: true,
      incomplete: false,
    }
    const sent = collector.facts([{ kind: 'neighbourhood', deviceId, at, neighbourhood }])
    await vi.waitFor(() => expect(collector.acknowledged('facts')).toContain(sent))
    const { rows } = await t.adminPool.query('select * from device_neighbourhood where device_id = $1', [
      deviceId,
    ])
    return rows[0]
  }
  const now = Date.now()
  const first = await send(['<script>\u202e', 'a'], now - 3000)
  expect(first.content).toMatchObject({
    neighbours: [{ name: '<script>', address: null }, { name: 'a' }],
    stations: [{ vlan: null, macs: ['00:11:22:33:44:55'], others: 1 }],
  })
  const again = await send(['a', '<script>\u202e'], now - 2000)
  expect(again).toMatchObject({
    digest: first.digest,
    changed_at: first.changed_at,
    first_at: first.first_at,
  })
  expect(again.read_at > first.read_at).toBe(true)
  const many = await send(
    Array.from({ length: 10_000 }, (_, n) => `n${n}`),
    now - 1000,
  )
  expect([many.content.neighbours.length, many.content.incomplete]).toEqual([4096, true])
})

test('the worst value stands in the list, and its level is a filter', async () => {
  const deviceId = await addDevice()
  startPoller()
  const collector = await targeted(deviceId)
  const sequence = collector.batch([
    {
      deviceId,
      at: Date.now(),
      upTime: 100_000,
      values: [
        ['cpu_usage', 'CPU 1', 12],
        ['supply_level', 'Black', 8],
        ['ping_loss', '', 0],
      ],
    },
  ])
  await vi.waitFor(() => expect(collector.acknowledged('batch')).toContain(sequence))
  const { data } = await admin.call('POST /monitor/api/v1/device/lists', { level: 'warning' })
  expect(data.items).toMatchObject([
    {
      id: deviceId,
      worst: { metric: 'supply_level', instance: 'Black', value: 8, level: 'warning', unit: '%' },
    },
  ])
  collector.batch([
    { deviceId, at: Date.now() + 300_000, upTime: 500, values: [['supply_level', 'Black', 90]] },
  ])
  await vi.waitFor(async () =>
    expect((await admin.call('POST /monitor/api/v1/device/lists', { level: 'warning' })).data.total).toBe(0),
  )
  expect(await timeline(deviceId)).toContain('restarted')
  expect((await detail(deviceId)).metrics).toEqual(['cpu_usage', 'supply_level', 'ping_loss'])
})

test('a batch is acknowledged after it is written, in order, and tried again when it cannot be', async () => {
  const deviceId = await addDevice()
  let broken = true
  const written: number[] = []
  startPoller({
    writeBatch: async ({ sequence }) => {
      if (broken) throw new Error('the database is away')
      written.push(sequence)
    },
  })
  const collector = await targeted(deviceId)
  const poll = { deviceId, at: Date.now(), values: [['ping_loss', '', 0]] } as const
  const [first, second] = [collector.batch([poll]), collector.batch([poll])]
  expect(collector.acknowledged('batch')).toEqual([])
  broken = false
  await vi.waitFor(() => expect(collector.acknowledged('batch')).toEqual([first, second]), 5000)
  expect(written).toEqual([first, second])
})

test('facts that are sent again change nothing', async () => {
  const deviceId = await addDevice()
  startPoller()
  const collector = await targeted(deviceId)
  collector.round(deviceId, 'ok', true)
  const state = {
    kind: 'poll',
    deviceId,
    state: 'unreachable',
    reachable: false,
    credentialId: null,
  } as const
  const round = { ...state, at: Date.now(), durationMs: 1, values: null, slow: false, nextAt: 0 }
  const sequence = collector.facts([round])
  collector.facts([round], sequence)
  await vi.waitFor(() =>
    expect(collector.acknowledged('facts').filter((one) => one === sequence)).toHaveLength(2),
  )
  expect((await detail(deviceId)).presence).toBe('overdue')
})

test('a collector that dies is started again with the whole plan', async () => {
  const deviceId = await addDevice()
  startPoller()
  const collector = await targeted(deviceId)
  collector.die()
  await vi.waitFor(() => expect(collectors).toHaveLength(2), 5000)
  await targeted(deviceId)
})

test('two pollers share the devices; the shares of one that is killed are the other’s when its lease ends', async () => {
  for (let n = 0; n < 8; n += 1) await addDevice()
  const killed = startPoller({
    timing: { leaseSeconds: 1, beatMilliseconds: 50, changesMilliseconds: 20, idleMilliseconds: 60_000 },
  })
  const other = startPoller({
    timing: { leaseSeconds: 1, beatMilliseconds: 50, changesMilliseconds: 20, idleMilliseconds: 60_000 },
  })
  const sharesOf = (poller: Poller) => poller.gauges()['poller_shares']?.()
  await vi.waitFor(() => expect([sharesOf(killed), sharesOf(other)]).toEqual([32, 32]), 5000)
  await vi.waitFor(() => {
    const both = collectors.flatMap(({ targets }) => [...targets.keys()])
    expect(new Set(both).size).toBe(both.length)
  })
  // It says nothing any more, as after a kill -9.
  killed.fallSilent()
  await vi.waitFor(() => expect(sharesOf(other)).toBe(64), 5000)
})

test('without the product collection stops, and goes on with it', async () => {
  const deviceId = await addDevice()
  startPoller()
  const collector = await targeted(deviceId)
  collector.round(deviceId, 'ok', true)
  await vi.waitFor(async () => expect((await detail(deviceId)).presence).toBe('online'))
  const set = (state: string) =>
    t.adminPool.query(
      `update application a set state = $2 from product p
       where p.id = a.product_id and p.code = 'monitoring' and a.company_id = $1`,
      [admin.companyId, state],
    )
  await set('deactivated')
  await vi.waitFor(() => expect(collector.targets.has(deviceId)).toBe(false))
  const stored = async () =>
    (await t.adminPool.query('select polling, presence from device where id = $1', [deviceId])).rows[0]
  await vi.waitFor(async () => expect(await stored()).toEqual({ polling: 'stopped', presence: 'unknown' }))
  await set('normal')
  await vi.waitFor(() => expect(collectors.at(-1)?.targets.has(deviceId)).toBe(true))
  await vi.waitFor(async () => expect((await detail(deviceId)).polling?.state).toBe('waiting'))
})

test('an address is tried, and the result is there for the person who asked alone', async () => {
  const { data: set } = await credential('trial', { range: '203.0.114.0/24' })
  startPoller()
  const tried = await admin.call('POST /monitor/api/v1/snmp/trial', { ipAddress: '203.0.114.200' })
  const { trialId } = tried.data
  const read = (who: TestPerson) => who.call('GET /monitor/api/v1/snmp/trial/:trialId', { trialId })
  expect((await read(admin)).data.state).toBe('running')
  const collector = await newest()
  await vi.waitFor(() => expect(collector.received.some(({ kind }) => kind === 'try')).toBe(true))
  expect(collector.received.find(({ kind }) => kind === 'try')).toMatchObject({
    address: '203.0.114.200',
    port: 161,
    credentials: [{ community: 'of trial' }],
  })
  const reading = inventoryOf({}, [{}, {}])
  collector.emit({ kind: 'trial', trialId, result: { state: 'answered', credentialId: set.id, reading } })
  await vi.waitFor(async () =>
    expect((await read(admin)).data).toMatchObject({
      state: 'answered',
      credentialName: 'trial',
      vendor: 'Huawei',
      model: 'S5735',
      interfaces: 2,
    }),
  )
  const colleague = await t.person(admin.companyId, 'administrator')
  expect((await read(colleague)).code).toBe('snmp.trial_not_found')
})

test('a poll that a person asks for reaches the collector, and its end the screens', async () => {
  const deviceId = await addDevice()
  startPoller()
  const collector = await targeted(deviceId)
  const asked = await admin.call('POST /monitor/api/v1/device/batch/poll', { deviceIds: [deviceId] })
  expect(asked.data).toEqual({ accepted: 1, failed: [] })
  await vi.waitFor(() =>
    expect(collector.received).toContainEqual({ kind: 'poll-now', deviceIds: [deviceId], what: 'inventory' }),
  )
  collector.round(deviceId, 'ok', true)
  await vi.waitFor(async () => {
    const { rowCount } = await t.adminPool.query(
      `select 1 from live_event where kind = 'device.polled' and subject_id = $1`,
      [deviceId],
    )
    expect(rowCount).toBe(1)
  })
})

test('names that look like escapes, or end within a character, hold up no facts', async () => {
  const hostile = await addDevice()
  const other = await addDevice()
  startPoller()
  const collector = await targeted(other)
  const reading = { ...inventoryOf(), plan: { names: ['\\u0000', 'a\u0000b', 'half \ud83d', '\u202eright'] } }
  collector.facts([{ kind: 'inventory', deviceId: hostile, at: Date.now(), credentialId: '1', reading }])
  const last = collector.round(other, 'ok', true)
  await vi.waitFor(() => expect(collector.acknowledged('facts')).toContain(last))
  const { rows } = await t.adminPool.query('select plan from device_agent where device_id = $1', [hostile])
  expect(rows[0].plan.names).toEqual(['\\u0000', 'ab', 'half \ufffd', '\u202eright'])
})

test('facts of a broken collector are left out one by one; those of other devices beside them count', async () => {
  const good = await addDevice()
  const bad = await addDevice()
  const poller = startPoller()
  const collector = await targeted(bad)
  const at = Date.now()
  const forged = [
    { kind: 'inventory', deviceId: bad, at, credentialId: '1', reading: { identity: null } },
    {
      kind: 'inventory',
      deviceId: bad,
      at,
      credentialId: '1',
      reading: inventoryOf({ type: 'toaster' as never }),
    },
    { kind: 'interfaces', deviceId: bad, at },
    { kind: 'poll', deviceId: '1 or 1=1', at, state: 'ok', reachable: true, credentialId: null },
    { kind: 'state', deviceId: bad, at, state: 'hacked', reachable: true, credentialId: null },
    { kind: 'state', deviceId: bad, at: Number.NaN, state: 'ok', reachable: true, credentialId: null },
    { kind: 'trap', deviceId: bad, at: 9e300, trap: 'coldStart', oid: 5, vendor: null, interfaceKey: null },
    { kind: 'nothing', deviceId: bad, at },
    {
      kind: 'inventory',
      deviceId: good,
      at: at + 86_400_000,
      credentialId: '1',
      reading: inventoryOf({ sysName: 'a\u202eb\u0085c' }),
    },
  ]
  const sequence = collector.facts(forged as never)
  await vi.waitFor(() => expect(collector.acknowledged('facts')).toContain(sequence))
  expect(await detail(good)).toMatchObject({ sysName: 'abc', brand: 'Huawei' })
  expect(await detail(bad)).toMatchObject({ brand: '' })
  const { rows } = await t.adminPool.query('select read_at from device_agent where device_id = $1', [good])
  expect(Date.parse(rows[0].read_at)).toBeLessThanOrEqual(Date.now())
  expect(poller.gauges()['poller_refused']?.()).toBe(0)
})

test('what changed is written by the second attempt, when the first one failed behind the values', async () => {
  const deviceId = await addDevice()
  startPoller()
  const collector = await targeted(deviceId)
  const blocked = await t.adminPool.connect()
  // As a database that goes away between the two statements.
  await blocked.query('alter function poller_values(jsonb) rename to poller_values_gone')
  collector.batch([{ deviceId, at: Date.now(), values: [['cpu_usage', '1', 99]] }])
  const seen = async () =>
    (await t.adminPool.query('select from metric_recent where device_id = $1', [deviceId])).rowCount
  await vi.waitFor(async () => expect(await seen()).toBe(1))
  await blocked.query('alter function poller_values_gone(jsonb) rename to poller_values')
  blocked.release()
  await vi.waitFor(
    async () =>
      expect((await detail(deviceId)).worst).toMatchObject({ metric: 'cpu_usage', level: 'critical' }),
    { timeout: 10_000 },
  )
})
