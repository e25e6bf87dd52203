import type { LinkTestRequest } from '@netward/collector'
import type { LinkResult } from '@netward/contract/link-tests'
import { SimulatedProbe } from '@netward/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeFork, type FakeCollector } from '../../../test/fake-collector.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { testPointRepo } from '../diagnostics/test-point.repo.ts'
import { hashToken } from '../../platform/db/scope.ts'
import { writeMetrics } from '../metrics/index.ts'
import { outletRoutes } from '../outlets/index.ts'
import { ProbeHub } from '../probes/hub/hub.ts'
import { probeRoutes } from '../probes/probes.routes.ts'
import { Programs } from '../probes/release.ts'
import { Poller } from '../snmp/poller/poller.ts'
import { lineTestJobs } from './line-tests.jobs.ts'
import { lineTestRoutes } from './line-tests.routes.ts'
import { lineRunRepo } from './line-run.repo.ts'

let t: TestApp
let hub: ProbeHub
let server: string
let company: { id: string }
let engineer: TestPerson
let lineId: string
let outletId: string
const ends: (() => unknown)[] = []
const patiently = { timeout: 20_000, interval: 20 }

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    hub = new ProbeHub({
      ...deps,
      release: () => null,
      writeBatch: (batch, receivedAt) => writeMetrics(deps.scopes, batch, receivedAt),
      saveParts: async () => {},
      timing: { followMilliseconds: 30, reportMilliseconds: 30, beatMilliseconds: 3_000 },
    })
    outletRoutes(app, deps)
    probeRoutes(app, { hub, programs: new Programs(), publicUrl: 'https://netward.test' })
    lineTestRoutes(app, { secrets: deps.secrets, acsUrl: () => 'http://acs.test/' })
  })
  server = await t.app.http.listen({ port: 0, host: '127.0.0.1' })
  hub.start()
  await t.adminPool.query(`update product set state = 'normal' where code = 'link_testing'`)
})
afterAll(async () => {
  await hub.stop()
  await t.stop()
})
beforeEach(async () => {
  company = await t.company('company')
  await t.adminPool.query(`update company set products = products || array['link_testing'] where id = $1`, [
    company.id,
  ])
  engineer = await t.person(company.id, 'engineer')
  const admin = await t.person(company.id, 'administrator')
  outletId = (await admin.call('POST /api/v1/outlet', { name: 'Pudong' })).data.id
  lineId = await addLine(admin, 'WAN', '203.0.113.7')
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function addLine(by: TestPerson, name: string, ipAddress: string | null): Promise<string> {
  const { data } = await by.call('POST /api/v1/outlet/:outletId/line', {
    outletId,
    name,
    isp: 'telecom',
    type: 'broadband',
    downMbps: 200,
    upMbps: 50,
    addressing: ipAddress === null ? 'dhcp' : 'static',
    ipAddress,
  })
  return data.id
}

/** A probe that stands at the outlet, and answers tests as a test says. */
async function probe(): Promise<{
  probe: SimulatedProbe
  orders: LinkTestRequest[]
  stops: string[]
  say: (id: string, results: readonly Partial<LinkResult>[], done: boolean) => void
}> {
  const { data } = await engineer.call('POST /dial/api/v1/probe', {
    name: 'Pudong',
    outlets: [{ outletId, ranges: ['192.168.1.0/24'], isSite: true }],
  })
  const orders: LinkTestRequest[] = []
  const stops: string[] = []
  const connected = await SimulatedProbe.connect({
    server,
    token: data.token,
    onOrder: (order) => {
      if (order.kind === 'test') orders.push(order)
      if (order.kind === 'test-stop') stops.push(order.requestId)
    },
  })
  ends.push(() => connected.close())
  return {
    probe: connected,
    orders,
    stops,
    say: (requestId, results, done) =>
      connected.say({
        kind: 'collector',
        message: { kind: 'tested', requestId, results: results as readonly LinkResult[], done },
      }),
  }
}

const start = (order: Record<string, unknown>, who = engineer) =>
  who.call('POST /dial/api/v1/line/:lineId/test', { lineId, ...order } as never)
const read = async (testId: string) => (await engineer.call('GET /dial/api/v1/test/:testId', { testId })).data
const pings = (times: LinkResult['times'], finished = true): Partial<LinkResult> => ({
  kind: 'icmp',
  key: 'asked',
  at: Date.now(),
  lastedMs: 900,
  finished,
  method: 'fping',
  address: '198.51.100.1',
  passed: true,
  problem: null,
  times: times ?? [],
})

test('a test from the probe is shown while it comes in, and kept with who asked and how it was measured', async () => {
  const { orders, say } = await probe()
  const { data } = await start({ kind: 'icmp', host: '198.51.100.1', packets: 3 })
  await vi.waitFor(() => expect(orders).toHaveLength(1), patiently)
  expect(orders[0]).toMatchObject({
    requestId: data.testId,
    line: { from: 'inside', tests: [{ kind: 'icmp', host: '198.51.100.1', packets: 3 }] },
  })
  expect(await read(data.testId)).toMatchObject({ state: 'running', result: null })
  say(data.testId, [pings([10], false)], false)
  await vi.waitFor(
    async () =>
      expect(await read(data.testId)).toMatchObject({ state: 'running', result: { pings: { sent: 1 } } }),
    patiently,
  )
  say(data.testId, [pings([10, null, 20])], true)
  await vi.waitFor(async () => expect((await read(data.testId)).state).toBe('done'), patiently)
  const { data: list } = await engineer.call('POST /dial/api/v1/line/:lineId/test/lists', { lineId })
  expect(list.items).toMatchObject([
    {
      kind: 'icmp',
      vantage: 'probe',
      target: '198.51.100.1',
      createdByName: expect.any(String),
      result: {
        method: 'fping',
        passed: true,
        pings: { sent: 3, received: 2, avg: 15, times: [10, null, 20] },
      },
    },
  ])
})

test('what another probe says of a test, or of another kind, is left out', async () => {
  const { orders, say } = await probe()
  const { data } = await start({ kind: 'tcp', host: '198.51.100.1', port: 443 })
  await vi.waitFor(() => expect(orders).toHaveLength(1), patiently)
  say(`${Number(data.testId) + 1}`, [pings([1])], true)
  say(data.testId, [pings([1])], false)
  say(data.testId, [{ ...pings(undefined), kind: 'tcp', method: 'tcp', time: 7 }], true)
  await vi.waitFor(async () => expect((await read(data.testId)).state).toBe('done'), patiently)
  expect(await read(data.testId)).toMatchObject({ result: { pings: null, time: 7 } })
})

test('a stopped test ends with what it had, and a waiting one at once', async () => {
  const { orders, stops, say } = await probe()
  const { data } = await start({ kind: 'icmp', host: '198.51.100.1', packets: 100 })
  await vi.waitFor(() => expect(orders).toHaveLength(1), patiently)
  expect((await start({ kind: 'icmp', host: '198.51.100.2' })).code).toBe('line_test.under_way')
  expect((await engineer.call('POST /dial/api/v1/test/:testId/stop', data)).code).toBe(0)
  await vi.waitFor(() => expect(stops).toEqual([data.testId]), patiently)
  say(data.testId, [pings([10])], true)
  await vi.waitFor(async () => expect((await read(data.testId)).state).toBe('stopped'), patiently)
  expect((await engineer.call('POST /dial/api/v1/test/:testId/stop', data)).code).toBe('line_test.over')
  const { data: other } = await start({ kind: 'icmp', vantage: 'server' })
  await engineer.call('POST /dial/api/v1/test/:testId/stop', other)
  expect(await read(other.testId)).toMatchObject({ state: 'stopped', target: '' })
})

test('refusals name what is missing', async () => {
  const host = '198.51.100.1'
  expect(await start({ kind: 'icmp', host, vantage: 'probe' })).toMatchObject({
    code: 'line_test.no_probe',
    data: { fields: [{ field: 'vantage' }] },
  })
  expect((await start({ kind: 'icmp', host, vantage: 'gateway' })).code).toBe('line_test.no_gateway')
  expect((await start({ kind: 'icmp', host })).code).toBe('line_test.no_vantage')
  expect(await start({ kind: 'icmp', host, vantage: 'server' })).toMatchObject({
    code: 'line_test.not_the_line',
    data: { fields: [{ field: 'host' }] },
  })
  expect(await start({ kind: 'dns', host: 'a.test', vantage: 'server' })).toMatchObject({
    data: { fields: [{ field: 'kind' }] },
  })
  expect(await start({ kind: 'tcp', host })).toMatchObject({ data: { fields: [{ field: 'port' }] } })
  expect(await start({ kind: 'icmp', host: '-oProxy' })).toMatchObject({
    data: { fields: [{ field: 'host' }] },
  })
  const { probe: own } = await probe()
  own.close()
  await vi.waitFor(
    async () =>
      expect((await start({ kind: 'icmp', host, vantage: 'probe' })).code).toBe('line_test.probe_offline'),
    patiently,
  )
  const { data } = await engineer.call('GET /dial/api/v1/line/:lineId/test/vantage', { lineId })
  expect(data.items.map(({ vantage, refusal }) => [vantage, refusal])).toEqual([
    ['probe', 'probe_offline'],
    ['server', null],
    ['gateway', 'no_gateway'],
  ])
})

test('somebody without the permission, and another company, start none', async () => {
  const reader = await t.person(company.id, 'user_layer')
  expect((await start({ kind: 'icmp', vantage: 'server' }, reader)).code).toBe('permission.denied')
  const stranger = await t.person((await t.company('company')).id, 'engineer')
  await t.adminPool.query(`update company set products = products || array['link_testing']`)
  expect((await start({ kind: 'icmp', vantage: 'server' }, stranger)).code).toBe('line.not_found')
  const { data } = await start({ kind: 'icmp', vantage: 'server' })
  expect((await stranger.call('GET /dial/api/v1/test/:testId', data)).code).toBe('line_test.not_found')
  expect((await stranger.call('POST /dial/api/v1/test/:testId/stop', data)).code).toBe('line_test.not_found')
})

test('more than sixty in a minute are refused', async () => {
  await t.adminPool.query(
    `insert into line_run (company_id, line_id, kind, vantage, target, state, give_up_at)
     select $1, $2, 'tcp', 'server', '', 'done', now() from generate_series(1, 60)`,
    [company.id, lineId],
  )
  expect((await start({ kind: 'icmp', vantage: 'server' })).code).toBe('line_test.too_many')
})

test('the poller tests the address of a line from outside; what nobody takes fails', async () => {
  const collectors: FakeCollector[] = []
  const { data } = await start({ kind: 'icmp', vantage: 'server' })
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
  })
  ends.push(() => poller.stop())
  poller.start()
  const asked = () => collectors.flatMap(({ received }) => received).find(({ kind }) => kind === 'test')
  await vi.waitFor(() => expect(asked()).toMatchObject({ line: { from: 'outside' } }), patiently)
  collectors
    .at(-1)!
    .emit({ kind: 'tested', requestId: data.testId, results: [pings([5]) as LinkResult], done: true })
  await vi.waitFor(async () => expect((await read(data.testId)).state).toBe('done'), patiently)
  await poller.stop()
  const { data: lost } = await start({ kind: 'icmp', vantage: 'server' })
  await t.adminPool.query(`update line_run set give_up_at = now() - interval '1 second' where id = $1`, [
    lost.testId,
  ])
  await lineRunRepo.giveUp(t.scopes)
  expect(await read(lost.testId)).toMatchObject({ state: 'failed', problem: 'not_taken' })
})

