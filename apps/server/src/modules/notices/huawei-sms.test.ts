import { type HuaweiVendor, startHuaweiVendor, startSmsVendor } from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askReceipts, comeDue, raiseAlarm, sendAll, sweepNotices } from '../../../test/notice-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { integrationRoutes, type SmsUrls } from '../integrations/index.ts'
import { noticeRoutes } from './index.ts'

const keys = { keyId: 'app-key', keySecret: 'app-secret' }
const templateCode = '8ff55eac1d0b478ab3c06c3c6a492300'
const urls: SmsUrls = { aliyun: 'http://127.0.0.1:1/', tencent: 'http://127.0.0.1:1/' }

let t: TestApp
let huawei: HuaweiVendor
let person: TestPerson
let company: { id: string; code: string }
let gateway: string
const ranges: string[] = []
const vendors = { ...urls }

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    integrationRoutes(app, {
      secrets,
      publicUrl: 'https://netward.test',
      outgoingRanges: ranges,
      smsUrls: vendors,
    })
    noticeRoutes(app)
  })
})
afterAll(() => t.stop())
beforeEach(async () => {
  huawei = await startHuaweiVendor(keys)
  company = await t.company('company')
  ranges.splice(0, ranges.length, `127.0.0.0/8=${company.code}`)
  person = await t.person(company.id, 'administrator')
  await t.adminPool.query('update person set phone = $2, phone_verified_at = now() where id = $1', [
    person.personId,
    `138${person.personId.padStart(8, '0')}`,
  ])
  gateway = (await add({})).data.id
  await person.call('POST /api/v1/notice/own/route', {
    events: ['raised'],
    timeZone: 'Asia/Shanghai',
    channelId: gateway,
  })
  return () => huawei.stop()
})

const add = (more: object) =>
  person.call('POST /api/v1/integration', {
    kind: 4,
    name: `Huawei ${Math.random()}`,
    sms: { ...keys, provider: 'huawei', appId: '1069', signName: '网维', templateCode, ...more } as never,
  })
const all = () => ({ ...urls, huawei: huawei.url })
async function raise(): Promise<void> {
  await raiseAlarm(t, company.id, 'Core switch of the flagship store')
  await sweepNotices(t)
  await comeDue(t)
  await sendAll(t, ranges, all())
}
const report = async (form: string, address = huawei.sent[0]!.statusCallback) =>
  (
    await t.raw({
      method: 'POST',
      url: new URL(address).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form,
    })
  ).status
const log = async () =>
  (
    await person.call('POST /api/v1/notice/delivery/lists', { channelId: gateway, page: 1, pageSize: 10 })
  ).data.items.map(({ state, receipt, failure }) => [state, receipt, failure?.reason ?? null])

test('an SMS is signed, filled in by position, and its reported receipt counts once', async () => {
  await raise()
  expect(huawei.sent).toMatchObject([
    {
      phone: expect.stringMatching(/^\+86138/) as string,
      template: templateCode,
      values: { 1: 'Core switch of the…' },
    },
  ])
  await askReceipts(t, ranges, all())
  expect(await log()).toEqual([['sent', 'awaited', null]])
  expect(await report(huawei.report(huawei.sent[0]!, 'DELIVRD'))).toBe(200)
  expect(await report(huawei.report(huawei.sent[0]!, 'UNDELIV'))).toBe(200)
  expect(await log()).toEqual([['sent', 'delivered', null]])
})

test('a receipt that comes before the answer of the vendor is kept for its message', async () => {
  huawei.beforeAnswer = async (sms) => {
    await report(huawei.report(sms, 'REJECTD'))
    await report(huawei.report(sms, 'REJECTD'))
  }
  await raise()
  expect(await log()).toEqual([['failed', 'refused', 'carrier']])
})

test('a report without the secret of the gateway, or by that of another, says nothing', async () => {
  await raise()
  const form = huawei.report(huawei.sent[0]!, 'UNDELIV')
  expect(await report(form, 'https://netward.test/api/v1/notice/sms/guessed')).toBe(401)
  await add({ name: 'Other' })
  const { rows } = await t.adminPool.query('select from notice_early_receipt where company_id = $1', [
    company.id,
  ])
  expect(rows).toEqual([])
  expect(await report('status=UNDELIV')).toBe(200)
  expect(await log()).toEqual([['sent', 'awaited', null]])
  const { data } = await person.call('GET /api/v1/integration/:channelId', { channelId: gateway })
  expect(JSON.stringify(data)).not.toContain(huawei.sent[0]!.statusCallback.split('/').at(-1))
})

test.each([
  ['E200041', 'waiting', 'too_many'],
  ['E200028', 'failed', 'refused'],
] as const)('a refusal by %s is %s', async (code, state, reason) => {
  huawei.refuses = code
  await raise()
  const [row] = await log()
  expect(row).toEqual([state === 'waiting' ? 'sending' : state, null, reason])
})

test('its settings are checked as Huawei Cloud writes them, and it does not call', async () => {
  expect((await add({ templateCode: 'SMS_1' })).code).toBe('integration.template_code_wrong')
  expect((await add({ appId: '' })).code).toBe('integration.secret_missing')
  const { data } = await person.call('GET /api/v1/integration/:channelId', {
    channelId: (await add({ voice: { templateCode: 'TTS_1', key: null } })).data.id,
  })
  expect(data.sms?.voice).toBeNull()
})

test('templates are looked up at the vendor with their state', async () => {
  const look = async (sms: object) => {
    const made = await person.call('POST /api/v1/integration', {
      kind: 4,
      name: `T ${Math.random()}`,
      sms: sms as never,
    })
    return (
      await person.call('POST /api/v1/integration/:channelId/sms-templates', { channelId: made.data.id })
    ).data
  }
  const common = { ...keys, signName: '网维' }
  const aliyun = await startSmsVendor('aliyun', keys)
  const tencent = await startSmsVendor('tencent', keys)
  Object.assign(vendors, { aliyun: aliyun.url, tencent: tencent.url })
  const found = await look({ ...common, provider: 'aliyun', templateCode: 'SMS_1' })
  expect(found.templates).toHaveLength(52)
  expect(found.templates.at(-1)).toMatchObject({ code: 'SMS_1051', state: 'refused', reason: '变量不规范' })
  expect(found.templates[0]).toMatchObject({ state: 'pending' })
  const other = await look({ ...common, provider: 'tencent', appId: '1400', templateCode: '77' })
  expect(other.templates.map(({ code, state }) => `${code} ${state}`)).toEqual([
    '77 approved',
    '78 pending',
    '79 refused',
  ])
  expect(
    await look({ ...common, keySecret: 'wrong', provider: 'tencent', appId: '1400', templateCode: '77' }),
  ).toMatchObject({ failure: { reason: 'credentials' }, templates: [] })
  expect(await look({ ...common, provider: 'huawei', appId: '1069', templateCode })).toMatchObject({
    supported: false,
    templates: [],
  })
  await aliyun.stop()
  await tencent.stop()
})
