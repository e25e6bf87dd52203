import { eventCode } from '@netward/cwmp'
import type { SimulatedGateway } from '@netward/testkit'
import { diagnosticJobs } from './index.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { onlineGateway, runDiagnosticJobs } from '../../../test/diagnosed-gateway.ts'
import { oneSession } from '../../../test/one-session.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const host = 'www.example.com'

const online = (options: Parameters<AcsFixture['gateway']>[0] = {}) => onlineGateway(f, options)

const start = (person: TestPerson, deviceId: string, more: Record<string, unknown> = {}) =>
  person.call('POST /api/v1/device/:deviceId/diagnostics', { deviceId, kind: 'ping', host, ...more })

async function latest(person: TestPerson, deviceId: string) {
  const { data } = await person.call('POST /api/v1/device/:deviceId/diagnostics/lists', { deviceId })
  return data.items[0]!
}

const work = () => runDiagnosticJobs(f)

/** As if the result were due. */
const due = (deviceId: string) =>
  f.sql(
    `update device_command set request = request - 'notBefore' where device_id = $1 and request ? 'diagnostic'`,
    [deviceId],
  )

/** Sent, carried out, reported by event 8, and read. */
async function carriedOut(gateway: SimulatedGateway) {
  const { company_id: companyId } = (await f.deviceOf(gateway))!
  await oneSession(gateway)
  await vi.waitFor(async () => expect(await runDiagnosticJobs(f, String(companyId))).toBe(1))
}

