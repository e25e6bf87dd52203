import { calendarShapes, usualTargets } from '@netward/contract/work-order-values'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder, orderOf } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { orderRoutes } from '../index.ts'

let t: TestApp
let msp: TestPerson
let admin: TestPerson
let inside: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => orderRoutes(app))
})
afterAll(() => t.stop())

beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  const { id } = await t.company('company', msp.companyId)
  admin = await t.person(id, 'administrator')
  inside = msp.actingIn(id)
  await t.adminPool.query(
    `with made as (insert into package (code, retired_at) values ($2, now()) returning id),
     version as (insert into package_version (package_id, version, name_zh, name_en, work_orders)
       select id, 1, 'Two', 'Two', 2 from made)
     update company_package set package_id = made.id, version = 1 from made where company_id = $1`,
    [id, `two-${id}`],
  )
})

const allowance = async (who = admin, about: { outletId?: string } = {}) =>
  (await who.call('GET /api/v1/work/order/allowance', about)).data
const make = (price: number | null = null, who = admin) =>
  who.call('POST /api/v1/work/order', { title: 'No internet', price })
const agree = (
  order: number | null,
  { timeZone = 'Asia/Shanghai', startsOn = '2026-01-01', endsOn = null as string | null } = {},
) =>
  inside.call('POST /api/v1/work/agreement', {
    name: 'Gold',
    startsOn,
    endsOn,
    level: {
      calendar: {
        timeZone,
        ...calendarShapes['7x24'],
        hours: [...calendarShapes['7x24'].hours],
      },
      targets: [...usualTargets],
    },
    prices: { order, visit: 150, overtime: 80.5, part: null },
  })

test('free orders of the package are counted down; beyond them the agreed price must be confirmed', async () => {
  expect((await agree(200)).code).toBe(0)
  expect(await allowance()).toMatchObject({ used: 0, free: 2, price: null })
  const first = await makeOrder(admin)
  expect((await orderOf(admin, first)).cost).toEqual({ beyond: false, price: null })
  await makeOrder(admin)
  expect(await allowance()).toMatchObject({ used: 2, free: 2, price: 200 })

  const refused = await make()
  expect([
    refused.code,
    (refused.data as unknown as { fields: { field: string }[] }).fields[0]!.field,
  ]).toEqual(['work_order.price', 'price'])
  // Another price than the one that holds by now is none.
  expect((await make(100)).code).toBe('work_order.price')
  // What was refused does not count.
  expect(await allowance()).toMatchObject({ used: 2 })
  const { code, data } = await make(200)
  expect(code).toBe(0)
  expect((await orderOf(admin, data.id)).cost).toEqual({ beyond: true, price: 200 })
  // A cancelled one is given back.
  await moveOrder(admin, first, { name: 'cancel', note: 'Mistake' })
  expect(await allowance()).toMatchObject({ used: 2, price: 200 })
})

test('an agreement is in force on the days of its time zone, not on those of the server', async () => {
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format()
  // One of the two is on another day than UTC at any hour.
  const isLate = new Date().getUTCHours() >= 10
  const timeZone = isLate ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago'
  const today = dayIn(timeZone)
  expect((await agree(200, { timeZone, ...(isLate ? { startsOn: today } : { endsOn: today }) })).code).toBe(0)
  await makeOrder(admin)
  await makeOrder(admin)
  expect(await allowance()).toMatchObject({ used: 2, price: 200 })
})

test('without an agreed price an order beyond the package is marked, and nothing has to be confirmed', async () => {
  for (const beyond of [false, false, true])
    expect((await orderOf(admin, await makeOrder(admin))).cost).toEqual({ beyond, price: null })
  expect(await allowance()).toMatchObject({ used: 3, free: 2, price: null })
})

test('of several at once no more than the free ones are free', async () => {
  await agree(200)
  const codes = (await Promise.all(Array.from({ length: 6 }, () => make()))).map(({ code }) => code)
  expect(codes.filter((code) => code === 0)).toHaveLength(2)
  expect(codes.filter((code) => code === 'work_order.price')).toHaveLength(4)
  expect(await allowance()).toMatchObject({ used: 2 })
})

test('the count begins anew with each contract year, whose end is shown', async () => {
  const day = async (end: string) => {
    await t.adminPool.query(
      `update company set contract_ends_at = (now() at time zone 'Asia/Shanghai')::date + $2::interval where id = $1`,
      [admin.companyId, end],
    )
    return allowance()
  }
  const inDays = (days: number) =>
    new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
  await makeOrder(admin)
  expect(await day('10 days')).toMatchObject({ used: 0, resetsOn: inDays(10) })
  await makeOrder(admin)
  expect(await day('10 days')).toMatchObject({ used: 1 })
  // A contract of several years: the anniversary counts.
  expect(await day('10 days 2 years')).toMatchObject({ used: 1, resetsOn: inDays(10) })
})

test('an MSP sees the allowance of the customer whose site it makes an order for', async () => {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'Shop') returning id::text`,
    [admin.companyId],
  )
  await makeOrder(admin)
  expect(await allowance(msp, { outletId: rows[0]!.id })).toMatchObject({ used: 1, free: 2 })
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const { code } = await stranger.call('GET /api/v1/work/order/allowance', { outletId: rows[0]!.id })
  expect(code).toBe('work_order.subject_not_found')
})

test('an agreement keeps its prices with each version, and a changed price needs consent again', async () => {
  const { data } = await agree(200)
  const list = async () => (await admin.call('POST /api/v1/work/agreement/lists', {})).data.items[0]!
  const { version, ...agreement } = await list()
  expect(agreement.prices).toEqual({ order: 200, visit: 150, overtime: 80.5, part: null })
  await admin.call('POST /api/v1/work/agreement/:agreementId/agree', { agreementId: data.id, version })
  expect((await list()).agreedBy).not.toBeNull()
  const { name, startsOn, endsOn, note, level, prices } = agreement
  await inside.call('PUT /api/v1/work/agreement/:agreementId', {
    agreementId: data.id,
    version,
    name,
    startsOn,
    endsOn,
    note,
    level,
    prices: { ...prices, order: 250 },
  })
  expect(await list()).toMatchObject({ version: version + 1, agreedBy: null, prices: { order: 250 } })
  const { rows } = await t.adminPool.query<{ price: number }>(
    `select (prices->>'order')::float8 as price from service_agreement_version where agreement_id = $1 order by version`,
    [data.id],
  )
  expect(rows.map(({ price }) => price)).toEqual([200, 250])
})
