import { eventCode } from '@netward/cwmp'
import type { SimulatedGateway } from '@netward/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { diagnosticJobs } from './index.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const host = 'www.example.com'

async function online(options: Parameters<AcsFixture['gateway']>[0] = {}) {
  const { admin, username, password } = await f.company()
  const gateway = f.gateway({ username, password, timeScale: 0.01, diagnosticSeconds: 1, ...options })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1)
  await session(gateway)
  const device = await f.deviceOf(gateway)
  return { admin, gateway, deviceId: String(device!['id']) }
}

async function session(gateway: SimulatedGateway) {
  await gateway.waitFor((g) => g.state.phase === 'idle')
  const before = gateway.state.sessions
  gateway.informNow([eventCode.periodic])
  await gateway.waitFor((g) => g.state.sessions > before)
}

const start = (person: TestPerson, deviceId: string, more: Record<string, unknown> = {}) =>
  person.call('POST /api/v1/device/:deviceId/diagnostics', { deviceId, kind: 'ping', host, ...more })

async function latest(person: TestPerson, deviceId: string) {
  const { data } = await person.call('GET /api/v1/device/:deviceId/diagnostics', { deviceId })
  return data.items[0]!
}

/** What the worker would do with the jobs of these gateways, once each. */
async function work() {
  const jobs = await f.sql<{ id: string; payload: { companyId: string } }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks k
     where k.id = j.task_id and k.identifier = 'diagnostic.read' returning j.id::text, j.payload`,
  )
  for (const { payload } of jobs) {
    await diagnosticJobs()['diagnostic.read']!(payload, {
      scopes: f.t.scopes,
      log: f.t.log,
      signal: new AbortController().signal,
    })
  }
  return jobs.length
}

/** As if the time had come to look what became of it. */
const due = (deviceId: string) =>
  f.sql(
    `update device_command set request = request - 'notBefore' where device_id = $1 and request ? 'diagnostic'`,
    [deviceId],
  )

/** Sent, carried out, and told by event 8. */
async function carriedOut(gateway: SimulatedGateway) {
  await session(gateway)
  await gateway.waitFor((g) => g.state.last?.events.includes(eventCode.diagnosticsComplete) === true)
  expect(await work()).toBe(1)
}

describe.each([
  ['TR-181', 'lanyon-lr200'],
  ['TR-098', 'korvus-edge1'],
] as const)('a gateway of %s', (_name, model) => {
  test('pings: the result comes with event 8, and is kept', async () => {
    const { admin, gateway, deviceId } = await online({ model, network: { rttMs: 20, lossPercent: 25 } })
    const { data } = await start(admin, deviceId, { count: 8 })
    expect(await latest(admin, deviceId)).toMatchObject({ id: data.runId, state: 'requested', result: null })
    await session(gateway)
    expect(await latest(admin, deviceId)).toMatchObject({ state: 'running' })
    await gateway.waitFor((g) => g.state.last?.events.includes(eventCode.diagnosticsComplete) === true)
    expect(await work()).toBe(1)
    const run = await latest(admin, deviceId)
    expect(run).toMatchObject({
      state: 'complete',
      kind: 'ping',
      target: host,
      fault: null,
      result: { kind: 'ping', sent: 8, received: 6 },
    })
    const { minMs, avgMs, maxMs } = run.result as { minMs: number; avgMs: number; maxMs: number }
    expect(minMs).toBeGreaterThanOrEqual(16)
    expect(avgMs).toBeGreaterThanOrEqual(minMs)
    expect(maxMs).toBeGreaterThanOrEqual(avgMs)
  })

  test('without event 8 is asked later, and again while it is not over', async () => {
    const { admin, gateway, deviceId } = await online({
      model,
      diagnosticSeconds: 100,
      odd: { noDiagnosticEvents: true },
    })
    await start(admin, deviceId)
    await session(gateway)
    // Not yet the time to look.
    await session(gateway)
    expect(await work()).toBe(0)
    await due(deviceId)
    await session(gateway)
    await work()
    expect(await latest(admin, deviceId)).toMatchObject({ state: 'running' })
    await expect
      .poll(
        async () => {
          await due(deviceId)
          await session(gateway)
          await work()
          return (await latest(admin, deviceId)).state
        },
        { timeout: 5_000 },
      )
      .toBe('complete')
    expect(await latest(admin, deviceId)).toMatchObject({ state: 'complete', result: { received: 4 } })
  })

  test('traces a route twice: the hops of the first time are not among those of the second', async () => {
    const { admin, gateway, deviceId } = await online({ model })
    await start(admin, deviceId, { kind: 'traceroute', count: 3 })
    await carriedOut(gateway)
    expect(await latest(admin, deviceId)).toMatchObject({ state: 'complete' })
    await start(admin, deviceId, { kind: 'traceroute', count: 2, host: 'second.example.com' })
    await carriedOut(gateway)
    const { result } = await latest(admin, deviceId)
    expect(result).toMatchObject({ kind: 'traceroute' })
    const { hops } = result as { hops: { host: string; rttsMs: number[] }[] }
    expect(hops).toHaveLength(4)
    expect(hops.at(-1)).toMatchObject({ host: 'second.example.com' })
    expect(hops[0]!.rttsMs).toHaveLength(2)
  })

  test('looks up a name', async () => {
    const { admin, gateway, deviceId } = await online({ model })
    await start(admin, deviceId, { kind: 'name_lookup', count: 2, dnsServer: '192.0.2.53' })
    await carriedOut(gateway)
    const { result } = await latest(admin, deviceId)
    expect(result).toMatchObject({
      kind: 'name_lookup',
      succeeded: 2,
      answers: [{ server: '192.0.2.53', addresses: ['203.0.113.80', '203.0.113.81'] }, {}],
    })
  })

  test('tells what it cannot resolve', async () => {
    const { admin, gateway, deviceId } = await online({ model, network: { unresolvable: [host] } })
    await start(admin, deviceId)
    await carriedOut(gateway)
    expect(await latest(admin, deviceId)).toMatchObject({
      state: 'failed',
      fault: { code: 'cannot_resolve', text: 'The gateway cannot resolve this name' },
    })
  })
})

test('what a gateway refuses has failed with its fault', async () => {
  const { admin, gateway, deviceId } = await online()
  for (const code of ['9003', '9005']) {
    gateway.faultNext('SetParameterValues', code)
    await start(admin, deviceId)
    await session(gateway)
    expect(await latest(admin, deviceId)).toMatchObject({ state: 'failed', fault: { code } })
  }
})

test('one of a kind is under way at a time; two kinds do not stop each other', async () => {
  const { admin, gateway, deviceId } = await online()
  await start(admin, deviceId)
  expect(await start(admin, deviceId)).toMatchObject({ status: 409, code: 'diagnostic.under_way' })
  expect((await start(admin, deviceId, { kind: 'name_lookup' })).status).toBe(200)
  await session(gateway)
  await expect
    .poll(async () => {
      await work()
      const { data } = await admin.call('GET /api/v1/device/:deviceId/diagnostics', { deviceId })
      return data.items.map(({ state }) => state)
    })
    .toEqual(['complete', 'complete'])
})

test('a diagnostic is cancelled before it is sent, and while it runs; what is over is not', async () => {
  const { admin, gateway, deviceId } = await online({ odd: { noDiagnosticEvents: true } })
  const cancel = (runId: string) =>
    admin.call('POST /api/v1/device/:deviceId/diagnostics/:runId/cancel', { deviceId, runId })
  const first = (await start(admin, deviceId)).data.runId
  expect((await cancel(first)).status).toBe(200)
  expect(await latest(admin, deviceId)).toMatchObject({ id: first, state: 'cancelled' })
  await session(gateway)
  const second = (await start(admin, deviceId)).data.runId
  await session(gateway)
  expect(await latest(admin, deviceId)).toMatchObject({ id: second, state: 'running' })
  expect((await cancel(second)).status).toBe(200)
  await due(deviceId)
  await session(gateway)
  expect(await work()).toBe(0)
  expect(await latest(admin, deviceId)).toMatchObject({ id: second, state: 'cancelled' })
  expect(await cancel('999999999')).toMatchObject({ status: 404, code: 'diagnostic.not_found' })
  await start(admin, deviceId)
  const done = await latest(admin, deviceId)
  await f.sql(`update diagnostic_run set state = 'complete', ended_at = now() where id = $1`, [done.id])
  expect(await cancel(done.id)).toMatchObject({ status: 409, code: 'diagnostic.over' })
})

test('what the gateway never takes has expired, and so has what is not over after an hour', async () => {
  const { admin, gateway, deviceId } = await online({
    diagnosticSeconds: 10_000,
    odd: { noDiagnosticEvents: true },
  })
  await start(admin, deviceId)
  await f.sql(`update device_command set expires_at = now() - interval '1 minute' where device_id = $1`, [
    deviceId,
  ])
  await f.sql('select command_expire(100)')
  expect(await latest(admin, deviceId)).toMatchObject({ state: 'expired', fault: null })
  await start(admin, deviceId)
  await session(gateway)
  await due(deviceId)
  await f.sql(`update diagnostic_run set started_at = now() - interval '2 hours' where device_id = $1`, [
    deviceId,
  ])
  await session(gateway)
  await work()
  expect(await latest(admin, deviceId)).toMatchObject({ state: 'expired' })
})

test('a gateway of whose parameters all names are known and that lacks a diagnostic is not asked', async () => {
  const { admin, deviceId } = await online()
  const support = async () =>
    (await admin.call('GET /api/v1/device/:deviceId/diagnostics/support', { deviceId })).data
  await f.sql('delete from device_parameter where device_id = $1', [deviceId])
  await f.sql('delete from device_command where device_id = $1', [deviceId])
  expect((await support())[0]).toEqual({ kind: 'ping', supported: 'unknown' })
  await f.sql(
    `insert into device_command (company_id, device_id, kind, state, request, expires_at)
     select company_id, id, 'get_parameter_names', 'done', '{"path": "Device.", "nextLevel": false}', now() from device where id = $1`,
    [deviceId],
  )
  expect(await start(admin, deviceId)).toMatchObject({ status: 409, code: 'diagnostic.not_supported' })
  await f.sql(
    `insert into device_parameter (company_id, device_id, path, parent, is_object)
     select company_id, id, 'Device.IP.Diagnostics.IPPing.Host', 'Device.IP.Diagnostics.IPPing.', false from device where id = $1`,
    [deviceId],
  )
  expect(await support()).toEqual([
    { kind: 'ping', supported: 'yes' },
    { kind: 'traceroute', supported: 'no' },
    { kind: 'name_lookup', supported: 'no' },
  ])
  await f.sql('update device set data_model_root = null where id = $1', [deviceId])
  expect(await start(admin, deviceId)).toMatchObject({ status: 409, code: 'diagnostic.model_unknown' })
  await f.sql(`update device set guard = 'quarantined' where id = $1`, [deviceId])
  expect(await start(admin, deviceId)).toMatchObject({ status: 409, code: 'device.move_not_allowed' })
})

test.each([
  [{ host: '' }],
  [{ host: 'a b' }],
  [{ host: '-x.example.com' }],
  [{ host: "x'; drop table device" }],
  [{ host: 'x\u0000y' }],
  [{ host: '::1::2'.repeat(20) }],
  [{ count: 0 }],
  [{ count: 51 }],
  [{ timeoutMs: 99 }],
  [{ sizeBytes: 9_001 }],
  [{ maxHops: 65 }],
  [{ kind: 'flood' }],
  [{ dnsServer: 'a b' }],
])('%j is refused', async (more) => {
  const { admin } = await f.company()
  expect(await start(admin, '1', more)).toMatchObject({ status: 400, code: 'request.invalid' })
})

test('only who may diagnose does, and nobody of another company sees or starts anything', async () => {
  const { admin, deviceId } = await online()
  const other = await f.company()
  expect(await start(other.admin, deviceId)).toMatchObject({ status: 404, code: 'device.not_found' })
  expect(await other.admin.call('GET /api/v1/device/:deviceId/diagnostics', { deviceId })).toMatchObject({
    status: 404,
  })
  const { runId } = (await start(admin, deviceId)).data
  expect(
    await other.admin.call('POST /api/v1/device/:deviceId/diagnostics/:runId/cancel', { deviceId, runId }),
  ).toMatchObject({ status: 404, code: 'device.not_found' })
  const viewer = await f.t.person(admin.companyId, 'management_layer')
  expect(await start(viewer, deviceId)).toMatchObject({ status: 403, code: 'permission.denied' })
  expect((await latest(viewer, deviceId)).id).toBe(runId)
})

test('runs older than the storage cycle are forgotten, open ones are not', async () => {
  const { admin, deviceId } = await online()
  await start(admin, deviceId)
  await start(admin, deviceId, { kind: 'traceroute' })
  await f.sql(
    `update diagnostic_run set state = 'complete', ended_at = now() - interval '2 years' where device_id = $1 and kind = 'ping'`,
    [deviceId],
  )
  await f.sql('select prune_diagnostics(1000)')
  const { data } = await admin.call('GET /api/v1/device/:deviceId/diagnostics', { deviceId })
  expect(data.items.map(({ kind }) => kind)).toEqual(['traceroute'])
})
