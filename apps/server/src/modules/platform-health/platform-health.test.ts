import type { MetricBatch } from '@netward/contract/metric-batch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { takeFacts } from '../alarms/evaluation/facts.ts'
import { metricRoutes, writeMetrics } from '../metrics/index.ts'
import { healthRepo } from './health.repo.ts'
import { platformHealthRoutes } from './index.ts'

let t: TestApp
let company: { id: string }
let admin: TestPerson
let device: string

const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await t.adminPool.query<T>(text, values)).rows
const health = async () => (await t.operator.call('GET /api/v1/platform/health')).data
const series = async (more: object = {}) =>
  (await t.operator.call('POST /api/v1/platform/health/series/lists', more)).data.items

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => {
    platformHealthRoutes(app)
    metricRoutes(app, openMetricStore(scopes))
  })
  company = await t.company('company')
  admin = await t.person(company.id, 'administrator')
  device = await arrangeDevice(t, company.id, { name: 'Switch' })
})
afterAll(() => t.stop())

let sequence = 0
function write(names: readonly string[], at = Date.now()) {
  sequence += 1
  const batch: MetricBatch = {
    collector: 'poller:test',
    epoch: 'e',
    sequence,
    sentAt: at,
    polls: [
      {
        deviceId: device,
        at,
        upTime: 1,
        values: names.map((name) => ['interface_oper_state', name, 1] as const),
      },
    ],
  }
  return writeMetrics(t.scopes, batch, at)
}

test('nobody but the platform reads it, not even its people while they act in another company', async () => {
  const msp = await t.person((await t.company('middleman')).id, 'administrator')
  for (const person of [admin, msp, t.operator.actingIn(company.id)]) {
    for (const key of [
      'POST /api/v1/platform/health/late/lists',
      'POST /api/v1/platform/health/deliveries/lists',
      'POST /api/v1/platform/health/series/lists',
    ] as const)
      expect((await person.call(key, {})).status).toBe(403)
    expect((await person.call('GET /api/v1/platform/health')).status).toBe(403)
    const set = await person.call('PUT /api/v1/platform/health/series/:companyId', {
      companyId: company.id,
      limit: 200,
    })
    expect(set.status).toBe(403)
  }
  // The functions refuse too, whatever a route lets through.
  await expect(t.scopes.withCompany(company.id, ({ db }) => healthRepo.tasks({ db }))).rejects.toMatchObject({
    message: expect.stringContaining('permission.denied'),
  })
})

test('jobs are counted by task, and how long the oldest waits', async () => {
  await sql(`select graphile_worker.add_job('test.wait', '{}'::json, run_at := now() - interval '1 hour')`)
  await sql(`select graphile_worker.add_job('test.wait', '{}'::json, run_at := now() + interval '1 hour')`)
  await sql(`select graphile_worker.add_job('test.fail', '{}'::json, job_key := 'fails', max_attempts := 1)`)
  await sql(
    `update graphile_worker._private_jobs set attempts = 1, last_error = 'secret' where key = 'fails'`,
  )
  const found = await t.operator.call('GET /api/v1/platform/health')
  const wait = found.data.tasks.find(({ task }) => task === 'test.wait')!
  expect(wait).toMatchObject({ waiting: 1, later: 1, running: 0, failed: 0 })
  expect(Date.now() - Date.parse(wait.oldestAt!)).toBeGreaterThan(59 * 60_000)
  expect(found.data.tasks.find(({ task }) => task === 'test.fail')).toMatchObject({ failed: 1, waiting: 0 })
  expect(found.body).not.toContain('secret')
})

