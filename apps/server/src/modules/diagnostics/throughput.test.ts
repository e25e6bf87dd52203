import http from 'node:http'
import { eventCode } from '@netward/cwmp'
import type { SimulatedGateway } from '@netward/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { onlineGateway, runDiagnosticJobs } from '../../../test/diagnosed-gateway.ts'
import { oneSession } from '../../../test/one-session.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { newTestToken } from './test-point.ts'
import { TestTraffic } from './test-traffic.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const start = (person: TestPerson, deviceId: string, more: Record<string, unknown>) =>
  person.call('POST /api/v1/device/:deviceId/diagnostics', { deviceId, kind: 'download', ...more })

async function latest(person: TestPerson, deviceId: string) {
  const { data } = await person.call('POST /api/v1/device/:deviceId/diagnostics/lists', { deviceId })
  return data.items[0]!
}

async function carriedOut(gateway: SimulatedGateway) {
  await oneSession(gateway)
  await gateway.waitFor((g) => g.state.last?.events.includes(eventCode.diagnosticsComplete) === true)
  expect(await runDiagnosticJobs(f)).toBe(1)
}

describe.each([
  ['TR-181', 'lanyon-lr200'],
  ['TR-098', 'korvus-edge1'],
] as const)('a gateway of %s', (_name, model) => {
  test.each(['download', 'upload'] as const)(
    'measures an %s against the built-in test point',
    async (kind) => {
      const { admin, gateway, deviceId } = await onlineGateway(f, { model, network: { mbitPerSecond: 40 } })
      await start(admin, deviceId, { kind, bytes: 300_000 })
      await carriedOut(gateway)
      const run = await latest(admin, deviceId)
      expect(run).toMatchObject({ state: 'complete', kind, target: new URL(f.url).host, fault: null })
      const result = run.result as {
        mbitPerSecond: number
        transferMs: number
        testBytes: number
        connectMs: number
      }
      expect(result.testBytes).toBe(300_000)
      // A line capped at 40 Mbit/s.
      expect(result.mbitPerSecond).toBeLessThanOrEqual(40.1)
      expect(result.mbitPerSecond).toBeCloseTo((300_000 * 8) / result.transferMs / 1000, 1)
      expect(result.connectMs).toBeGreaterThanOrEqual(0)
      // The test point's URL is readable nowhere while it is valid.
      const rows = await f.sql('select request::text from device_command where device_id = $1', [deviceId])
      expect(JSON.stringify(rows)).not.toMatch(/\/[du]\/[A-Za-z0-9_-]{43}/)
    },
  )
})

test.each([
  ['whole_seconds', { wholeSeconds: true, problem: null }],
  ['since_1970', { wholeSeconds: false, problem: null }],
  ['backwards', { mbitPerSecond: null, problem: 'clock_moved' }],
] as const)('refuses times that are %s', async (testTimes, expected) => {
  const { admin, gateway, deviceId } = await onlineGateway(f, {
    network: { mbitPerSecond: 0.8 },
    odd: { testTimes },
  })
  await start(admin, deviceId, { bytes: 300_000 })
  await carriedOut(gateway)
  expect((await latest(admin, deviceId)).result).toMatchObject(expected)
})

test('a timed test ends with its time, where the gateway supports it', async () => {
  const { admin, gateway, deviceId } = await onlineGateway(f)
  await start(admin, deviceId, { durationSeconds: 5, bytes: 10_000 })
  await carriedOut(gateway)
  const run = await latest(admin, deviceId)
  expect(run).toMatchObject({ state: 'complete', result: { problem: null } })
  // More than a test by bytes would have transferred.
  expect((run.result as { testBytes: number }).testBytes).toBeGreaterThan(10_000)
})

test('uses a custom URL, and fails if it does not answer', async () => {
  const { admin, gateway, deviceId } = await onlineGateway(f)
  const url = 'http://speed.example.test/10MB.bin'
  await start(admin, deviceId, { url })
  await carriedOut(gateway)
  expect(await latest(admin, deviceId)).toMatchObject({
    target: url,
    state: 'failed',
    fault: { code: 'no_response' },
  })
  await start(admin, deviceId, { url: 'ftp://speed.example.test/x' })
  await carriedOut(gateway)
  expect(await latest(admin, deviceId)).toMatchObject({ state: 'failed', fault: { code: 'no_connection' } })
})

function ask(method: string, path: string, body = 0, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    bytes: Buffer
    headers: http.IncomingHttpHeaders
  }>()
  const request = http.request(new URL(path, f.url), { method, headers, agent: false }, (response) => {
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => parts.push(part))
    response.on('end', () =>
      resolve({ status: response.statusCode!, bytes: Buffer.concat(parts), headers: response.headers }),
    )
    response.on('error', reject)
  })
  request.on('error', reject)
  request.end(Buffer.alloc(body))
  return promise
}

