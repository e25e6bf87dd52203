import { eventCode } from '@netward/cwmp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture, testAcsConfig } from '../../../test/acs-fixture.ts'
import { campaignsOf } from '../../../test/campaign-fixture.ts'
import { commandSteps } from '../../../test/queued-commands.ts'
import { oneSession } from '../../../test/one-session.ts'
import { cwmpSweeps } from './cwmp.jobs.ts'
import { cwmpJobs } from './index.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const { online } = commandSteps(() => f)
const { released, campaignOf } = campaignsOf(() => f)

const sweep = () => f.t.scopes.asLoginRole('select presence_sweep(100)')

/** Moves the last Inform into the past; the gateway is expected every 300 s. */
const silentFor = (deviceId: string, seconds: number) =>
  f.sql(
    `update device_presence set last_inform_at = now() - make_interval(secs => $2),
       due_at = now() + make_interval(secs => 300 * case when overdue then 2.5 else 1.2 end - $2)
     where device_id = $1`,
    [deviceId, seconds],
  )

async function reported() {
  const { gateway, device, company } = await online()
  await f.acs.flush()
  await f.sql('update device set periodic_interval = 300 where id = $1', [device.id])
  return { gateway, id: device.id, companyId: device.company_id, admin: company.admin }
}

const due = async (id: string) =>
  (
    await f.sql<{ wait: number; overdue: boolean }>(
      `select round(extract(epoch from due_at - last_inform_at))::int as wait, overdue
       from device_presence where device_id = $1`,
      [id],
    )
  )[0]

test('one missed Inform makes a gateway overdue, two make it offline, and the next Inform brings it back', async () => {
  const { gateway, id } = await reported()
  await silentFor(id, 350)
  await sweep()
  expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'online' })
  await silentFor(id, 370)
  await sweep()
  expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'overdue' })
  expect(await due(id)).toEqual({ wait: 750, overdue: true })
  // Not yet offline, however often the sweep runs.
  await sweep()
  expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'overdue' })
  await silentFor(id, 760)
  await sweep()
  expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'offline' })
  expect(await due(id)).toEqual({ wait: null, overdue: false })
  await oneSession(gateway)
  await f.acs.flush()
  expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'online' })
  expect(await due(id)).toEqual({ wait: 360, overdue: false })
  expect((await f.timelineOf(gateway)).slice(-3)).toEqual(['overdue', 'offline', 'online'])
})

test.each([
  ['a periodic Inform', [eventCode.periodic]],
  ['an Inform with an event', [eventCode.boot]],
] as const)('an overdue gateway is online again with %s, and waited for as before', async (_name, events) => {
  const { gateway, id } = await reported()
  await silentFor(id, 370)
  await sweep()
  await oneSession(gateway, [...events])
  await f.acs.flush()
  expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'online' })
  expect(await due(id)).toEqual({ wait: 360, overdue: false })
})

test('a gateway past both deadlines, as after a stop of the server, is offline immediately', async () => {
  const { gateway, id } = await reported()
  await silentFor(id, 5000)
  await sweep()
  expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'offline' })
})

test('a connection request without an answer makes a gateway overdue, unless it has just called in', async () => {
  const { gateway, id, companyId } = await reported()
  // A port that nothing listens on.
  await f.sql(`update device set connection_request_url = 'http://127.0.0.1:9/' where id = $1`, [id])
  const connect = () =>
    cwmpJobs({ config: testAcsConfig, secrets: f.t.secrets })['device.connect']!(
      { companyId, deviceId: id },
      { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal },
    )
  await connect()
  expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'online' })
  await silentFor(id, 100)
  await connect()
  expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'overdue' })
  expect(await due(id)).toEqual({ wait: 750, overdue: true })
})