test('devices are late ten minutes after their last round, by company and by who asks them', async () => {
  await sql(
    `insert into device_polling (device_id, company_id, state, last_poll_at) values ($1, $2, 'ok', now() - interval '9 minutes')
     on conflict (device_id) do update set state = 'ok', last_poll_at = excluded.last_poll_at`,
    [device, company.id],
  )
  await sql(`update device set ip_address = '198.51.100.7', driver = 'snmp', type = 'switch' where id = $1`, [
    device,
  ])
  await sql(`update poller_share set owner = 'poller-1', until = now() + interval '1 hour'`)
  const late = async (more: object = {}) =>
    (await t.operator.call('POST /api/v1/platform/health/late/lists', more)).data
  await healthRepo.keep(t.scopes)
  expect(await late()).toMatchObject({ total: 0 })
  await sql(`update device_polling set last_poll_at = now() - interval '20 minutes'`)
  await healthRepo.keep(t.scopes)
  await healthRepo.keep(t.scopes)
  for (const sort of ['companyName', '-devices', 'oldestAt'] as const)
    expect(await late({ sort })).toMatchObject({
      total: 1,
      items: [{ companyId: company.id, askedBy: 'poller-1', probeId: null, devices: 1 }],
    })
  expect(await late({ search: 'nothing of this name' })).toMatchObject({ total: 0 })
  expect(await health()).toMatchObject({ late: 1, lateCompanies: 1 })
  expect(await sql(`select late from health_point`)).toEqual([{ late: 1 }])
  await sql(`update device_polling set state = 'stopped'`)
  await healthRepo.keep(t.scopes)
  expect(await health()).toMatchObject({ late: 0 })
  // The worst of the five minutes stays in the chart, and 30 days are kept.
  expect(await sql(`select late from health_point`)).toEqual([{ late: 1 }])
  await sql(
    `insert into health_point (at, late) values (now() - interval '31 days', 1), (now() - interval '1 hour', 3)`,
  )
  await healthRepo.keep(t.scopes)
  expect((await health()).course.map((point) => point.late)).toEqual([3])
  expect(await sql(`select at from health_point`)).toHaveLength(2)
})

test('failed notifications are listed without their text', async () => {
  const [channel] = await sql<{ id: string }>(
    `insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
     values ($1, 10, 'Night shift', '{}', '\\x00', 'robot', 'x') returning id::text`,
    [company.id],
  )
  const [message] = await sql<{ id: string }>(
    `insert into notice_message (company_id, channel_id, recipient, state, attempts, failure)
     values ($1, $2, 0, 'failed', 5, '{"reason": "credentials", "detail": "token=hidden"}') returning id`,
    [company.id, channel!.id],
  )
  const [event] = await sql<{ id: string }>(
    `insert into work_event (company_id, kind, notice, severity, subject_id, source)
     values ($1, 'order', 'created', 'minor', 1, 'test') returning id::text`,
    [company.id],
  )
  await sql(
    `insert into delivery (company_id, work_company_id, work_event_id, transition, channel_id, recipient, state, due_at, message_id)
     values ($1, $1, $2, 'order_created', $3, 0, 'failed', now(), $4)`,
    [company.id, event!.id, channel!.id, message!.id],
  )
  const found = await t.operator.call('POST /api/v1/platform/health/deliveries/lists', {})
  expect(found.data).toMatchObject({
    total: 1,
    items: [
      { companyId: company.id, kind: 10, channelName: 'Night shift', reason: 'credentials', attempts: 5 },
    ],
  })
  expect(found.body).not.toContain('hidden')
  const none = await t.operator.call('POST /api/v1/platform/health/deliveries/lists', { search: 'no such' })
  expect(none.data.total).toBe(0)
  expect((await health()).failedDeliveries).toBe(1)
})