describe('the test point', () => {
  async function openTest(kind: 'download' | 'upload', bytes: number) {
    const { admin, deviceId } = await onlineGateway(f)
    const { runId } = (await start(admin, deviceId, { kind, bytes })).data
    const { token, hash } = newTestToken()
    await f.sql('update diagnostic_run set token_hash = $1 where id = $2', [hash, runId])
    return { token, runId }
  }

  test('sends exactly the requested bytes, incompressible, without ranges', async () => {
    const { token, runId } = await openTest('download', 200_000)
    const { status, bytes, headers } = await ask('GET', `/d/${token}`, 0, { range: 'bytes=0-9' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'accept-ranges': 'none', 'content-length': '200000' })
    expect(bytes).toHaveLength(200_000)
    expect(new Set(bytes).size).toBe(256)
    const head = await ask('HEAD', `/d/${token}`)
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': '200000' } })
    expect((await ask('POST', `/d/${token}`)).status).toBe(405)
    expect((await ask('PUT', `/u/${token}`, 10)).status).toBe(404)
    await f.sql(`update diagnostic_run set state = 'complete' where id = $1`, [runId])
    expect((await ask('GET', `/d/${token}`)).status).toBe(404)
    expect((await ask('GET', `/d/${'x'.repeat(43)}`)).status).toBe(404)
    expect((await ask('GET', '/d/short')).status).toBe(404)
  })

  test('accepts the announced bytes and no more', async () => {
    const { token } = await openTest('upload', 50_000)
    expect((await ask('PUT', `/u/${token}`, 50_000)).status).toBe(200)
    expect((await ask('POST', `/u/${token}`, 50_000)).status).toBe(200)
    expect((await ask('GET', `/u/${token}`)).status).toBe(405)
    const much = await ask('PUT', `/u/${token}`, 5_000_000).catch((error: NodeJS.ErrnoException) => error)
    expect(
      much instanceof Error ? ['EPIPE', 'ECONNRESET'].includes(String(much.code)) : much.status === 413,
    ).toBe(true)
  })

  test('limits tests to eight, connections to four each, and turns to twenty', () => {
    const traffic = new TestTraffic()
    const places = Array.from({ length: 4 }, () => traffic.enter('1'))
    expect(places.every((place) => place !== null)).toBe(true)
    expect(traffic.enter('1')).toBeNull()
    for (let run = 2; run <= 8; run++) expect(traffic.enter(String(run))).not.toBeNull()
    expect(traffic.enter('9')).toBeNull()
    for (const place of places) place!.leave()
    expect(traffic.enter('9')).not.toBeNull()
    for (let turn = 5; turn <= 20; turn++) traffic.enter('2')?.leave()
    for (let turn = 0; turn < 30; turn++) traffic.enter('1')?.leave()
    expect(traffic.enter('1')).toBeNull()
  })
})