test('a gateway that missed an Inform is asked at once, and offline after two failures', async () => {
  const { gateway, id, companyId } = await reported()
  const [company] = await f.sql<{ code: string }>('select code from company where id = $1', [companyId])
  const deviceRanges = [`127.0.0.0/8=${company!.code}`]
  const check = async () => {
    await f.sql('update device_presence set check_at = now() where device_id = $1 and check_at is not null', [
      id,
    ])
    const checks = cwmpSweeps({ config: { ...testAcsConfig, deviceRanges }, secrets: f.t.secrets }).find(
      ({ name }) => name === 'presence.check',
    )!
    await checks.run({ scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal })
  }
  const next = async () =>
    (
      await f.sql<{ failed: number; soon: boolean | null }>(
        `select checks_failed as failed, check_at between now() and now() + interval '15 seconds' as soon
         from device_presence where device_id = $1`,
        [id],
      )
    )[0]
  // Its address answers no ping, nothing listens on its port.
  await f.sql(`update device set connection_request_url = 'http://127.0.0.1:9/' where id = $1`, [id])
  await f.sql(`update gateway set last_address = '192.0.2.1' where device_id = $1`, [id])
  await check()
  expect(await next()).toEqual({ failed: 0, soon: null })
  await silentFor(id, 370)
  await sweep()
  await check()
  expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'overdue' })
  expect(await next()).toEqual({ failed: 1, soon: true })
  await check()
  expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'offline' })
  expect(await due(id)).toEqual({ wait: null, overdue: false })
  expect((await f.timelineOf(gateway)).slice(-2)).toEqual(['overdue', 'offline'])
  await check()
  // One that answers is left alone until its Inform comes, or none.
  await oneSession(gateway)
  await f.acs.flush()
  await silentFor(id, 370)
  await sweep()
  await f.sql(`update gateway set last_address = '127.0.0.1' where device_id = $1`, [id])
  await f.sql(`update device set connection_request_url = $2 where id = $1`, [
    id,
    `http://127.0.0.1:${f.acs.address.port}/`,
  ])
  await check()
  expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'overdue' })
  expect(await next()).toEqual({ failed: 0, soon: null })
})

test('overdue gateways are filtered and counted apart from online and offline', async () => {
  const { id, companyId } = await reported()
  await silentFor(id, 370)
  await sweep()
  const admin = await f.t.person(companyId, 'administrator')
  const summary = (await admin.call('GET /api/v1/device/summary')).data
  expect(summary).toMatchObject({ online: 0, overdue: 1, offline: 0 })
  const listed = async (presence: 'online' | 'overdue' | 'offline') =>
    (
      await admin.call('POST /api/v1/device/lists', { presence: [presence], sort: '-lastInformAt' })
    ).data.items.map((row) => row.id)
  expect(await listed('overdue')).toEqual([id])
  expect(await listed('online')).toEqual([])
  expect(await listed('offline')).toEqual([])
  const above = await f.t.operator.call('POST /api/v1/device/lists', {
    presence: ['overdue'],
    companyId,
    sort: '-lastInformAt',
  })
  expect(above.data.items.map((row) => row.id)).toEqual([id])
})

test('a gateway that writes its firmware is not offline before the deadline of its campaign', async () => {
  const { gateway, id, admin } = await reported()
  const { product_class: productClass } = (await f.deviceOf(gateway)) as unknown as { product_class: string }
  const firmwareId = await released(admin, productClass)
  const campaignId = await campaignOf(admin, firmwareId, { deviceIds: [id], retries: 0, verifyMinutes: 30 })
  const target = (set: string) =>
    f.sql(`update campaign_target set ${set} where campaign_id = $1`, [campaignId])
  const presenceAfter = async (silent: number) => {
    await silentFor(id, silent)
    await sweep()
    for (let n = 0; n < 2; n++) await f.t.scopes.asLoginRole('select acs_unanswered_request($1)', [id])
    await sweep()
    return (await f.deviceOf(gateway))!['presence']
  }
  const back = async () => {
    await oneSession(gateway)
    await f.acs.flush()
    expect(await f.deviceOf(gateway)).toMatchObject({ presence: 'online' })
    expect(await due(id)).toEqual({ wait: 360, overdue: false })
  }
  const whole = '(select size from firmware where id = ' + firmwareId + ')'
  // A part of the file is no reason to be silent; the whole one is, for as long as the campaign waits for the new version.
  await target(`state = 'downloading', bytes_sent = 1, changed_at = now()`)
  expect(await presenceAfter(800)).toBe('offline')
  await back()
  await target(`bytes_sent = ${whole}`)
  expect(await presenceAfter(370)).toBe('overdue')
  expect(await presenceAfter(1700)).toBe('overdue')
  await back()
  // Also where the server was stopped meanwhile, and found both deadlines passed.
  await target(`state = 'transferred', due_at = now() + interval '1 minute'`)
  expect(await presenceAfter(5000)).toBe('overdue')
  await target(`due_at = now() - interval '1 second'`)
  expect(await presenceAfter(5000)).toBe('offline')
  await back()
  // Back to its earlier version.
  await target(
    `state = 'verified', due_at = null, rollback = 'fetching', rollback_due = now() + interval '1 minute'`,
  )
  expect(await presenceAfter(800)).toBe('overdue')
  await target(`rollback_due = null`)
  expect(await presenceAfter(800)).toBe('offline')
})
