import { consoleProducts } from '@netward/contract/product-routes'
import { allowsProductMove, productMoveNames, productMoves } from '@netward/contract/states/product'
import { serviceStates } from '@netward/contract/states/application'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { applicationRoutes } from '../applications/index.ts'
import { fileRoutes } from '../files/index.ts'
import { productRoutes } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    productRoutes(app, { secrets })
    applicationRoutes(app, { secrets })
    fileRoutes(app, { dataDir: '/nonexistent' })
  })
})
afterAll(() => t.stop())

const described = {
  nameZh: '驻场服务',
  nameEn: 'On-site service',
  category: 'service',
  version: '1.0',
} as const

let made = 0
async function newProduct(): Promise<string> {
  made += 1
  return (await t.operator.call('POST /api/v1/product', { code: `on_site_${made}`, ...described })).data.id
}

const move = (productId: string, name: (typeof productMoveNames)[number], more = {}) =>
  t.operator.call('POST /api/v1/product/:productId/move', { productId, move: name, ...more })

async function upload(productId: string, content: Buffer, token = t.operator.token) {
  const boundary = 'netward'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="icon.png"\r\nContent-Type: image/png\r\n\r\n`
  return t.raw({
    method: 'POST',
    url: `/api/v1/product/${productId}/icon`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}

const picture = (width: number) =>
  sharp({ create: { width, height: width, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()

test('the catalogue starts with the products of the console and marks those not available yet', async () => {
  const { data } = await t.operator.call('POST /api/v1/product/lists', {})
  expect(Object.fromEntries(data.items.map(({ code, state }) => [code, state]))).toEqual({
    assistant: 'normal',
    device_management: 'normal',
    firmware: 'normal',
    link_testing: 'normal',
    monitoring: 'normal',
    work_orders: 'normal',
  })
  const found = await t.operator.call('POST /api/v1/product/lists', {
    search: 'assistant',
    state: ['normal'],
  })
  expect(found.data).toMatchObject({ total: 1, items: [{ code: 'assistant' }] })
  const sorted = await t.operator.call('POST /api/v1/product/lists', { sort: '-name', pageSize: 2 })
  expect(sorted.data.items.map(({ nameEn }) => nameEn)).toEqual(['Work orders', 'Monitoring'])
})

test('publishing a product that this version lacks makes it abnormal, with the reason', async () => {
  const { data } = await t.operator.call('POST /api/v1/product/lists', { search: 'assistant' })
  const { id } = data.items[0]!
  expect((await move(id, 'deactivate')).data).toMatchObject({ state: 'deactivated', failure: null })
  const product: { built: boolean } = consoleProducts.assistant
  product.built = false
  onTestFinished(() => {
    product.built = true
  })
  expect((await move(id, 'publish')).data).toMatchObject({ state: 'abnormal', failure: 'feature_missing' })
  expect((await move(id, 'deactivate')).data).toMatchObject({ state: 'deactivated', failure: null })
})

test('a service is published with its icon, offered to every company, and its icon is made anew', async () => {
  const id = await newProduct()
  expect(await move(id, 'publish')).toMatchObject({
    code: 'request.invalid',
    data: { fields: [{ field: 'icon' }] },
  })
  expect((await upload(id, Buffer.from('no picture'))).code).toBe('image.type')
  const uploaded = (await upload(id, await picture(600))).data as { iconUrl: string }
  const icon = await t.app.http.inject({ url: uploaded.iconUrl })
  expect(icon.headers['content-type']).toBe('image/png')
  expect((await sharp(icon.rawPayload).metadata()).width).toBe(256)
  expect((await move(id, 'publish')).data.state).toBe('normal')
  const tenant = await t.person((await t.company('company')).id, 'administrator')
  const offered = async () =>
    (await tenant.call('GET /api/v1/auth/application/products')).data.map(
      ({ productNameEn }) => productNameEn,
    )
  expect(await offered()).toContain('On-site service')
  await move(id, 'deactivate')
  expect(await offered()).not.toContain('On-site service')
  await t.operator.call('DELETE /api/v1/product/:productId/icon', { productId: id })
  expect((await t.app.http.inject({ url: uploaded.iconUrl })).statusCode).toBe(404)
})

test('an image beyond the configured limit is refused, naming its field', async () => {
  const id = await newProduct()
  const large = Buffer.concat([await picture(8), Buffer.alloc(2 * 2 ** 20)])
  expect(await upload(id, large)).toMatchObject({
    code: 'image.too_large',
    data: { fields: [{ field: 'file' }] },
  })
})

test('a change is kept with what was there before; a code is taken for good', async () => {
  const id = await newProduct()
  await t.operator.call('PUT /api/v1/product/:productId', { productId: id, ...described, version: '1.1' })
  const { rows } = await t.adminPool.query(
    `select detail from audit_log where action = 'product.changed' and subject_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ detail: { before: { version: '1.0' }, after: { version: '1.1' } } }])
  const again = await t.operator.call('POST /api/v1/product', { code: `on_site_${made}`, ...described })
  expect(again.code).toBe('product.code_taken')
})