describe('over time and side by side', () => {
  async function withRuns() {
    const { admin, deviceId, companyId } = await onlineGateway(f)
    await f.sql(
      `insert into diagnostic_run (company_id, device_id, kind, target, request, state, avg_ms, sent, received, mbit_s, hops, jump_hop,
         result, fault_detail, fault_code, created_at, ended_at)
       select $1, $2, k.kind, k.target, '{}', k.state, k.n, 10, 10 - k.n, k.n, k.n, 2, null, k.detail, k.fault, now() - k.ago * interval '1 hour', now()
       from (values ('ping', '=cmd()', 'complete', 1, 1, null, null), ('ping', '=cmd()', 'complete', 3, 100, null, null),
         ('ping', 'other.example', 'failed', 2, 2, 'timeout', '@evil'), ('download', 'acs', 'complete', 5, 3, null, null),
         ('traceroute', 'far', 'complete', 4, 200, null, null)) k (kind, target, state, n, ago, fault, detail)`,
      [companyId, deviceId],
    )
    return { admin, deviceId }
  }

  test('the server filters, sorts and pages the list, and exports a CSV without formulas', async () => {
    const { admin, deviceId } = await withRuns()
    const list = async (more: object) =>
      (await admin.call('POST /api/v1/device/:deviceId/diagnostics/lists', { deviceId, ...more })).data
    expect((await list({})).total).toBe(5)
    expect((await list({ kind: ['ping'], state: 'complete' })).total).toBe(2)
    expect((await list({ range: '24h' })).total).toBe(3)
    expect((await list({ target: '=cmd()' })).total).toBe(2)
    expect((await list({ sort: 'kind', pageSize: 1, page: 1 })).items[0]).toMatchObject({ kind: 'download' })
    expect((await list({ sort: '-kind', pageSize: 1 })).items[0]).toMatchObject({ kind: 'traceroute' })
    expect(
      await admin.call('POST /api/v1/device/:deviceId/diagnostics/lists', { deviceId, sort: 'result' }),
    ).toMatchObject({ status: 400, code: 'request.invalid' })
    const answer = await admin.call('POST /api/v1/device/:deviceId/diagnostics/export', {
      deviceId,
      page: 1,
      kind: ['ping'],
    })
    expect(answer.status).toBe(200)
    expect(answer.body.startsWith('\uFEFF')).toBe(true)
    expect(answer.body).toContain("'=cmd()")
    expect(answer.body).not.toMatch(/(?:^|,)=cmd/m)
    expect(answer.body.trim().split('\r\n')).toHaveLength(4)
  })

  test('a series has one target: the most frequent unless another is requested', async () => {
    const { admin, deviceId } = await withRuns()
    const series = async (more: object) =>
      (
        await admin.call('GET /api/v1/device/:deviceId/diagnostics/series', {
          deviceId,
          kind: 'ping',
          ...more,
        })
      ).data
    expect(await series({})).toMatchObject({
      target: '=cmd()',
      targets: ['=cmd()', 'other.example'],
      points: [
        { value: 1, second: 10 },
        { value: 3, second: 30 },
      ],
    })
    expect((await series({ range: '12h' })).points).toHaveLength(1)
    expect((await series({ target: 'other.example' })).points).toMatchObject([{ value: 2 }])
    expect((await series({ kind: 'download' })).points).toMatchObject([{ value: 5, second: null }])
    expect(await series({ kind: 'upload' })).toEqual({
      target: null,
      targets: [],
      interface: '',
      interfaces: [],
      points: [],
    })
    expect((await series({ kind: 'traceroute' })).points).toEqual([])
  })

  test('a long series averages consecutive runs, and omits none', async () => {
    const { admin, deviceId, companyId } = await onlineGateway(f)
    await f.sql(
      `insert into diagnostic_run (company_id, device_id, kind, target, request, state, avg_ms, sent, received, created_at, ended_at)
       select $1, $2, 'ping', 'far', '{}', 'complete', n % 3, 10, 10 - n % 3, now() - interval '80 days' + n * interval '30 minutes', now()
       from generate_series(0, 2999) n order by n`,
      [companyId, deviceId],
    )
    const points = async (range: '30d' | '90d') =>
      (await admin.call('GET /api/v1/device/:deviceId/diagnostics/series', { deviceId, kind: 'ping', range }))
        .data.points
    const long = await points('90d')
    expect(long).toHaveLength(1_000)
    expect(new Set(long.map(({ value, second }) => `${value} ${second}`))).toEqual(new Set(['1 10']))
    expect(long.map(({ at }) => at)).toEqual(long.map(({ at }) => at).toSorted())
    expect((await points('30d')).length).toBeGreaterThan(500)
  })

  test('one day is the calendar day of the company', async () => {
    const { admin, deviceId, companyId } = await onlineGateway(f)
    await f.sql(
      `insert into diagnostic_run (company_id, device_id, kind, target, request, state, avg_ms, sent, received, created_at, ended_at)
       select $1, $2, 'ping', 'near', '{}', 'complete', 1, 10, 10,
         (date_trunc('day', now() at time zone c.time_zone) + n * interval '1 second') at time zone c.time_zone, now()
       from company c, generate_series(-1, 0) n where c.id = $1`,
      [companyId, deviceId],
    )
    const { data } = await admin.call('GET /api/v1/device/:deviceId/diagnostics/series', {
      deviceId,
      kind: 'ping',
      range: 'today',
    })
    expect(data.points).toHaveLength(1)
  })

  test('another company sees nothing of it', async () => {
    const { admin, deviceId } = await withRuns()
    const { data } = await admin.call('POST /api/v1/device/:deviceId/diagnostics/lists', { deviceId })
    const runId = data.items[0]!.id
    expect(
      (await admin.call('GET /api/v1/device/:deviceId/diagnostics/:runId', { deviceId, runId })).data.id,
    ).toBe(runId)
    const { admin: other } = await f.company()
    const refused = { status: 404, code: 'device.not_found' }
    expect(
      await other.call('GET /api/v1/device/:deviceId/diagnostics/:runId', { deviceId, runId }),
    ).toMatchObject(refused)
    expect(
      await other.call('GET /api/v1/device/:deviceId/diagnostics/series', { deviceId, kind: 'ping' }),
    ).toMatchObject(refused)
    expect(await other.call('POST /api/v1/device/:deviceId/diagnostics/export', { deviceId })).toMatchObject(
      refused,
    )
    expect(
      await admin.call('GET /api/v1/device/:deviceId/diagnostics/:runId', { deviceId, runId: '99999999' }),
    ).toMatchObject({ status: 404, code: 'diagnostic.not_found' })
  })
})