describe.each([
  ['TR-181', 'lanyon-lr200'],
  ['TR-098', 'korvus-edge1'],
] as const)('a gateway of %s', (_name, model) => {
  test('pings: the result comes with event 8, and is stored', async () => {
    const { admin, gateway, deviceId } = await online({ model, network: { rttMs: 20, lossPercent: 25 } })
    const { data } = await start(admin, deviceId, { count: 8 })
    expect(await latest(admin, deviceId)).toMatchObject({ id: data.runId, state: 'requested', result: null })
    await oneSession(gateway)
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

  test('polls for the result without event 8, until it is complete', async () => {
    const { admin, gateway, deviceId } = await online({
      model,
      diagnosticSeconds: 100,
      odd: { noDiagnosticEvents: true },
    })
    await start(admin, deviceId)
    await oneSession(gateway)
    // Not due yet.
    await oneSession(gateway)
    expect(await work()).toBe(0)
    await due(deviceId)
    await oneSession(gateway)
    await work()
    expect(await latest(admin, deviceId)).toMatchObject({ state: 'running' })
    await expect
      .poll(
        async () => {
          await due(deviceId)
          await oneSession(gateway)
          await work()
          return (await latest(admin, deviceId)).state
        },
        { timeout: 10_000 },
      )
      .toBe('complete')
    expect(await latest(admin, deviceId)).toMatchObject({ state: 'complete', result: { received: 4 } })
  })

  test('is called for a waiting result, and not for one already read', async () => {
    const { admin, gateway, deviceId, companyId } = await online({ model, odd: { noDiagnosticEvents: true } })
    const { runId } = (await start(admin, deviceId)).data
    await oneSession(gateway)
    const calls = async () => {
      await f.sql(`delete from graphile_worker._private_jobs where key = $1`, [`device.connect:${deviceId}`])
      const [run] = await f.sql('select read_command_id from diagnostic_run where id = $1', [runId])
      const job = diagnosticJobs({ secrets: f.t.secrets, acsUrl: () => f.url, publicHost: () => 'x.example' })
      await job['diagnostic.call']!(
        { companyId, runId, commandId: run!['read_command_id'] },
        { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal },
      )
      return (
        await f.sql(`select 1 from graphile_worker._private_jobs where key = $1`, [
          `device.connect:${deviceId}`,
        ])
      ).length
    }
    expect(await calls()).toBe(1)
    await due(deviceId)
    await oneSession(gateway)
    expect(await calls()).toBe(0)
    await work()
  })

  test('traces a route twice: the hops of the first run are not in the second', async () => {
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

  test('reports what it cannot resolve', async () => {
    const { admin, gateway, deviceId } = await online({ model, network: { unresolvable: [host] } })
    await start(admin, deviceId)
    await carriedOut(gateway)
    expect(await latest(admin, deviceId)).toMatchObject({
      state: 'failed',
      fault: { code: 'cannot_resolve', text: 'The gateway cannot resolve this host name' },
    })
  })
})

test('what a gateway refuses fails with its fault', async () => {
  const { admin, gateway, deviceId } = await online()
  for (const code of ['9003', '9005']) {
    gateway.faultNext('SetParameterValues', code)
    await start(admin, deviceId)
    await oneSession(gateway)
    expect(await latest(admin, deviceId)).toMatchObject({ state: 'failed', fault: { code } })
  }
})

test('runs one of a kind at a time; two kinds do not block each other', async () => {
  const { admin, gateway, deviceId } = await online()
  await start(admin, deviceId)
  expect(await start(admin, deviceId)).toMatchObject({ status: 409, code: 'diagnostic.under_way' })
  expect((await start(admin, deviceId, { kind: 'name_lookup' })).status).toBe(200)
  await oneSession(gateway)
  await expect
    .poll(
      async () => {
        await work()
        const { data } = await admin.call('POST /api/v1/device/:deviceId/diagnostics/lists', { deviceId })
        return data.items.map(({ state }) => state)
      },
      { timeout: 10_000 },
    )
    .toEqual(['complete', 'complete'])
})

test('cancels a diagnostic before it is sent and while it runs, not once it has ended', async () => {
  const { admin, gateway, deviceId } = await online({ odd: { noDiagnosticEvents: true } })
  const cancel = (runId: string) =>
    admin.call('POST /api/v1/device/:deviceId/diagnostics/:runId/cancel', { deviceId, runId })
  const first = (await start(admin, deviceId)).data.runId
  expect((await cancel(first)).status).toBe(200)
  expect(await latest(admin, deviceId)).toMatchObject({ id: first, state: 'cancelled' })
  await oneSession(gateway)
  const second = (await start(admin, deviceId)).data.runId
  await oneSession(gateway)
  expect(await latest(admin, deviceId)).toMatchObject({ id: second, state: 'running' })
  expect((await cancel(second)).status).toBe(200)
  await due(deviceId)
  await oneSession(gateway)
  expect(await work()).toBe(0)
  expect(await latest(admin, deviceId)).toMatchObject({ id: second, state: 'cancelled' })
  expect(await cancel('999999999')).toMatchObject({ status: 404, code: 'diagnostic.not_found' })
  await start(admin, deviceId)
  const done = await latest(admin, deviceId)
  await f.sql(`update diagnostic_run set state = 'complete', ended_at = now() where id = $1`, [done.id])
  expect(await cancel(done.id)).toMatchObject({ status: 409, code: 'diagnostic.over' })
})

test('a run that the gateway never takes expires, and so does one not complete after an hour', async () => {
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
  await oneSession(gateway)
  await due(deviceId)
  await f.sql(`update diagnostic_run set started_at = now() - interval '2 hours' where device_id = $1`, [
    deviceId,
  ])
  await oneSession(gateway)
  await work()
  expect(await latest(admin, deviceId)).toMatchObject({ state: 'expired' })
})

test('does not ask a gateway whose complete names lack a diagnostic', async () => {
  const { admin, deviceId } = await online()
  const support = async () =>
    (await admin.call('GET /api/v1/device/:deviceId/diagnostics/support', { deviceId })).data
  await f.sql('delete from device_parameter where device_id = $1', [deviceId])
  await f.sql('delete from device_command where device_id = $1', [deviceId])
  expect((await support())[0]).toEqual({ kind: 'ping', supported: 'unknown', byTime: 'no' })
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
    { kind: 'ping', supported: 'yes', byTime: 'no' },
    { kind: 'traceroute', supported: 'no', byTime: 'no' },
    { kind: 'name_lookup', supported: 'no', byTime: 'no' },
    { kind: 'download', supported: 'no', byTime: 'no' },
    { kind: 'upload', supported: 'no', byTime: 'no' },
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
  [{ kind: 'traceroute', count: 11 }],
  [{ kind: 'name_lookup', count: 21 }],
  [{ kind: 'download', url: 'https://speed.example.com/x' }],
  [{ kind: 'upload', url: 'http://127.0.0.1/x' }],
  [{ kind: 'upload', bytes: 100_000_001 }],
  [{ kind: 'download', durationSeconds: 61 }],
  [{ host: undefined }],
  [{ timeoutMs: 99 }],
  [{ sizeBytes: 9_001 }],
  [{ maxHops: 65 }],
  [{ kind: 'flood' }],
  [{ dnsServer: 'a b' }],
])('refuses %j', async (more) => {
  const { admin } = await f.company()
  expect(await start(admin, '1', more)).toMatchObject({ status: 400, code: 'request.invalid' })
})

test('only people with the permission run diagnostics; no other company sees or starts any', async () => {
  const { admin, deviceId } = await online()
  const other = await f.company()
  expect(await start(other.admin, deviceId)).toMatchObject({ status: 404, code: 'device.not_found' })
  expect(
    await other.admin.call('POST /api/v1/device/:deviceId/diagnostics/lists', { deviceId }),
  ).toMatchObject({
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

test('deletes runs older than the storage cycle, except open ones', async () => {
  const { admin, deviceId } = await online()
  await start(admin, deviceId)
  await start(admin, deviceId, { kind: 'traceroute' })
  await f.sql(
    `update diagnostic_run set state = 'complete', ended_at = now() - interval '2 years' where device_id = $1 and kind = 'ping'`,
    [deviceId],
  )
  await f.sql('select prune_diagnostics(1000)')
  const { data } = await admin.call('POST /api/v1/device/:deviceId/diagnostics/lists', { deviceId })
  expect(data.items.map(({ kind }) => kind)).toEqual(['traceroute'])
})

test('a batch started above a tenant is visible from there while the tenant consents', async () => {
  const above = f.t.operator
  const { admin, gateway, deviceId, companyId } = await online()
  const begun = await above.call('POST /api/v1/device/batch/diagnostics', {
    deviceIds: [deviceId],
    kind: 'ping',
    host,
  })
  expect(begun.data).toEqual({ accepted: 1, failed: [] })
  await carriedOut(gateway)
  const seen = async (person: TestPerson) => {
    const { data } = await person.call('POST /api/v1/device/batch/diagnostics/lists', {})
    const batchId = data.items[0]?.id
    if (batchId === undefined) return null
    const runs = await person.call('POST /api/v1/device/batch/diagnostics/:batchId/lists', { batchId })
    const found = runs.data.items.map((run) => ({ deviceId: run.deviceId, companyName: run.companyName }))
    return { complete: data.items[0]!.states.complete, found }
  }
  expect(await seen(above)).toEqual({
    complete: 1,
    found: [{ deviceId, companyName: expect.stringMatching(/./) }],
  })
  // It is not the tenant's own batch; its gateway has the run.
  expect(await seen(admin)).toBeNull()
  expect((await latest(admin, deviceId)).state).toBe('complete')
  await f.sql(`insert into acting_consent (company_id, mode) values ($1, 'never')`, [companyId])
  expect(await seen(above)).toEqual({ complete: 0, found: [] })
})

test('several gateways run the same: busy ones are reported, and the batch is found again with its progress', async () => {
  const first = await online()
  const { admin } = first
  const { gateway: second, deviceId: secondId } = await onlineGateway(f, {}, first.company)
  // Its run stays pending for as long as this lasts.
  second.stop()
  const begin = (person: TestPerson, deviceIds: string[], more: Record<string, unknown> = {}) =>
    person.call('POST /api/v1/device/batch/diagnostics', { deviceIds, kind: 'ping', host, ...more } as never)
  const batches = async (person: TestPerson) =>
    (await person.call('POST /api/v1/device/batch/diagnostics/lists', {})).data

  expect(await begin(admin, [first.deviceId], { host: undefined })).toMatchObject({ code: 'request.invalid' })
  expect((await begin(admin, [first.deviceId, secondId])).data).toEqual({ accepted: 2, failed: [] })
  expect(await batches(admin)).toMatchObject({
    total: 1,
    items: [{ kind: 'ping', target: host, gateways: 2, states: { requested: 2, complete: 0 } }],
  })
  const batchId = (await batches(admin)).items[0]!.id
  await carriedOut(first.gateway)
  expect((await batches(admin)).items[0]!.states).toMatchObject({ requested: 1, complete: 1 })
  expect((await admin.call('GET /api/v1/device/batch/diagnostics/:batchId', { batchId })).data).toEqual(
    (await batches(admin)).items[0],
  )
  const runs = async (person: TestPerson, query = {}) =>
    person.call('POST /api/v1/device/batch/diagnostics/:batchId/lists', { batchId, ...query })
  expect((await runs(admin, { state: 'complete' })).data).toMatchObject({
    total: 1,
    items: [{ deviceId: first.deviceId, deviceName: expect.stringMatching(/./), result: { received: 4 } }],
  })
  expect((await runs(admin)).data.total).toBe(2)

  // The second is still busy: one is refused, and if all are, there is no batch.
  const again = await begin(admin, [first.deviceId, secondId])
  expect(again).toMatchObject({ code: 50001, data: { accepted: 1 } })
  expect(await begin(admin, [secondId])).toMatchObject({ code: 50002 })
  expect((await batches(admin)).items.map(({ gateways }) => gateways)).toEqual([1, 2])

  const viewer = await f.t.person(admin.companyId, 'management_layer')
  expect(await begin(viewer, [first.deviceId])).toMatchObject({ status: 403, code: 'permission.denied' })
  expect((await batches(viewer)).total).toBe(2)
  const { admin: other } = await f.company()
  expect((await batches(other)).total).toBe(0)
  expect(await other.call('GET /api/v1/device/batch/diagnostics/:batchId', { batchId })).toMatchObject({
    status: 404,
  })
  expect(await runs(other)).toMatchObject({ status: 404, code: 'diagnostic.batch_not_found' })
}, 60_000)
