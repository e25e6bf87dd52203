import type { EndpointInput } from '@netward/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, orderOf } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { upload } from '../../../../test/upload.ts'
import { orderFormRoutes, orderRoutes } from '../index.ts'

let t: TestApp
let msp: TestPerson
let engineer: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => {
    orderRoutes(app)
    orderFormRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  engineer = await t.person((await t.company('company', msp.companyId)).id, 'engineer')
})

type NewField = EndpointInput<'POST /api/v1/work/field'>
const addField = async (given: Partial<NewField> & { labelEn: string }) =>
  (await engineer.call('POST /api/v1/work/field', { type: 'fault', kind: 'text', ...given })).data.id
const fields = async (who: TestPerson = engineer, about: object = {}) =>
  (await who.call('GET /api/v1/work/field', about)).data
const create = (custom: Record<string, string | null>) =>
  engineer.call('POST /api/v1/work/order', { title: 'No internet', custom })

test('values are checked by the kind of their field, and the refusal names it', async () => {
  const asset = await addField({ labelEn: 'Asset', labelZh: '资产', required: true })
  const floor = await addField({ labelEn: 'Floor', kind: 'number' })
  const bought = await addField({ labelEn: 'Bought', kind: 'date' })
  const room = await addField({
    labelEn: 'Room',
    kind: 'choice',
    options: [{ labelEn: 'Back office' }, { labelEn: 'Shop' }],
  })
  const spare = await addField({ labelEn: 'Spare at hand', kind: 'yes_no' })
  const other = await addField({ labelEn: 'Asset', type: 'request' })
  const refused = async (custom: Record<string, string>) => (await create({ [asset]: 'A-1', ...custom })).code
  expect((await create({})).code).toBe('order_field.value_missing')
  expect(await refused({ [floor]: 'two' })).toBe('order_field.value_number')
  expect(await refused({ [bought]: '2026-02-30' })).toBe('order_field.value_date')
  expect(await refused({ [room]: '3' })).toBe('order_field.value_choice')
  expect(await refused({ [spare]: 'maybe' })).toBe('order_field.value_choice')
  expect(await refused({ [other]: 'x' })).toBe('order_field.value_elsewhere')
  const made = await create({
    [asset]: 'A-1',
    [floor]: '2.50',
    [bought]: '2026/2/3',
    [room]: '2',
    [spare]: 'no',
  })
  const custom = { [asset]: 'A-1', [floor]: '2.5', [bought]: '2026-02-03', [room]: '2', [spare]: 'no' }
  expect((await orderOf(engineer, made.data.id)).custom).toEqual(custom)
})

test('the list is filtered by values, and its columns and the history have them', async () => {
  const room = await addField({
    labelEn: 'Room',
    kind: 'choice',
    options: [{ labelEn: 'Office' }, { labelEn: 'Shop' }],
  })
  const floor = await addField({ labelEn: 'Floor', kind: 'number' })
  const orderId = await makeOrder(engineer, { custom: { [room]: '1', [floor]: '3' } })
  await makeOrder(engineer, { title: 'Other', custom: { [room]: '2' } })
  const found = async (custom: Record<string, string>) =>
    (await engineer.call('POST /api/v1/work/order/lists', { custom })).data.items.map(({ id }) => id)
  expect(await found({ [room]: '1' })).toEqual([orderId])
  expect(await found({ [room]: '1', [floor]: '3.0' })).toEqual([orderId])
  expect(await found({ [room]: '2', [floor]: '3' })).toEqual([])
  const { version, title } = await orderOf(engineer, orderId)
  const edit = { orderId, version, title }
  await engineer.call('PUT /api/v1/work/order/:orderId', { ...edit, custom: { [room]: '2', [floor]: null } })
  const { custom, history } = await orderOf(engineer, orderId)
  expect(custom).toEqual({ [room]: '2' })
  expect(history[0]?.custom).toEqual([
    { fieldId: room, before: '1', after: '2' },
    { fieldId: floor, before: '3', after: null },
  ])
  // A program that knows nothing of them leaves them.
  await engineer.call('PUT /api/v1/work/order/:orderId', { ...edit, version: version + 1, title: 'Changed' })
  expect((await orderOf(engineer, orderId)).custom).toEqual({ [room]: '2' })
  const csv = async (who: TestPerson) =>
    (
      await t.raw({
        method: 'POST',
        url: '/api/v1/work/order/export',
        headers: {
          authorization: `Bearer ${who.token}`,
          'content-type': 'application/json',
          'accept-language': 'en',
        },
        payload: '{"sort":"createdAt"}',
      })
    ).body.split('\r\n')
  expect((await csv(engineer))[0]).toMatch(/Room,Floor$/)
  expect((await csv(engineer))[1]).toMatch(/,Shop,$/)
  expect((await csv(msp))[1]).toMatch(/,Room: Shop$/)
})

