import { randomBytes } from 'node:crypto'
import type { EndpointInput, EndpointKey, EndpointOutput } from '@netward/contract'
import { requestOf } from '@netward/contract/request'
import { mostOpenReports } from '@netward/contract/field-work-values'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder, orderOf } from '../../../../test/orders.ts'
import { codeSentTo, imageCode, oneHourLater, waitsLast } from '../../../../test/outbox.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { orderRoutes, outsideRoutes, visitRoutes } from '../index.ts'

/** Reports and ratings of people without an account, and what a hostile stranger tries. */

let t: TestApp
let engineer: TestPerson
let outletId: string
let sticker: { id: string; ticket: string }
const ways = { outbox: true }

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    const messages = Object.assign(ways, { ...deps.messages })
    orderRoutes(app)
    visitRoutes(app)
    outsideRoutes(app, { ...deps, messages })
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  await oneHourLater(t)
  ways.outbox = true
  engineer = await t.person((await t.company('company')).id, 'engineer')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'Shop 12') returning id`,
    [engineer.companyId],
  )
  outletId = rows[0]!.id
  await engineer.call('POST /api/v1/work/sticker', { outletIds: [outletId] })
  sticker = (await stickers())[0]!
})

const stickers = async (who = engineer) =>
  (await who.call('POST /api/v1/work/sticker/lists', {})).data.items.map(({ id, ticket }) => ({
    id,
    ticket: ticket!,
  }))

async function open<K extends EndpointKey>(key: K, input: EndpointInput<K>) {
  const answer = await t.raw(requestOf(key, input))
  return answer as unknown as { code: unknown; data: EndpointOutput<K>; body: string }
}

const newPhone = () => `138${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** A code on the phone, as its owner reads it. */
async function proved(phone: string, ticket = sticker.ticket) {
  const { data } = await open('POST /api/v1/work/outside/code', { ticket, phone })
  return { codeId: data.codeId, code: (await codeSentTo(t, phone))! }
}

type Report = EndpointInput<'POST /api/v1/work/outside/report'>
const fault = (more: Partial<Report> = {}): Report => ({
  ticket: sticker.ticket,
  category: 'wireless',
  description: 'No Wi-Fi at the till',
  contactName: 'Wang',
  phone: '13800138000',
  ...more,
})
const report = (more: Partial<Report> = {}) => open('POST /api/v1/work/outside/report', fault(more))
const reportAs = async (phone: string, more: Partial<Report> = {}) =>
  report({ phone, ...(await proved(phone)), ...more })
const orders = async () => (await engineer.call('POST /api/v1/work/order/lists', {})).data

test('a shop reports a fault, follows it and rates it once by the same link', async () => {
  expect(
    (await open('POST /api/v1/work/outside/sticker/open', { ticket: sticker.ticket })).data,
  ).toMatchObject({ outletName: 'Shop 12', subjectName: '', needsCode: true, open: [] })
  const phone = newPhone()
  const { data } = await reportAs(phone)
  const { items } = await orders()
  const orderId = items[0]!.id
  expect(await orderOf(engineer, orderId)).toMatchObject({
    number: data.number,
    title: 'No Wi-Fi at the till',
    outletId,
    contactName: 'Wang',
    contactPhone: phone,
    createdBy: 'Wang',
    history: [{ kind: 'reported', name: 'Wang', actorName: null }],
  })
  expect(items[0]!.respondDue).not.toBeNull()
  const link = () => open('POST /api/v1/work/outside/link/open', { ticket: data.ticket })
  const rate = (score: number) =>
    open('POST /api/v1/work/outside/link/rate', { ticket: data.ticket, score, comment: 'Quick' })
  expect((await link()).data).toMatchObject({ state: 'new', mayRate: false, score: null })
  expect((await rate(5)).code).toBe('work_order.not_resolved')
  await moveOrder(engineer, orderId, { name: 'take' }, { name: 'resolve', cause: 'other', solution: 'Done' })
  expect((await link()).data).toMatchObject({ state: 'resolved', mayRate: true })
  expect((await rate(4)).data).toEqual({ score: 4 })
  expect((await rate(1)).code).toBe('work_order.rated')
  expect(await orderOf(engineer, orderId)).toMatchObject({
    score: 4,
    history: [{ kind: 'rated', note: 'Quick' }, {}, {}, {}],
  })
  const { data: site } = await engineer.call('GET /api/v1/work/order/:orderId/site', { orderId })
  expect(site.rating).toMatchObject({ score: 4, comment: 'Quick' })
  const low = async (scoreUpTo: '3' | '4') =>
    (await engineer.call('POST /api/v1/work/order/lists', { scoreUpTo })).data.total
  expect([await low('3'), await low('4')]).toEqual([0, 1])
})

test('possible duplicates are shown without anything about people or what they wrote', async () => {
  await reportAs(newPhone(), { contactName: 'Secret Person', description: 'The safe is open' })
  const answer = await open('POST /api/v1/work/outside/sticker/open', { ticket: sticker.ticket })
  expect(answer.data.open).toMatchObject([{ category: 'wireless', state: 'new' }])
  for (const word of ['Secret', 'safe', '138']) expect(answer.body).not.toContain(word)
})

test('an engineer makes a link to rate for an order, the same each time', async () => {
  const orderId = await makeOrder(engineer)
  const ask = () => engineer.call('POST /api/v1/work/order/:orderId/rating-link', { orderId })
  expect((await ask()).code).toBe('work_order.not_resolved')
  await moveOrder(engineer, orderId, { name: 'take' }, { name: 'resolve', cause: 'other', solution: 'Done' })
  const [first, second] = [(await ask()).data.ticket, (await ask()).data.ticket]
  expect(first).toBe(second)
  const rate = (ticket: string) => open('POST /api/v1/work/outside/link/rate', { ticket, score: 5 })
  expect((await rate(`${first}x`)).code).toBe('ticket.invalid')
  expect((await rate(second)).code).toBe(0)
  expect((await ask()).code).toBe('work_order.rated')
  await t.adminPool.query(`update work_order_link set expires_at = now()`)
  expect((await open('POST /api/v1/work/outside/link/open', { ticket: second })).code).toBe('ticket.invalid')
  const { rows } = await t.adminPool.query<{ hash: string }>(
    `select encode(token_hash, 'escape') as hash from work_order_link`,
  )
  expect(JSON.stringify(rows)).not.toContain(second)
  await t.adminPool.query(`update work_order_link set expires_at = now() - interval '2 days'`)
  await t.adminPool.query('select prune_sign_in()')
  expect((await t.adminPool.query('select from work_order_link')).rowCount).toBe(0)
})

test('an ended link shows nothing; the next one is another', async () => {
  const orderId = await makeOrder(engineer)
  await moveOrder(engineer, orderId, { name: 'take' }, { name: 'resolve', cause: 'other', solution: 'Done' })
  const ask = () => engineer.call('POST /api/v1/work/order/:orderId/rating-link', { orderId })
  const end = (who: TestPerson) => who.call('DELETE /api/v1/work/order/:orderId/rating-link', { orderId })
  const link = (ticket: string) => open('POST /api/v1/work/outside/link/open', { ticket })
  const until = async () =>
    (await engineer.call('GET /api/v1/work/order/:orderId/site', { orderId })).data.linkUntil
  expect((await end(engineer)).code).toBe('work_order.no_link')
  const { ticket: first } = (await ask()).data
  expect(Date.parse((await until())!)).toBeGreaterThan(Date.now())
  expect((await end(engineer)).code).toBe(0)
  expect([(await link(first)).code, await until()]).toEqual(['ticket.invalid', null])
  expect((await open('POST /api/v1/work/outside/link/rate', { ticket: first, score: 1 })).code).toBe(
    'ticket.invalid',
  )
  const { ticket: second } = (await ask()).data
  expect(second).not.toBe(first)
  expect([(await link(first)).code, (await link(second)).code]).toEqual(['ticket.invalid', 0])
  expect(await orderOf(engineer, orderId)).toMatchObject({
    history: [{ kind: 'rating_asked' }, { kind: 'links_ended' }, { kind: 'rating_asked' }, {}, {}, {}],
  })
})

test('the link of a reporter ends too', async () => {
  const { data } = await reportAs(newPhone())
  const [order] = (await orders()).items
  const link = () => open('POST /api/v1/work/outside/link/open', { ticket: data.ticket })
  expect((await link()).code).toBe(0)
  await engineer.call('DELETE /api/v1/work/order/:orderId/rating-link', { orderId: order!.id })
  expect((await link()).code).toBe('ticket.invalid')
})

test('a stranger finds no sticker and no order by guessing, and soon has to wait', async () => {
  const guess = () =>
    open('POST /api/v1/work/outside/sticker/open', { ticket: randomBytes(18).toString('base64url') })
  const codes = new Set<unknown>()
  for (let n = 0; n < 130; n += 1) codes.add((await guess()).code)
  expect(codes).toEqual(new Set(['ticket.invalid', 'sign_in.wait']))
  await oneHourLater(t)
  for (const ticket of [sticker.id, `${sticker.ticket}x`, sticker.ticket.toLowerCase(), "' or 1=1 --"])
    expect((await open('POST /api/v1/work/outside/sticker/open', { ticket })).code).not.toBe(0)
})

test('asking for codes and reporting count as guesses too', async () => {
  const ticket = () => randomBytes(32).toString('base64url')
  for (const guess of [
    () => open('POST /api/v1/work/outside/code', { ticket: ticket(), phone: newPhone() }),
    () => report({ ticket: ticket() }),
    () => open('POST /api/v1/work/outside/link/open', { ticket: ticket() }),
    () => open('POST /api/v1/work/outside/link/rate', { ticket: ticket(), score: 5 }),
  ]) {
    const codes = new Set<unknown>()
    for (let n = 0; n < 130; n += 1) codes.add((await guess()).code)
    expect(codes).toEqual(new Set(['ticket.invalid', 'sign_in.wait']))
    await oneHourLater(t)
  }
})

test('a code is not found by trying, and no file comes in', async () => {
  const phone = newPhone()
  const { codeId, code } = await proved(phone)
  for (let n = 0; n < 8; n += 1) {
    const tried = String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0')
    expect((await report({ phone, codeId, code: tried })).code).toBe('code.wrong')
  }
  await oneHourLater(t)
  expect((await report({ phone, codeId, code })).code).toBe('code.wrong')
  const boundary = 'x'
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.svg"\r\n\r\n<svg onload=alert(1)>\r\n--${boundary}--\r\n`
  const { code: refused } = await t.raw({
    method: 'POST',
    url: '/api/v1/work/outside/report',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: file,
  })
  expect(refused).not.toBe(0)
  expect((await orders()).total).toBe(0)
})

test('a code is good once, for its phone and its sticker alone', async () => {
  const phone = newPhone()
  const code = await proved(phone)
  expect((await report({ phone })).code).toBe('code.wrong')
  expect((await report({ ...code, phone: newPhone() })).code).toBe('code.wrong')
  expect((await report({ ...code, phone, code: code.code === '000000' ? '111111' : '000000' })).code).toBe(
    'code.wrong',
  )
  expect((await report({ ...code, phone })).code).toBe(0)
  expect((await report({ ...code, phone })).code).toBe('code.wrong')
  const other = await t.person((await t.company('company')).id, 'engineer')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'Other') returning id`,
    [other.companyId],
  )
  await other.call('POST /api/v1/work/sticker', { outletIds: [rows[0]!.id] })
  const elsewhere = (await stickers(other))[0]!.ticket
  await oneHourLater(t)
  const again = await proved(phone)
  expect((await report({ ...again, phone, ticket: elsewhere })).code).toBe('code.wrong')
  expect((await orders()).total).toBe(1)
})

test('a flood ends: a source waits, and a sticker has at most so many open reports', async () => {
  ways.outbox = false
  for (let n = 0; n < 10; n += 1) expect((await report(await imageCode(t))).code).toBe(0)
  const before = (await orders()).total
  await report(await imageCode(t))
  await waitsLast(t)
  expect((await report(await imageCode(t))).code).toBe('sign_in.wait')
  expect((await orders()).total).toBeLessThanOrEqual(before + 1)
  await oneHourLater(t)
  for (let n = (await orders()).total; n < mostOpenReports; n += 1) {
    if (n % 8 === 0) await oneHourLater(t)
    expect((await report(await imageCode(t))).code).toBe(0)
  }
  await oneHourLater(t)
  expect((await report(await imageCode(t))).code).toBe('work_report.too_many')
})

test('without a gateway each report reads a picture, good for one use', async () => {
  ways.outbox = false
  expect((await report()).code).toBe('sign_in.image_code_needed')
  const picture = await imageCode(t)
  expect((await report(picture)).code).toBe(0)
  expect((await report(picture)).code).toBe('sign_in.image_code_wrong')
  expect(
    (await open('POST /api/v1/work/outside/code', { ticket: sticker.ticket, phone: newPhone() })).code,
  ).toBe('code.channel_unavailable')
})

test('what a stranger writes stays text, and is not endless', async () => {
  ways.outbox = false
  const description = '<img src=x onerror=alert(1)>\u202Egpj.exe\u0000 <script>alert(2)</script>'
  expect((await report({ ...(await imageCode(t)), description, contactName: '<b>Wang</b>' })).code).toBe(0)
  const { id } = (await orders()).items[0]!
  expect(await orderOf(engineer, id)).toMatchObject({
    description: '<img src=x onerror=alert(1)>gpj.exe <script>alert(2)</script>',
    contactName: '<b>Wang</b>',
  })
  const wrong = async (more: object) => (await report({ ...(await imageCode(t)), ...more })).code
  expect(await wrong({ description: 'x'.repeat(2001) })).toBe('request.invalid')
  expect(await wrong({ contactName: 'Wang\u202E' })).toBe('request.invalid')
  expect(await wrong({ companyId: '1' })).toBe('request.invalid')
  expect(await wrong({ category: 'everything' })).toBe('request.invalid')
  const huge = await t.raw({
    method: 'POST',
    url: '/api/v1/work/outside/report',
    payload: { ...fault(), description: 'x'.repeat(3_000_000) },
  })
  expect(huge.code).toBe('request.too_large')
  expect((await orders()).total).toBe(1)
})

test('a sticker that has ended, or whose company has no work orders, is no sticker', async () => {
  const opened = async () =>
    (await open('POST /api/v1/work/outside/sticker/open', { ticket: sticker.ticket })).code
  const set = (products: string) =>
    t.adminPool.query(`update company set products = ${products} where id = $1`, [engineer.companyId])
  await set(`array_remove(products, 'work_orders')`)
  expect(await opened()).toBe('ticket.invalid')
  await set(`products || '{work_orders}'`)
  expect(await opened()).toBe(0)
  const end = () => engineer.call('DELETE /api/v1/work/sticker/:stickerId', { stickerId: sticker.id })
  expect((await end()).code).toBe(0)
  expect((await end()).code).toBe('work_sticker.not_found')
  expect(await opened()).toBe('ticket.invalid')
  const make = (ids: string[]) => engineer.call('POST /api/v1/work/sticker', { outletIds: ids })
  expect((await make([outletId])).data).toEqual({ made: 1 })
  expect((await make([outletId])).data).toEqual({ made: 0 })
  expect((await stickers())[0]!.ticket).not.toBe(sticker.ticket)
  expect(await opened()).toBe('ticket.invalid')
  expect((await make([])).code).toBe('work_sticker.nothing')
  const stranger = await t.person((await t.company('company')).id, 'engineer')
  expect((await stranger.call('POST /api/v1/work/sticker', { outletIds: [outletId] })).code).toBe(
    'work_sticker.subject_not_found',
  )
  const { ticket } = (await stickers())[0]!
  await t.adminPool.query(`update company set status = 'frozen' where id = $1`, [engineer.companyId])
  expect((await open('POST /api/v1/work/outside/sticker/open', { ticket })).code).toBe('ticket.invalid')
})