test('in each state the moves of its table are taken, and all others refused', async () => {
  const id = await newProduct()
  await upload(id, await picture(8))
  const maintenance = {
    maintenanceZh: '升级',
    maintenanceEn: 'Upgrade',
    maintenanceUntil: new Date(Date.now() + 60_000).toISOString(),
  }
  for (const state of serviceStates.filter((one) => one !== 'deleted')) {
    for (const name of productMoveNames) {
      await t.adminPool.query(`update product set state = $2, maintenance_until = $3 where id = $1`, [
        id,
        state,
        state === 'maintenance' ? maintenance.maintenanceUntil : null,
      ])
      const { code, data } = await move(id, name, maintenance)
      const allowed = allowsProductMove(state, name)
      expect([state, name, code]).toEqual([state, name, allowed ? 0 : 'product.move_not_allowed'])
      expect(allowed ? productMoves[name].to : [null]).toContain(data?.state ?? null)
    }
  }
  expect((await move(id, 'publish')).code).toBe('product.not_found')
})

test.each([
  ['without a message', { maintenanceUntil: '2099-01-01T00:00:00Z' }, 'maintenanceZh'],
  [
    'that is over',
    { maintenanceZh: 'x', maintenanceEn: 'x', maintenanceUntil: '2020-01-01T00:00:00Z' },
    'maintenanceUntil',
  ],
  [
    'that is no time',
    { maintenanceZh: 'x', maintenanceEn: 'x', maintenanceUntil: 'soon' },
    'maintenanceUntil',
  ],
])('a maintenance %s is refused, naming its field', async (_, more, field) => {
  const { data } = await t.operator.call('POST /api/v1/product/lists', { search: 'device' })
  const answer = await move(data.items[0]!.id, 'enterMaintenance', more)
  expect(answer.code).toBe('request.invalid')
  expect(
    (answer.data as unknown as { fields: { field: string }[] }).fields.map((wrong) => wrong.field),
  ).toContain(field)
})

test('a product with applications is not deleted', async () => {
  const id = await newProduct()
  await upload(id, await picture(8))
  await move(id, 'publish')
  const tenant = await t.person((await t.company('company')).id, 'administrator')
  await tenant.call('POST /api/v1/auth/application/activate', {
    productId: id,
    displayName: 'On site',
    permissions: [],
  })
  await move(id, 'deactivate')
  expect((await move(id, 'delete')).code).toBe('product.in_use')
})

test("platform staff with the code edit; a company's role with it and staff acting in a tenant do not", async () => {
  const id = await newProduct()
  const edit = { productId: id, ...described, version: '2.0' }
  const withCode = async (companyId: string) => {
    const person = await t.person(companyId, 'user_layer')
    await t.adminPool.query(
      `with r as (insert into role (company_id, name, permissions)
         values ($1, $3, array['DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT_EDIT']) returning id)
       insert into member_role (company_id, member_id, role_id)
         select $1, m.id, r.id from r, member m where m.company_id = $1 and m.person_id = $2`,
      [companyId, person.personId, `products ${companyId}`],
    )
    return person
  }
  const company = await t.company('company')
  expect((await (await withCode(company.id)).call('PUT /api/v1/product/:productId', edit)).code).toBe(
    'permission.denied',
  )
  expect((await t.operator.actingIn(company.id).call('PUT /api/v1/product/:productId', edit)).code).toBe(
    'permission.denied',
  )
  const staff = await withCode(t.operator.companyId)
  expect((await staff.call('PUT /api/v1/product/:productId', edit)).data.version).toBe('2.0')
})