test('an archived field and a removed choice keep the values that orders have', async () => {
  const room = await addField({
    labelEn: 'Room',
    kind: 'choice',
    options: [{ labelEn: 'Office' }, { labelEn: 'Shop' }],
  })
  const asset = await addField({ labelEn: 'Asset', required: true })
  const orderId = await makeOrder(engineer, { custom: { [room]: '2', [asset]: 'A-1' } })
  const options = [{ key: '1', labelEn: 'Office' }, { labelEn: 'Cellar' }]
  await engineer.call('PUT /api/v1/work/field/:fieldId', { fieldId: room, labelEn: 'Room', options })
  await engineer.call('POST /api/v1/work/field/:fieldId/archive', { fieldId: asset, archived: true })
  expect((await fields()).map(({ id, archived }) => [id, archived])).toEqual([
    [room, false],
    [asset, true],
  ])
  expect((await fields())[0]?.options.map(({ key, archived }) => [key, archived])).toEqual([
    ['1', false],
    ['3', false],
    ['2', true],
  ])
  const { version, title } = await orderOf(engineer, orderId)
  const kept = await engineer.call('PUT /api/v1/work/order/:orderId', {
    orderId,
    version,
    title: `${title}!`,
    custom: { [room]: '2' },
  })
  expect(kept.code).toBe(0)
  expect((await orderOf(engineer, orderId)).custom).toEqual({ [room]: '2', [asset]: 'A-1' })
  expect((await create({ [room]: '2' })).code).toBe('order_field.value_choice')
})

test('fields are ordered, their labels differ within a type, and a choice has choices', async () => {
  const [one, two] = [await addField({ labelEn: 'One' }), await addField({ labelEn: 'Two' })]
  await engineer.call('POST /api/v1/work/field/:fieldId/move', { fieldId: two, to: 'up' })
  expect((await fields()).map(({ id }) => id)).toEqual([two, one])
  const add = async (given: Partial<NewField>) =>
    (await engineer.call('POST /api/v1/work/field', { type: 'fault', kind: 'text', ...given })).code
  expect(await add({ labelZh: 'one' })).toBe('order_field.label_taken')
  expect(await add({})).toBe('order_field.label_missing')
  expect(await add({ labelEn: 'Three', kind: 'choice' })).toBe('order_field.options_missing')
  const fieldId = '999999'
  expect((await engineer.call('POST /api/v1/work/field/:fieldId/move', { fieldId, to: 'up' })).code).toBe(
    'order_field.not_found',
  )
  const full = Array.from({ length: 28 }, (_, index) => addField({ labelEn: `Field ${index}` }))
  await Promise.all(full)
  expect(await add({ labelEn: 'One too many' })).toBe('order_field.too_many')
})

test('fields are those of the company of the order; others neither see nor change them', async () => {
  const asset = await addField({ labelEn: 'Asset' })
  const orderId = await makeOrder(engineer, { custom: { [asset]: 'A-1' } })
  expect((await fields(msp, { orderId })).map(({ id }) => id)).toEqual([asset])
  expect(await fields(msp)).toEqual([])
  const stranger = await t.person((await t.company('company')).id, 'engineer')
  expect(await fields(stranger, { orderId })).toEqual([])
  const archive = { fieldId: asset, archived: true }
  expect((await stranger.call('POST /api/v1/work/field/:fieldId/archive', archive)).code).toBe(
    'order_field.not_found',
  )
})

test('a file of orders has columns for them', async () => {
  await addField({ labelEn: 'Asset', labelZh: '资产', required: true })
  const asset = await addField({ labelEn: 'Asset', type: 'request' })
  const room = await addField({
    labelEn: 'Room',
    type: 'request',
    kind: 'choice',
    options: [{ labelEn: 'Shop', labelZh: '门店' }],
  })
  const send = async (content: string) =>
    JSON.parse(
      (await upload(t, engineer, '/api/v1/work/order/import', { content, filename: 'orders.csv' })).body,
    ) as { code: number; data: { failed: { reason: string }[] } }
  const refused = await send('title,type,Asset,Room\r\nOne,fault,,\r\nTwo,request,A-2,Cellar\r\n')
  expect(refused.data.failed.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('Asset'),
    expect.stringContaining('Room'),
  ])
  expect((await send('title,type,Asset,Room\r\nTwo,request,A-2,门店\r\n')).code).toBe(0)
  const { items } = (await engineer.call('POST /api/v1/work/order/lists', {})).data
  expect(items.map(({ custom }) => custom)).toEqual([{ [asset]: 'A-2', [room]: '1' }])
})
