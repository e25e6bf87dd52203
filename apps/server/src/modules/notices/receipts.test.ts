import { type SmsVendor, startSmsVendor } from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { askReceipts, comeDue, measureDisk, sendAll, sweepNotices } from '../../../test/notice-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { alarmRoutes, watchSamples } from '../alarms/index.ts'
import { integrationRoutes } from '../integrations/index.ts'
import { noticeRoutes } from './index.ts'

const keys = { keyId: 'key-id', keySecret: 'key-secret' }

let t: TestApp
let aliyun: SmsVendor
let tencent: SmsVendor
let person: TestPerson
let companyId: string
let ranges: string[]
let first: string
let second: string

beforeAll(async () => {
  t = await createTestApp((app, { scopes, secrets }) => {
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
    watchSamples(scopes)
    integrationRoutes(app, { secrets, publicUrl: 'https://netward.test', outgoingRanges: [] })
    noticeRoutes(app)
  })
})
afterAll(() => t.stop())

/** Two gateways, the second behind the first, and a critical alarm for one person. */
beforeEach(async () => {
  aliyun = await startSmsVendor('aliyun', keys)
  tencent = await startSmsVendor('tencent', keys)
  const company = await t.company('company')
  companyId = company.id
  ranges = [`127.0.0.0/8=${company.code}`]
  person = await t.person(company.id, 'administrator')
  await t.adminPool.query('update person set phone = $2, phone_verified_at = now() where id = $1', [
    person.personId,
    `138${person.personId.padStart(8, '0')}`,
  ])
  const gateway = async (name: string, sms: object) =>
    (
      await person.call('POST /api/v1/integration', {
        kind: 4,
        name,
        sms: { ...keys, signName: '网维', ...sms } as never,
      })
    ).data.id
  second = await gateway('Second', { provider: 'tencent', appId: '1400', templateCode: '77' })
  first = await gateway('First', {
    provider: 'aliyun',
    templateCode: 'SMS_1',
    fallbackId: second,
    fallbackMinutes: 3,
  })
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where person_id = $1',
    [person.personId],
  )
  await person.call('POST /api/v1/notice/route', {
    name: 'SMS',
    events: ['raised', 'cleared'],
    timeZone: 'Asia/Shanghai',
    channelId: first,
    memberIds: [rows[0]!.id],
  })
  return async () => {
    await aliyun.stop()
    await tencent.stop()
  }
})

const urls = () => ({ aliyun: aliyun.url, tencent: tencent.url })

async function raise(): Promise<void> {
  await measureDisk(t, await arrangeDevice(t, companyId, { type: 'switch', name: 'Core' }), 95)
  await t.adminPool.query(`update alarm set severity = 'critical' where company_id = $1`, [companyId])
  await sweepNotices(t)
  await comeDue(t)
}
const send = () => sendAll(t, ranges, urls())
const ask = () => askReceipts(t, ranges, urls())
const log = async () =>
  (
    await person.call('POST /api/v1/notice/delivery/lists', { channelId: first, page: 1, pageSize: 10 })
  ).data.items.map(({ state, receipt, receiptCode, throughName, trail, failure }) => ({
    state,
    receipt,
    receiptCode,
    through: throughName,
    why: trail.map(({ why }) => why),
    failure: failure?.reason ?? null,
  }))
const minutesPass = (minutes: number) =>
  t.adminPool.query(
    `update notice_message set finished_at = now() - make_interval(mins => $2) where company_id = $1`,
    [companyId, minutes],
  )
const usual = { receiptCode: null, through: null, why: [], failure: null }

