import type { SimulatedGateway } from '@netward/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { onlineGateway, runDiagnosticJobs } from '../../../test/diagnosed-gateway.ts'
import { oneSession } from '../../../test/one-session.ts'
import { arrangeDevice } from '../../../test/devices.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { diagnosticSweeps } from './index.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const start = (person: TestPerson, deviceId: string) =>
  person.call('POST /api/v1/device/:deviceId/check', { deviceId })
const read = async (person: TestPerson, deviceId: string, checkId: string) =>
  (await person.call('GET /api/v1/device/:deviceId/checks/:checkId', { deviceId, checkId })).data

/** Alternates worker and gateway until the check is over. */
async function carriedOut(person: TestPerson, gateway: SimulatedGateway, deviceId: string) {
  const { checkId } = (await start(person, deviceId)).data
  await expect
    .poll(
      async () => {
        await runDiagnosticJobs(f)
        await oneSession(gateway)
        await runDiagnosticJobs(f)
        return (await read(person, deviceId, checkId)).state
      },
      { timeout: 15_000, interval: 20 },
    )
    .toBe('complete')
  return read(person, deviceId, checkId)
}

async function overdue(checkId: string) {
  await f.sql(`update device_check set deadline_at = now() - interval '1 minute' where id = $1`, [checkId])
  await sweepChecks()
}

async function timeForAnswerIsUp(checkId: string) {
  await f.sql(`update device_check set answer_by = now() - interval '1 second' where id = $1`, [checkId])
  await sweepChecks()
}

async function sweepChecks() {
  const deps = { secrets: f.t.secrets, acsUrl: () => f.url, publicHost: () => 'www.example.com' }
  const sweep = diagnosticSweeps(deps).find(({ name }) => name === 'device_check.overdue')!
  await sweep.run({ scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal })
}

describe.each([
  ['TR-181', 'lanyon-lr200'],
  ['TR-098', 'korvus-edge1'],
] as const)('a gateway of %s', (_name, model) => {
  test('that is healthy: every part completes, and one sentence says so', async () => {
    const { admin, gateway, deviceId } = await onlineGateway(f, { model })
    const check = await carriedOut(admin, gateway, deviceId)
    expect(check.steps.map(({ step, state }) => [step, state])).toEqual([
      ['facts', 'done'],
      ['first_hop', 'done'],
      ['dns_server', 'done'],
      ['far', 'done'],
      ['lookup', 'done'],
      ['download', 'done'],
    ])
    expect(check).toMatchObject({
      verdict: 'fine',
      sentence: 'No problems found',
      figures: { firstHop: { target: '198.18.0.1', received: 10 }, dnsServer: { target: '198.18.0.53' } },
    })
    expect(check.figures!.downloadMbit).toBeGreaterThan(1)
    expect(check.figures!.memoryPercent).toBeGreaterThan(0)
    // Its runs are diagnostics like others.
    const { data } = await admin.call('POST /api/v1/device/:deviceId/diagnostics/lists', {
      deviceId,
      checkId: check.id,
    })
    expect(data.total).toBe(5)
    const { data: page } = await admin.call('GET /api/v1/device/:deviceId/checks', { deviceId })
    expect(page.items).toMatchObject([{ id: check.id, verdict: 'fine', sentence: 'No problems found' }])
  })

  test.each([
    ['line refuses its account', { network: { line: 'account_refused' } }, 'ppp_auth'],
    ['line is down, and whose memory is full', { network: { line: 'down' }, freeMemory: 20_000 }, 'wan_down'],
  ] as const)(
    'whose %s is reported as such, without the findings that follow from it',
    async (_what, options, worst) => {
      const { admin, gateway, deviceId } = await onlineGateway(f, { model, ...options })
      const check = await carriedOut(admin, gateway, deviceId)
      const memory = 'freeMemory' in options ? ['memory_full'] : []
      expect(check.findings.map(({ code }) => code)).toEqual([worst, ...memory])
      expect(check).toMatchObject({ verdict: 'critical', sentence: check.findings[0]!.text })
      expect(check.figures!.memoryPercent! >= 90).toBe(memory.length > 0)
    },
  )

  test('whose names fail while addresses answer: reports DNS only', async () => {
    const { admin, gateway, deviceId } = await onlineGateway(f, {
      model,
      network: { unresolvable: ['www.example.com'] },
    })
    const check = await carriedOut(admin, gateway, deviceId)
    expect(check.findings.map(({ code }) => code)).toEqual(['dns_broken'])
    expect(check.sentence).toContain('www.example.com')
    expect(check.figures!.lookupMs).toBeNull()
  })
})

