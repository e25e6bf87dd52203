import { type SmsVendor, startSmsVendor } from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder, orderOf } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { integrationRoutes } from '../../integrations/index.ts'
import { messageJobs } from '../../messages/index.ts'
import { orderRoutes, outsideRoutes, visitRoutes } from '../index.ts'
import { ratingJobs } from './rating.jobs.ts'

const keys = { keyId: 'key-id', keySecret: 'key-secret' }
const contact = { contactName: 'Shop', contactPhone: '138 0013 8000', contactEmail: 'shop@example.test' }

let t: TestApp
let vendor: SmsVendor
let msp: TestPerson
let mspCode: string
let engineer: TestPerson
let companyId: string

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    integrationRoutes(app, {
      secrets: deps.secrets,
      publicUrl: 'https://netward.test',
      outgoingRanges: [],
    })
    orderRoutes(app)
    visitRoutes(app)
    outsideRoutes(app, deps)
  })
})
afterAll(() => t.stop())
beforeEach(async () => {
  vendor = await startSmsVendor('aliyun', keys)
  const middleman = await t.company('middleman')
  mspCode = middleman.code
  msp = await t.person(middleman.id, 'administrator')
  companyId = (await t.company('company', middleman.id)).id
  engineer = await t.person(companyId, 'engineer')
  await t.adminPool.query('delete from outgoing_message')
  return () => vendor.stop()
})

const gateway = (more: object = {}) =>
  msp.call('POST /api/v1/integration', {
    kind: 4,
    name: 'SMS',
    sms: {
      ...keys,
      provider: 'aliyun',
      signName: '网维',
      templateCode: 'SMS_1',
      ratingTemplateCode: 'SMS_9',
      ...more,
    },
  })
async function resolved(): Promise<string> {
  const orderId = await makeOrder(engineer, contact)
  await moveOrder(engineer, orderId, { name: 'take' }, { name: 'resolve', cause: 'other', solution: 'Done' })
  return orderId
}
/** One attempt of each task of the order. */
async function run(orderId: string, ...names: ('ask_rating' | 'rating_sms')[]): Promise<void> {
  const { secrets, messages, scopes, log } = t
  const jobs = ratingJobs({
    secrets,
    messages,
    outgoingRanges: [`127.0.0.0/8=${mspCode}`],
    smsUrls: { aliyun: vendor.url, tencent: vendor.url },
  })
  for (const name of names)
    await jobs[`work_order.${name}`]!(
      { companyId, orderId },
      { scopes, log, signal: new AbortController().signal },
    )
}
const site = async (orderId: string) =>
  (await engineer.call('GET /api/v1/work/order/:orderId/site', { orderId })).data
const mails = async () =>
  (await t.adminPool.query<{ id: string }>('select id::text from outgoing_message')).rows

test('the contact of a resolved order is asked once, by mail and by the SMS gateway of the MSP', async () => {
  await gateway()
  const orderId = await resolved()
  const { rows } = await t.adminPool.query<{ task: string }>(
    `select task_identifier as task from graphile_worker.jobs where key = $1`,
    [`work_order.ask_rating:${orderId}`],
  )
  expect(rows).toEqual([{ task: 'work_order.ask_rating' }])
  await run(orderId, 'ask_rating', 'ask_rating', 'rating_sms', 'rating_sms')
  expect(await mails()).toHaveLength(1)
  expect(vendor.sent.map(({ phone, template }) => [phone, template])).toEqual([['13800138000', 'SMS_9']])
  expect(await site(orderId)).toMatchObject({ ratingMailed: true, ratingSms: 'sent' })
  expect((await orderOf(engineer, orderId)).history[0]).toMatchObject({ kind: 'rating_sent', name: 'Shop' })
  // The link that is copied is the one that was sent.
  const { ticket } = (await engineer.call('POST /api/v1/work/order/:orderId/rating-link', { orderId })).data
  expect(JSON.stringify(vendor.sent)).toContain(ticket)
  await messageJobs(t)['message.send']!(
    { companyId: '', messageId: (await mails())[0]!.id },
    { scopes: t.scopes, log: t.log, signal: new AbortController().signal },
  )
  // A second repair asks nobody again.
  await moveOrder(
    engineer,
    orderId,
    { name: 'reopen', note: 'Again' },
    { name: 'resolve', cause: 'other', solution: 'Done' },
  )
  await run(orderId, 'ask_rating', 'rating_sms')
  expect([(await mails()).length, vendor.sent.length]).toEqual([1, 1])
})

test('what the vendor refuses for good is not tried again, and what may pass is', async () => {
  await gateway()
  const [refused, later] = [await resolved(), await resolved()]
  vendor.refuses = 'isv.MOBILE_NUMBER_ILLEGAL'
  await run(refused, 'ask_rating', 'rating_sms', 'rating_sms')
  expect((await site(refused)).ratingSms).toBe('failed')
  vendor.refuses = 'isp.SYSTEM_ERROR'
  await run(later, 'ask_rating')
  await expect(run(later, 'rating_sms')).rejects.toThrow(/was not sent/)
  expect((await site(later)).ratingSms).toBe('waiting')
  vendor.refuses = null
  await run(later, 'rating_sms')
  expect((await site(later)).ratingSms).toBe('sent')
})

test('without a template for ratings, a contact or a resolved order nobody is asked', async () => {
  expect((await gateway({ ratingTemplateCode: 'x' })).data).toMatchObject({
    fields: [{ field: 'sms.ratingTemplateCode' }],
  })
  await gateway({ ratingTemplateCode: '' })
  const silent = await makeOrder(engineer)
  await moveOrder(engineer, silent, { name: 'take' }, { name: 'resolve', cause: 'other', solution: 'Done' })
  const open = await makeOrder(engineer, contact)
  for (const orderId of [silent, open]) {
    await run(orderId, 'ask_rating', 'rating_sms')
    expect(await site(orderId)).toMatchObject({ ratingAskedAt: null, ratingMailed: false, ratingSms: null })
  }
  const byMail = await resolved()
  await run(byMail, 'ask_rating', 'rating_sms')
  expect(await site(byMail)).toMatchObject({ ratingMailed: true, ratingSms: null })
  expect([(await mails()).length, vendor.sent.length]).toEqual([1, 0])
})

test('a link that was ended before its SMS is not sent', async () => {
  await gateway()
  const orderId = await resolved()
  await run(orderId, 'ask_rating')
  await engineer.call('DELETE /api/v1/work/order/:orderId/rating-link', { orderId })
  await run(orderId, 'rating_sms')
  expect(vendor.sent).toEqual([])
  expect(await site(orderId)).toMatchObject({ ratingSms: null, linkUntil: null })
})
