import type { LinkTested } from '@netward/collector'
import { SimulatedProbe, type SimulatedProbeOptions } from '@netward/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { lineQualityRoutes, planOfLines } from '../lines/index.ts'
import { arrangeDevice } from '../../../test/devices.ts'
import { lookNow } from '../alarms/alarm-fixture.ts'
import { takeFacts } from '../alarms/evaluation/facts.ts'
import { advanceLedger } from '../lines/ledger/ledger-sweep.ts'
import { ledgerRepo } from '../lines/ledger/ledger.repo.ts'
import { writeMetrics } from '../metrics/index.ts'
import { outletRoutes } from '../outlets/index.ts'
import { ProbeHub } from './hub/hub.ts'
import { ProbeProcess } from './probe-process.fixture.ts'
import { probeRoutes } from './probes.routes.ts'
import { Programs } from './release.ts'

let t: TestApp
let hub: ProbeHub
let server: string
let admin: TestPerson
let outletId: string
let lineId: string
const minute = 60_000
const now = () => Math.floor(Date.now() / minute) * minute
const ends: (() => unknown)[] = []
const tested: LinkTested[] = []
const patiently = { timeout: 30_000, interval: 50 }

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    hub = new ProbeHub({
      ...deps,
      release: () => null,
      writeBatch: (batch, receivedAt) => writeMetrics(deps.scopes, batch, receivedAt),
      saveParts: async () => {},
      onTested: (message) => tested.push(message),
      timing: { followMilliseconds: 50, reportMilliseconds: 50, beatMilliseconds: 3_000 },
    })
    outletRoutes(app, deps)
    lineQualityRoutes(app)
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
  outletId = (await admin.call('POST /api/v1/outlet', { name: 'Pudong' })).data.id
  lineId = await addLine('WAN', outletId)
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function addLine(name: string, outlet: string): Promise<string> {
  const { data } = await admin.call('POST /api/v1/outlet/:outletId/line', {
    outletId: outlet,
    name,
    isp: 'telecom',
    type: 'broadband',
    downMbps: 200,
    upMbps: 50,
    addressing: 'static',
    ipAddress: '203.0.113.7',
  })
  return data.id
}

const create = async (name: string, outlet = outletId) =>
  (
    await admin.call('POST /dial/api/v1/probe', {
      name,
      outlets: [{ outletId: outlet, ranges: ['192.168.1.0/24'] }],
    })
  ).data

async function simulated(name: string, more: Partial<SimulatedProbeOptions> = {}): Promise<SimulatedProbe> {
  const { token } = await create(name)
  const probe = await SimulatedProbe.connect({ server, token, ...more })
  ends.push(() => probe.close())
  return probe
}

const minutesOf = async (line: string) =>
  (await admin.call('GET /dial/api/v1/line/:lineId', { lineId: line })).data
const at = (ago: number, up = 1) => ({
  deviceId: lineId,
  at: now() - ago * minute,
  values: [
    ['line_up', '', up],
    ['line_loss', 'isp', up === 1 ? 0 : 100],
  ] as const,
})
/** As if the probe had the line for a day already. */
const heldForADay = () =>
  t.adminPool.query(`update probe_hold set since = now() - interval '1 day' where subject_id = $1`, [lineId])
const ofPollers = async () =>
  (await planOfLines(t.scopes, { shares: [...Array(64).keys()] })).some((line) => line.lineId === lineId)

test('the first line of an outlet goes to the probe that stands there, with the tests from inside', async () => {
  const second = await addLine('Backup', outletId)
  expect(await ofPollers()).toBe(true)
  const probe = await simulated('Pudong')
  await vi.waitFor(() => expect([...probe.lines.keys()]).toEqual([lineId]), patiently)
  expect(probe.lines.get(lineId)).toMatchObject({
    from: 'inside',
    tests: [{ kind: 'icmp', key: 'first_hop', host: null }],
  })
  expect(await ofPollers()).toBe(false)
  // What people change reaches it.
  const chosen = { lineId, profile: null, ispHost: '192.0.2.1', businessHost: '' } as const
  await admin.call('PUT /dial/api/v1/line/:lineId/measuring', chosen)
  await vi.waitFor(() => expect(probe.lines.get(lineId)?.tests).toHaveLength(2), patiently)
  expect(await admin.call('DELETE /api/v1/outlet/line/:lineId', { lineId })).toMatchObject({ code: 0 })
  await vi.waitFor(() => expect([...probe.lines.keys()]).toEqual([second]), patiently)
})

test('a night offline is stored where it belongs, and says that a probe measured', async () => {
  const probe = await simulated('Pudong')
  await heldForADay()
  await probe.write([at(100), at(99, 0), at(98)])
  await probe.writeLineFacts([
    { kind: 'blind', lineId, at: now() - 90 * minute, until: now() - 88 * minute, reason: 'first_hop' },
  ])
  await probe.write([at(0)])
  await advanceLedger(t.scopes, Date.now())
  const line = await minutesOf(lineId)
  expect(line).toMatchObject({ measuredBy: 'probe', state: 'up' })
  expect(line.minutes).toContain('udu-------bb')
})