test('has one check at a time; it continues without its page, is found again, and is cancelled with its runs', async () => {
  const { admin, deviceId } = await onlineGateway(f, { odd: { noDiagnosticEvents: true } })
  const { checkId } = (await start(admin, deviceId)).data
  expect(await start(admin, deviceId)).toMatchObject({ status: 409, code: 'device_check.under_way' })
  await runDiagnosticJobs(f)
  const check = await read(admin, deviceId, checkId)
  expect(check).toMatchObject({ state: 'running', verdict: null, findings: [], figures: null })
  expect(check.steps.filter(({ state }) => state === 'running').map(({ step }) => step)).toEqual([
    'facts',
    'far',
    'lookup',
  ])
  const cancel = (id: string) =>
    admin.call('POST /api/v1/device/:deviceId/checks/:checkId/cancel', { deviceId, checkId: id })
  expect((await cancel(checkId)).status).toBe(200)
  expect((await read(admin, deviceId, checkId)).state).toBe('cancelled')
  const open = await f.sql(
    `select 1 from diagnostic_run where device_id = $1 and state in ('requested', 'running')`,
    [deviceId],
  )
  expect(open).toEqual([])
  expect(await cancel(checkId)).toMatchObject({ status: 409, code: 'device_check.over' })
  expect(await cancel('99999999')).toMatchObject({ status: 404, code: 'device_check.not_found' })
  await runDiagnosticJobs(f)
  expect((await read(admin, deviceId, checkId)).state).toBe('cancelled')
})

test('reports an offline gateway immediately, and an unresponsive one after the time limit', async () => {
  const { admin, gateway, deviceId } = await onlineGateway(f)
  gateway.stop()
  const { checkId } = (await start(admin, deviceId)).data
  await runDiagnosticJobs(f)
  await overdue(checkId)
  expect(await read(admin, deviceId, checkId)).toMatchObject({
    state: 'complete',
    verdict: 'critical',
    findings: [{ code: 'no_answer' }],
  })
  await f.sql(`update device set presence = 'offline' where id = $1`, [deviceId])
  const second = (await start(admin, deviceId)).data.checkId
  await runDiagnosticJobs(f)
  expect(await read(admin, deviceId, second)).toMatchObject({ findings: [{ code: 'offline' }] })
  await f.sql(`update device set first_inform_at = null where id = $1`, [deviceId])
  await f.sql(`delete from device_presence where device_id = $1`, [deviceId])
  const third = (await start(admin, deviceId)).data.checkId
  await runDiagnosticJobs(f)
  expect(await read(admin, deviceId, third)).toMatchObject({ findings: [{ code: 'never_called' }] })
})

test('that lacks a part, or is busy with one, is checked by the others', async () => {
  const { admin, companyId, gateway, deviceId } = await onlineGateway(f)
  await f.sql(
    `insert into diagnostic_run (company_id, device_id, kind, target, request, state)
     values ($1, $2, 'name_lookup', 'busy.example', '{}', 'running')`,
    [companyId, deviceId],
  )
  gateway.faultNext('SetParameterValues', '9005')
  const check = await carriedOut(admin, gateway, deviceId)
  expect(check.steps.flatMap(({ step, reason }) => (reason === null ? [] : [[step, reason]]))).toEqual([
    ['far', 'not_supported'],
    ['lookup', 'busy'],
  ])
  expect(check.verdict).toBe('notice')
})

test('several gateways: lists the refused, accepts those with a running check', async () => {
  const first = await onlineGateway(f)
  const other = await onlineGateway(f)
  await start(first.admin, first.deviceId)
  const batch = (deviceIds: string[]) => first.admin.call('POST /api/v1/device/batch/check', { deviceIds })
  expect((await batch([first.deviceId])).data).toEqual({ accepted: 1, failed: [] })
  const refused = await batch([first.deviceId, other.deviceId])
  expect(refused).toMatchObject({ code: 50001 })
  expect(JSON.stringify(refused.data)).toContain(other.deviceId)
})