test('a company gets no more series than its limit; those that it has go on', async () => {
  const names = (from: number, n: number) => Array.from({ length: n }, (_, place) => `port ${from + place}`)
  const at = Date.now()
  expect((await write(names(0, 90), at)).written).toBe(90)
  for (const limit of [99, 0, 1.5])
    expect(
      (
        await t.operator.call('PUT /api/v1/platform/health/series/:companyId', {
          companyId: company.id,
          limit,
        })
      ).status,
    ).toBe(400)
  const set = (limit: number | null) =>
    t.operator.call('PUT /api/v1/platform/health/series/:companyId', { companyId: company.id, limit })
  expect((await set(100)).data).toEqual({ limit: 100 })
  const own = async () => (await admin.call('GET /monitor/api/v1/metrics/limit')).data
  expect(await own()).toEqual({ series: 90, limit: 100, refusedAt: null })
  expect(await write(names(0, 120), at + 1000)).toMatchObject({ written: 100, refused: { series: 20 } })
  expect(await own()).toMatchObject({ series: 100, limit: 100, refusedAt: expect.any(String) })
  expect(await series({ refusing: 'yes' })).toMatchObject([
    { companyId: company.id, series: 100, limit: 100, ownLimit: true, refused: 20 },
  ])
  expect((await health()).refusing).toBe(1)
  await takeFacts(t.scopes, 100)
  expect(
    await sql(`select rule, label, value from alarm where company_id = $1 and state = 'active'`, [
      company.id,
    ]),
  ).toEqual([{ rule: 'quota_used', label: '指标序列', value: 100 }])
  // It is looked up again after five minutes, not with each poll.
  await set(null)
  expect((await write(names(0, 120), at + 2000)).written).toBe(100)
  expect((await write(names(0, 120), at + 302_000)).written).toBe(120)
  expect(await own()).toMatchObject({ series: 120, limit: 1_000_000 })
  const [entry] = await sql<{ detail: object }>(
    `select detail from audit_log where action = 'platform_health.limit_changed' order by id limit 1`,
  )
  expect(entry!.detail).toEqual({ before: { seriesLimit: null }, after: { seriesLimit: 100 } })
  const missing = await t.operator.call('PUT /api/v1/platform/health/series/:companyId', {
    companyId: '999999',
    limit: null,
  })
  expect(missing.code).toBe('company.not_found')
})

test('a new device of a company at its limit is known, and gets its series when there is room', async () => {
  const other = await t.company('company')
  const first = await arrangeDevice(t, other.id, { name: 'First' })
  const second = await arrangeDevice(t, other.id, { name: 'Second' })
  await sql(`insert into metric_limit (company_id, series) values ($1, 100)`, [other.id])
  const poll = (deviceId: string, n: number, at: number) => {
    sequence += 1
    const values = Array.from({ length: n }, (_, place) => ['interface_oper_state', `p${place}`, 1] as const)
    return writeMetrics(
      t.scopes,
      {
        collector: 'poller:test',
        epoch: 'e',
        sequence,
        sentAt: at,
        polls: [{ deviceId, at, upTime: 1, values }],
      },
      at,
    )
  }
  const at = Date.now()
  await poll(first, 100, at)
  expect(await poll(second, 2, at)).toMatchObject({ written: 0, unknownDevices: [], refused: { series: 2 } })
  await sql(`delete from metric_series where subject_id = $1`, [first])
  expect(await poll(second, 2, at + 301_000)).toMatchObject({ written: 2, unknownDevices: [] })
})

test('what a company measures is its samples of the days that are over', async () => {
  await sql(
    `insert into metric_day (company_id, day, samples)
     select $1, (now() at time zone 'UTC')::date - n, 1000 * n from generate_series(1, 3) n
     on conflict (company_id, day) do update set samples = excluded.samples`,
    [company.id],
  )
  for (const sort of ['companyName', '-series', '-used', '-samples', '-bytes', '-refused'] as const)
    expect((await series({ sort })).length).toBeGreaterThan(0)
  const [row] = await series()
  expect(row).toMatchObject({ companyId: company.id, samples: 2000, sampleBytes: 2, measured: false })
  expect(row!.bytes).toBeCloseTo(2000 * 2 * 12 * 30.4, 0)
  // Today counts as it comes: the process says so with a batch after a minute.
  const [today] = await sql<{ samples: string }>(
    `select samples from metric_day where company_id = $1 and day = (now() at time zone 'UTC')::date`,
    [company.id],
  )
  expect(Number(today!.samples)).toBeGreaterThan(0)
})