test('a probe writes neither lines of others nor times at which it had none, nor the future', async () => {
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const probe = await simulated('Pudong')
  const elsewhere = (await admin.call('POST /api/v1/outlet', { name: 'Elsewhere' })).data.id
  const other = await addLine('Other', elsewhere)
  const reason = 'everything_lost'
  await probe.write([{ ...at(0), deviceId: other }, at(300), at(-60), at(-60 * 24 * 400)])
  await probe.writeLineFacts([
    { kind: 'blind', lineId: other, at: now(), until: now() + minute, reason },
    { kind: 'blind', lineId, at: now() - 300 * minute, until: now() - 298 * minute, reason },
    { kind: 'blind', lineId: 'x', at: 0, until: now(), reason },
  ])
  const { rows } = await t.adminPool.query('select from line_hour where line_id = any ($1)', [
    [other, lineId],
  ])
  expect(rows).toEqual([])
  expect(stranger.companyId).not.toBe(admin.companyId)
})

test('a clock that is hours ahead moves values and facts to where they were measured', async () => {
  const probe = await simulated('Pudong', { clockError: 5 * 3_600_000 })
  await heldForADay()
  const ahead = { ...at(3), at: now() - 3 * minute + 5 * 3_600_000 }
  await probe.write([ahead])
  await probe.writeLineFacts([
    { kind: 'blind', lineId, at: ahead.at + minute, until: ahead.at + 2 * minute, reason: 'first_hop' },
  ])
  await advanceLedger(t.scopes, Date.now())
  expect((await minutesOf(lineId)).minutes).toContain('ub')
})

test('a trap raises its alarm when it came, whatever the clock of the probe says', async () => {
  for (const clockError of [5 * 3_600_000, -40 * minute]) {
    const name = `Off by ${clockError}`
    const { id } = (await admin.call('POST /api/v1/outlet', { name })).data
    const { token } = await create(name, id)
    const probe = await SimulatedProbe.connect({ server, token, clockError })
    ends.push(() => probe.close())
    const deviceId = await arrangeDevice(t, admin.companyId, { type: 'switch', name })
    await t.adminPool.query(
      `with placed as (update device set driver = 'snmp', outlet_id = $2, ip_address = '192.168.1.9' where id = $1)
       insert into device_polling (company_id, device_id) values ($3, $1)
       on conflict (device_id) do nothing`,
      [deviceId, id, admin.companyId],
    )
    await t.adminPool.query('update device_polling set probe_id = $2 where device_id = $1', [
      deviceId,
      probe.identity.probeId,
    ])
    await probe.writeFacts([
      {
        kind: 'trap',
        deviceId,
        at: Date.now() + clockError,
        trap: 'vendor',
        oid: '1.3.6.1.4.1.2011.1',
        vendor: 'Huawei',
        meaning: 'power_failed',
        interfaceKey: null,
        text: 'PSU 1',
      },
    ])
    await lookNow(t)
    const { rows } = await t.adminPool.query(
      `select rule, abs(extract(epoch from now() - raised_at)) < 60 as now from alarm where device_id = $1`,
      [deviceId],
    )
    expect(rows).toEqual([{ rule: 'power_supply_failed', now: true }])
  }
})

test('a probe that is silent while the gateway reports leaves blind minutes and one alarm', async () => {
  const probe = await simulated('Pudong')
  const { probeId } = probe.identity
  await heldForADay()
  await probe.write([at(20)])
  probe.close()
  await vi.waitFor(() => expect(hub.linkOf(probeId)).toBeUndefined(), patiently)
  await t.adminPool.query(`update probe set seen_at = now() - interval '20 minutes' where id = $1`, [probeId])
  const deviceId = await arrangeDevice(t, admin.companyId, { state: 'claimed' })
  const gateway = (presence: string) =>
    t.adminPool.query('update device set presence = $2, outlet_id = $3 where id = $1', [
      deviceId,
      presence,
      outletId,
    ])
  const alarms = async () => {
    await takeFacts(t.scopes, 100)
    const { rows } = await t.adminPool.query(
      `select rule, label, outlet_id::text from alarm where company_id = $1 and state = 'active' order by rule`,
      [admin.companyId],
    )
    return rows
  }
  await gateway('offline')
  expect(await alarms()).toEqual([])
  await gateway('online')
  await ledgerRepo.blindOfSilentProbes(t.scopes)
  await advanceLedger(t.scopes, Date.now())
  expect(await minutesOf(lineId)).toMatchObject({
    state: 'blind',
    minutes: expect.stringMatching(/u-+b{3,5}-?$/),
  })
  // The silent probe explains the line.
  await t.adminPool.query(`update line_standing set since = now() - interval '1 hour' where line_id = $1`, [
    lineId,
  ])
  expect(await alarms()).toEqual([{ rule: 'probe_silent', label: 'Pudong', outlet_id: outletId }])
  await t.adminPool.query('update probe set seen_at = now() where id = $1', [probeId])
  expect(await alarms()).toMatchObject([{ rule: 'line_blind' }])
  // What it measured meanwhile takes the place of blind minutes.
  const again = await SimulatedProbe.connect({ server, known: probe.identity })
  ends.push(() => again.close())
  await again.write([at(3), at(2), at(1), at(0)])
  await advanceLedger(t.scopes, Date.now())
  expect(await minutesOf(lineId)).toMatchObject({ state: 'up' })
  expect(await alarms()).toEqual([])
})

