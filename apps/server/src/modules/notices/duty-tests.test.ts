import { type SmsVendor, startSmsVendor } from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { integrationRoutes } from '../integrations/index.ts'
import { rotaRoutes } from '../rotas/index.ts'
import { dutyTestSweep } from './duty-tests.jobs.ts'
import { noticeJobs, noticeRoutes } from './index.ts'

const keys = { keyId: 'key-id', keySecret: 'key-secret' }

let t: TestApp
let vendor: SmsVendor
let companyId: string
let reachable: TestPerson
let unreachable: TestPerson
let ranges: string[]
let rotaId: string
let channelId: string

beforeAll(async () => {
  vendor = await startSmsVendor('aliyun', keys)
  t = await createTestApp((app, { secrets }) => {
    integrationRoutes(app, { secrets, publicUrl: 'https://netward.test', outgoingRanges: [] })
    rotaRoutes(app)
    noticeRoutes(app)
  })
})
afterAll(async () => {
  await t.stop()
  await vendor.stop()
})

/** A rota of two people that a route notifies by SMS; one of them has no verified number. */
beforeEach(async () => {
  vendor.refuses = null
  const company = await t.company('company')
  companyId = company.id
  ranges = [`127.0.0.0/8=${company.code}`]
  reachable = await t.person(companyId, 'administrator')
  unreachable = await t.person(companyId, 'administrator')
  await t.adminPool.query('update person set phone = $2, phone_verified_at = now() where id = $1', [
    reachable.personId,
    `138${reachable.personId.padStart(8, '0')}`,
  ])
  await t.adminPool.query('update person set phone = null, phone_verified_at = null where id = $1', [
    unreachable.personId,
  ])
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where company_id = $1 and person_id = any ($2)',
    [companyId, [reachable.personId, unreachable.personId]],
  )
  rotaId = (
    await reachable.call('POST /monitor/api/v1/alarm/rota', {
      name: 'Network',
      timeZone: 'Asia/Shanghai',
      layers: [{ name: 'First', startsOn: '2026-01-05', memberIds: rows.map(({ id }) => id) }],
    })
  ).data.id
  channelId = (
    await reachable.call('POST /api/v1/integration', {
      kind: 4,
      name: 'SMS',
      sms: { ...keys, provider: 'aliyun', signName: '网维', templateCode: 'SMS_1' } as never,
    })
  ).data.id
})

const notify = (more: object = {}) =>
  reachable.call('POST /api/v1/notice/route', {
    name: 'R',
    events: ['raised'],
    timeZone: 'Asia/Shanghai',
    channelId,
    rotaId,
    ...more,
  })
const sweep = () => dutyTestSweep.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
const comeDue = () =>
  t.adminPool.query('update duty_test set due_at = now() where company_id = $1', [companyId])
async function send(): Promise<void> {
  const job = noticeJobs({
    secrets: t.secrets,
    publicUrl: 'https://netward.test',
    outgoingRanges: ranges,
    smsUrls: { aliyun: vendor.url, tencent: vendor.url },
  })['duty.test']!
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from duty_test where company_id = $1 and queued_at is not null order by id',
    [companyId],
  )
  for (const { id } of rows)
    await job(
      { companyId: '', testId: id },
      { scopes: t.scopes, log: t.log, signal: new AbortController().signal },
    )
}
const results = async () =>
  (await reachable.call('GET /monitor/api/v1/alarm/rota/:rotaId/tests', { rotaId })).data.items
    .map(({ result, mayConfirm }) => `${result}${mayConfirm ? ', to confirm' : ''}`)
    .toSorted()

test('each person of a rota is tested once a month, and confirms it', async () => {
  await notify()
  await Promise.all([sweep(), sweep()])
  await sweep()
  expect(await results()).toEqual(['planned', 'planned'])
  await comeDue()
  await sweep()
  const before = vendor.sent.length
  await send()
  await send()
  expect(vendor.sent.slice(before)).toMatchObject([{ values: { device: 'Network' } }])
  expect(await results()).toEqual(['no_address', 'waiting, to confirm'])
  const { data } = await reachable.call('GET /monitor/api/v1/alarm/rota/:rotaId/tests', { rotaId })
  const testId = data.items.find(({ mayConfirm }) => mayConfirm)!.id
  const confirm = (who: TestPerson) =>
    who.call('POST /monitor/api/v1/alarm/rota/test/:testId/confirm', { testId })
  expect((await confirm(unreachable)).code).toBe('notice.test_not_found')
  expect([(await confirm(reachable)).code, (await confirm(reachable)).code]).toEqual([0, 0])
  expect(await results()).toEqual(['confirmed', 'no_address'])
})

test('what cannot be sent, and what stays without an answer for two days, is shown', async () => {
  await notify()
  await sweep()
  await comeDue()
  await sweep()
  vendor.refuses = 'isv.AMOUNT_NOT_ENOUGH'
  await send()
  expect(await results()).toEqual(['failed', 'no_address'])
  await t.adminPool.query(
    `update duty_test set state = 'sent', sent_at = now() - interval '3 days' where company_id = $1`,
    [companyId],
  )
  expect(await results()).toEqual(['unconfirmed', 'unconfirmed, to confirm'])
})

test('tests are planned by day, in the hours of the person, and outside the quiet hours of the route', async () => {
  await notify({ quietFrom: '10:00', quietUntil: '19:30' })
  await sweep()
  const { rows } = await t.adminPool.query<{ hours: string }>(
    `select to_char(due_at at time zone 'Asia/Shanghai', 'HH24:MI') as hours from duty_test where company_id = $1`,
    [companyId],
  )
  expect(rows).toHaveLength(2)
  expect(new Set(rows.map(({ hours }) => hours))).toEqual(new Set(['19:30']))
})

test('a rota that no rule notifies says so', async () => {
  await sweep()
  expect((await reachable.call('GET /monitor/api/v1/alarm/rota/:rotaId/tests', { rotaId })).data).toEqual({
    isNotified: false,
    items: [],
  })
})