test('only people with the permission run checks; no other company sees them', async () => {
  const { admin, deviceId } = await onlineGateway(f)
  const viewer = await f.t.person(admin.companyId, 'management_layer')
  expect(await start(viewer, deviceId)).toMatchObject({ status: 403, code: 'permission.denied' })
  const { checkId } = (await start(admin, deviceId)).data
  expect((await read(viewer, deviceId, checkId)).id).toBe(checkId)
  const { admin: other } = await f.company()
  const refused = { status: 404, code: 'device.not_found' }
  expect(await start(other, deviceId)).toMatchObject(refused)
  expect(await other.call('GET /api/v1/device/:deviceId/checks', { deviceId })).toMatchObject(refused)
  expect(
    await other.call('POST /api/v1/device/:deviceId/checks/:checkId/cancel', { deviceId, checkId }),
  ).toMatchObject(refused)
  const audited = await f.sql(
    `select action from audit_log where company_id = $1 and action = 'device.check_started'`,
    [admin.companyId],
  )
  expect(audited).toHaveLength(1)
})

test('an MSP sees checks and runs of a tenant as far as the tenant consents', async () => {
  const msp = await f.t.company('middleman')
  const customer = await f.t.company('company', msp.id)
  const deviceId = await arrangeDevice(f.t, customer.id)
  const tenant = await f.t.person(customer.id, 'administrator')
  const mspAdmin = await f.t.person(msp.id, 'administrator')
  const { checkId } = (await start(tenant, deviceId)).data
  const seen = async () => [
    (await mspAdmin.call('GET /api/v1/device/:deviceId/checks', { deviceId })).code,
    (await mspAdmin.call('GET /api/v1/device/:deviceId/checks/:checkId', { deviceId, checkId })).code,
    (await mspAdmin.call('POST /api/v1/device/:deviceId/diagnostics/lists', { deviceId })).code,
    (await mspAdmin.call('GET /api/v1/device/:deviceId/diagnostics/series', { deviceId, kind: 'ping' })).code,
    (await mspAdmin.call('POST /api/v1/device/:deviceId/diagnostics/export', { deviceId })).code,
  ]
  expect((await seen()).slice(0, 4)).toEqual([0, 0, 0, 0])
  await f.sql(`insert into acting_consent (company_id, mode) values ($1, 'request')`, [customer.id])
  expect(await seen()).toEqual(Array.from({ length: 5 }, () => 'acting.consent_needed'))
  expect((await start(mspAdmin, deviceId)).code).toBe('acting.consent_needed')
  const batch = await mspAdmin.call('POST /api/v1/device/batch/check', { deviceIds: [deviceId] })
  expect(batch.code).toBe(50002)
})

test('deletes checks older than the storage cycle', async () => {
  const { admin, deviceId } = await onlineGateway(f)
  await start(admin, deviceId)
  await f.sql(
    `update device_check set state = 'complete', ended_at = now() - interval '2 years' where device_id = $1`,
    [deviceId],
  )
  await f.sql('select prune_diagnostics(100000)')
  expect((await admin.call('GET /api/v1/device/:deviceId/checks', { deviceId })).data.total).toBe(0)
})

test('a check on a gateway that does not call in ends with the time limit, and says that it is overdue', async () => {
  const { admin, deviceId } = await onlineGateway(f, {})
  const { checkId } = (await start(admin, deviceId)).data
  await runDiagnosticJobs(f)
  const begun = await read(admin, deviceId, checkId)
  expect(begun.state).toBe('running')
  expect(Date.parse(begun.deadlineAt) - Date.now()).toBeLessThan(60_000)
  await f.sql(
    `with silent as (update device_presence set last_inform_at = now() - interval '9 minutes' where device_id = $1)
     update device set presence = 'overdue' where id = $1`,
    [deviceId],
  )
  await timeForAnswerIsUp(checkId)
  const over = await read(admin, deviceId, checkId)
  expect(over).toMatchObject({ state: 'complete', verdict: 'critical' })
  expect(over.findings.map(({ code }) => code)).toEqual(['overdue'])
})

test('a check keeps waiting for a gateway that has called in, or that is on time and unreachable by connection request', async () => {
  const { admin, deviceId } = await onlineGateway(f, {})
  const { checkId } = (await start(admin, deviceId)).data
  await runDiagnosticJobs(f)
  await f.sql(`update device set presence = 'online', connection_request_url = null where id = $1`, [
    deviceId,
  ])
  await timeForAnswerIsUp(checkId)
  const waiting = await read(admin, deviceId, checkId)
  expect(waiting.state).toBe('running')
  expect(Date.parse(waiting.deadlineAt) - Date.now()).toBeGreaterThan(600_000)
})