test.each([
  ['is no message', 'x'],
  ['has another shape', JSON.stringify({ kind: 'collector', message: { kind: 'line-facts', facts: 'all' } })],
  ['is a proof again', JSON.stringify({ kind: 'proof', probeId: '1' })],
  ['is an order', JSON.stringify({ kind: 'collector', message: { kind: 'plan', full: true } })],
])('a probe that sends what %s is cut off', async (_what, text) => {
  const onClosed = vi.fn<(code: number) => void>()
  const probe = await simulated('Pudong', { onClosed })
  probe.sendText(text)
  await vi.waitFor(() => expect(onClosed).toHaveBeenCalledWith(4400), patiently)
})

test('a proof is good for its own challenge alone', async () => {
  const probe = await simulated('Pudong')
  const { identity } = probe
  const again = await SimulatedProbe.connect({ server, known: identity })
  again.close()
  const forged = { probeId: identity.probeId, key: (await simulated('Other')).identity.key }
  await expect(SimulatedProbe.connect({ server, known: forged })).rejects.toThrow('key')
  const replaying = new WebSocket(server.replace('http', 'ws') + '/dial/api/v1/probe/connect')
  const said = new Promise((resolve) =>
    replaying.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as { kind: string; reason?: string }
      if (message.kind === 'challenge') replaying.send(JSON.stringify(again.proved))
      else resolve(message.reason)
    }),
  )
  expect(await said).toBe('key')
})

test('a flood is cut off, and what is too fast waits', async () => {
  const onClosed = vi.fn<(code: number) => void>()
  const probe = await simulated('Pudong', { onClosed })
  for (let n = 0; n < 40; n++) void probe.write([at(n)])
  await vi.waitFor(() => expect(onClosed).toHaveBeenCalledWith(4408), patiently)
})

test('a real probe tests a line within its own configuration, and refuses the rest', async () => {
  const { probeId, token } = await create('Pudong')
  const probe = new ProbeProcess()
  ends.push(() => probe.remove())
  const given = ['--server', server, '--token', token, '--range', '192.168.1.0/24']
  const targets = ['--line-target', '127.0.0.8/32', '--allow-loopback']
  expect({ code: await probe.enrol([...given, ...targets]), said: probe.said }).toMatchObject({ code: 0 })
  probe.run()
  await vi.waitFor(() => expect(hub.linkOf(probeId)).toBeDefined(), patiently)
  const ping = {
    kind: 'icmp',
    everySeconds: 60,
    packets: 1,
    betweenMs: 100,
    lateMs: 1000,
    bytes: 56,
  } as const
  const line = { lineId, outletId, companyCode: 'any', from: 'inside', source: null } as const
  const url = server.replace('127.0.0.1', 'localhost')
  const web = { everySeconds: 60, timeoutMs: 2000 } as const
  hub.linkOf(probeId)?.order({
    kind: 'test',
    requestId: 'mine',
    line: {
      ...line,
      tests: [
        { ...ping, key: 'allowed', host: '127.0.0.8', tcpPort: null },
        { ...ping, key: 'itself', host: '127.0.0.1', tcpPort: null },
        { ...ping, key: 'private', host: '10.0.0.1', tcpPort: null },
        { ...ping, key: 'public', host: '192.0.2.1', tcpPort: null },
        { ...web, kind: 'http', key: 'web', url, statuses: [], text: null, certificateDays: null },
        { kind: 'tcp', key: 'tcp', host: '169.254.169.254', port: 80, everySeconds: 60, lateMs: 1000 },
        { ...web, kind: 'dns', key: 'dns', name: 'a.test', record: 'A', server: '127.0.0.53', expected: [] },
        { kind: 'traceroute', key: 'path', host: '10.0.0.1', maxHops: 5, everySeconds: 3600 },
        {
          kind: 'throughput',
          key: 'speed',
          direction: 'down',
          url,
          mostBytes: 100_000,
          mostSeconds: 1,
          everySeconds: 86_400,
        },
      ],
    },
  })
  await vi.waitFor(() => expect(tested.some(({ done }) => done)).toBe(true), patiently)
  const results = new Map(tested.flatMap((one) => one.results).map((one) => [one.key, one.problem]))
  expect(results.get('allowed')).not.toBe('not_allowed')
  for (const key of ['itself', 'private', 'public', 'web', 'tcp', 'dns', 'path', 'speed'])
    expect([key, results.get(key)]).toEqual([key, expect.stringMatching(/not_allowed|no_means|name_unknown/)])
})