test('throughput goes to our test point while it runs, and joins the values of the line', async () => {
  const { orders, say } = await probe()
  const { data } = await start({ kind: 'throughput', direction: 'down', megabytes: 5 })
  await vi.waitFor(() => expect(orders).toHaveLength(1), patiently)
  const [asked] = orders[0]!.line.tests
  expect(asked).toMatchObject({ kind: 'throughput', direction: 'down', mostBytes: 5_000_000 })
  const url = asked?.kind === 'throughput' ? asked.url : ''
  expect(url).toMatch(/^http:\/\/acs\.test\/d\/[A-Za-z0-9_-]{43}$/)
  const hash = hashToken(url.split('/').at(-1)!)
  expect(await testPointRepo.find(t.scopes, hash)).toMatchObject({ kind: 'download', bytes: 5_000_000 })
  const throughput = {
    direction: 'down',
    bytes: 5_000_000,
    seconds: 0.4,
    bitsPerSecond: 100_000_000,
  } as const
  say(data.testId, [{ ...pings(undefined), kind: 'throughput', method: 'http', throughput }], true)
  await vi.waitFor(
    async () => expect((await read(data.testId)).result?.throughput).toEqual(throughput),
    patiently,
  )
  expect(await testPointRepo.find(t.scopes, hash)).toBeNull()
  const values = () =>
    t.adminPool.query<{ metric: string }>('select m.metric from metric_series m where m.subject_id = $1', [
      lineId,
    ])
  for (const _ of [1, 2])
    await lineTestJobs['line_test.measured']!(
      { companyId: company.id, runId: data.testId },
      { scopes: t.scopes, log: t.log, signal: new AbortController().signal },
    )
  expect((await values()).rows).toEqual([{ metric: 'line_throughput_down' }])
})