describe('an SMS', () => {
  test('is delivered once its receipt says so, and asked for no more', async () => {
    await raise()
    await send()
    expect(aliyun.sent).toMatchObject([{ template: 'SMS_1', values: { device: 'Core' } }])
    await ask()
    expect(await log()).toEqual([{ ...usual, state: 'sent', receipt: 'awaited' }])
    aliyun.report(0, 'delivered')
    await ask()
    aliyun.report(0, { refused: 'LATE' })
    await ask()
    expect(await log()).toEqual([{ ...usual, state: 'sent', receipt: 'delivered', receiptCode: 'DELIVERED' }])
    expect(tencent.sent).toEqual([])
  })

  test('that the carrier refuses goes through the next gateway, and fails after the last', async () => {
    await raise()
    await send()
    aliyun.report(0, { refused: 'MK:0012' })
    await Promise.all([ask(), ask()])
    await send()
    await send()
    expect(aliyun.sent).toHaveLength(1)
    expect(tencent.sent).toHaveLength(1)
    tencent.report(0, { refused: 'BLACK' })
    await ask()
    expect(await log()).toEqual([
      {
        state: 'failed',
        receipt: 'refused',
        receiptCode: 'BLACK',
        through: 'Second',
        why: ['carrier'],
        failure: 'carrier',
      },
    ])
  })

  test('beyond the budget of the day goes through the next gateway, and costs are counted once', async () => {
    const { rows: sealed } = await t.adminPool.query(
      `update integration_channel set settings = settings || '{"price": 0.045, "dailyBudget": 0.08}' where id = $1 returning id`,
      [first],
    )
    expect(sealed).toHaveLength(1)
    await raise()
    await send()
    await raise()
    await send()
    await send()
    expect([aliyun.sent.length, tencent.sent.length]).toEqual([1, 1])
    const { data } = await person.call('GET /api/v1/integration/:channelId', { channelId: first })
    const spent = { messages: 1, calls: 0, cost: 0.045 }
    expect(data).toMatchObject({ spent: { today: spent, month: spent } })
  })

  test('that the vendor refuses costs nothing', async () => {
    aliyun.refuses = 'isv.AMOUNT_NOT_ENOUGH'
    await raise()
    await send()
    const { data } = await person.call('GET /api/v1/integration/:channelId', { channelId: first })
    expect(data.spent?.today).toEqual({ messages: 0, calls: 0, cost: 0 })
  })

  test('that a gateway refuses goes through the next at once, and the first is shown as failing', async () => {
    aliyun.refuses = 'isv.AMOUNT_NOT_ENOUGH'
    await raise()
    await send()
    await send()
    expect(tencent.sent).toHaveLength(1)
    expect(await log()).toMatchObject([{ state: 'sent', through: 'Second', why: ['failed'] }])
    const { data } = await person.call('GET /api/v1/integration/:channelId', { channelId: first })
    expect(data).toMatchObject({ state: 'failing', failure: { reason: 'refused' } })
  })

  test('to a number that is refused is not repeated elsewhere', async () => {
    aliyun.refuses = 'isv.MOBILE_NUMBER_ILLEGAL'
    await raise()
    await send()
    await send()
    expect(tencent.sent).toEqual([])
    expect(await log()).toMatchObject([{ state: 'failed', failure: 'recipient' }])
  })

  test('without a receipt goes through the next gateway after its minutes, if nobody acknowledged the alarm', async () => {
    await raise()
    await send()
    await minutesPass(2)
    await ask()
    await send()
    expect(tencent.sent).toEqual([])
    await minutesPass(4)
    await ask()
    // The first gateway's report comes too late to matter.
    aliyun.report(0, 'delivered')
    await ask()
    await send()
    expect(tencent.sent).toHaveLength(1)
    await minutesPass(60)
    await ask()
    await send()
    expect([aliyun.sent.length, tencent.sent.length]).toEqual([1, 1])
    expect(await log()).toMatchObject([{ receipt: 'awaited', through: 'Second', why: ['no_receipt'] }])
  })

  test('about an alarm that somebody acknowledged waits for its receipt, for three days', async () => {
    await raise()
    await send()
    await t.adminPool.query(
      `update alarm set acknowledged_at = now(), acknowledged_by = 'A', acknowledged_until = now() + interval '1 day'
       where company_id = $1`,
      [companyId],
    )
    await minutesPass(60)
    await ask()
    await send()
    expect(tencent.sent).toEqual([])
    await minutesPass(3 * 24 * 60)
    await ask()
    expect(await log()).toMatchObject([{ state: 'sent', receipt: 'unknown' }])
  })
})