test('many lines are tested at once, each with its result, and what has not begun is taken back', async () => {
  const admin = await t.person(company.id, 'administrator')
  const other = await addLine(admin, 'Backup', '203.0.113.8')
  await addLine(admin, 'Unreachable', null)
  const { data } = await engineer.call('POST /dial/api/v1/test/batch', {
    filter: { outletId },
    kind: 'icmp',
    vantage: 'server',
  })
  expect(data.lines).toBe(3)
  const { batchId } = data
  const rows = async () =>
    (await engineer.call('POST /dial/api/v1/test/batch/:batchId/lists', { batchId })).data.items.map(
      ({ lineName, state, problem }) => [lineName, state, problem],
    )
  expect(await rows()).toEqual([
    ['WAN', 'waiting', null],
    ['Backup', 'waiting', null],
    ['Unreachable', 'failed', 'no_vantage'],
  ])
  expect(
    (
      await engineer.call('POST /dial/api/v1/test/batch', {
        lineIds: [other],
        kind: 'icmp',
        vantage: 'server',
      })
    ).code,
  ).toBe(0)
  expect((await engineer.call('POST /dial/api/v1/test/batch/:batchId/stop', { batchId })).code).toBe(0)
  const { data: head } = await engineer.call('GET /dial/api/v1/test/batch/:batchId', { batchId })
  expect(head).toMatchObject({ lines: 3, states: { stopped: 2, failed: 1, waiting: 0 } })
  const { data: list } = await engineer.call('POST /dial/api/v1/test/batch/lists', {})
  expect(list.total).toBe(2)
  expect(
    await engineer.call('POST /dial/api/v1/test/batch', { kind: 'icmp', vantage: 'server' }),
  ).toMatchObject({
    data: { fields: [{ field: 'lineIds' }] },
  })
})
