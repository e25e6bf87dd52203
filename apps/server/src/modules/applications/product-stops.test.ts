import { type EndpointKey, endpoints } from '@netward/contract'
import { consoleProducts, productOfPath } from '@netward/contract/product-routes'
import { requestOf } from '@netward/contract/request'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApplication, productId, runActivation, tokenOf } from '../../../test/application-fixture.ts'
import { sampleInput } from '../../../test/sample-input.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { deviceRoutes } from '../devices/index.ts'
import { openApiRoutes } from '../open-api/index.ts'
import { outletRoutes } from '../outlets/index.ts'
import { productRoutes } from '../products/index.ts'
import { applicationRoutes } from './index.ts'

let t: TestApp
let msp: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    openApiRoutes(app)
    applicationRoutes(app, { secrets })
    productRoutes(app, { secrets })
    deviceRoutes(app, { secrets })
    outletRoutes(app, { secrets })
  })
  msp = await t.person((await t.company('middleman')).id, 'administrator')
})
afterAll(() => t.stop())

const newCompany = async () => t.person((await t.company('company', msp.companyId)).id, 'administrator')
const until = () => new Date(Date.now() + 3_600_000).toISOString()
const words = () => ({ maintenanceZh: '更换交换机', maintenanceEn: 'New switch', maintenanceUntil: until() })
const list = 'POST /api/v1/device/lists'
const devices = (who: TestPerson) => t.raw({ ...requestOf(list, {}), headers: headersOf(who) })
const headersOf = (who: TestPerson) => ({
  authorization: `Bearer ${who.token}`,
  'x-company-id': who.companyId,
})
const edit = (who: TestPerson, applicationId: string, input: object) =>
  who.call('POST /api/v1/auth/application/edit', { applicationId, ...input })

test('maintenance of an application stops every endpoint of its product for its people, and no other', async () => {
  const person = await newCompany()
  const { id } = await makeApplication(t, person)
  expect((await devices(person)).code).toBe(0)
  const given = words()
  await edit(person, id, { move: 'enterMaintenance', ...given })
  const answer = await devices(person)
  expect(answer).toMatchObject({
    status: 503,
    code: 'application.maintenance',
    headers: { 'retry-after': '60' },
    data: {
      productCode: 'device_management',
      productNameZh: '设备管理',
      productNameEn: 'Device management',
      messageZh: '更换交换机',
      messageEn: 'New switch',
      until: given.maintenanceUntil,
    },
  })
  const open: string[] = []
  for (const endpoint of endpoints) {
    const { method, path: url } = endpoint
    if (!t.app.http.hasRoute({ method, url }) || endpoint.inputKind === 'multipart') continue
    const key = `${method} ${url}` as EndpointKey
    if (productOfPath(url) === null && !url.startsWith('/api/v1/outlet')) continue
    const { code } = await t.raw({
      ...requestOf(key, sampleInput(endpoint, '1')),
      headers: headersOf(person),
    })
    const stopped = code === 'application.maintenance' || code === 'permission.denied'
    if (stopped !== (productOfPath(url) !== null)) open.push(`${key}: ${code}`)
  }
  expect(open).toEqual([])
  // Users who may end it can reach its page.
  expect((await edit(person, id, { move: 'exitMaintenance' })).code).toBe(0)
  expect((await devices(person)).code).toBe(0)
})

test('people who act there are stopped as its people are, except the platform', async () => {
  const person = await newCompany()
  const { id } = await makeApplication(t, person)
  await edit(person, id, { move: 'enterMaintenance', ...words() })
  const as = async (who: TestPerson) => (await who.call(list, {})).code
  expect(await as(msp.actingIn(person.companyId))).toBe('application.maintenance')
  expect(await as(t.operator.actingIn(person.companyId))).toBe(0)
  expect(await as(msp)).toBe(0)
  expect(await as(await newCompany())).toBe(0)
  // Expired by the clock, before any sweep.
  await t.adminPool.query(`update application set maintenance_until = now() - interval '1 s' where id = $1`, [
    id,
  ])
  expect(await as(person)).toBe(0)
})

test('a maintenance message is returned as data, never as a phrase', async () => {
  const person = await newCompany()
  const { id } = await makeApplication(t, person)
  const text = '@errors.40001 {{productNameEn}} <b>'
  await edit(person, id, { move: 'enterMaintenance', ...words(), maintenanceZh: text })
  const answer = await devices(person)
  expect(answer.message).toBe('"Device management" is in maintenance. Try again later.')
  expect(answer.data).toMatchObject({ messageZh: text })
})

test('entering maintenance requires both languages', async () => {
  const person = await newCompany()
  const { id } = await makeApplication(t, person)
  const { maintenanceEn: _, ...half } = words()
  expect(await edit(person, id, { move: 'enterMaintenance', ...half })).toMatchObject({
    code: 'request.invalid',
    data: { fields: [{ field: 'maintenanceEn' }] },
  })
})

test('disabling an application stops people and machines until it is enabled; deleted, it is missing', async () => {
  const person = await newCompany()
  const { id } = await makeApplication(t, person)
  await edit(person, id, { move: 'disable' })
  const stopped = {
    status: 403,
    code: 'application.disabled',
    data: { productCode: 'device_management', until: null, messageZh: '', level: 'company' },
  }
  expect(await devices(person)).toMatchObject(stopped)
  for (const who of [msp.actingIn(person.companyId), t.operator.actingIn(person.companyId)])
    expect((await who.call(list, {})).code).toBe('application.disabled')
  expect((await person.call('GET /api/v1/auth/application/maintenance')).data).toMatchObject([
    { code: 'application.disabled', productCode: 'device_management', until: null },
  ])
  await edit(person, id, { move: 'enable' })
  expect((await devices(person)).data).toMatchObject({ missing: 'activating' })
  await runActivation(t, person.companyId, id, 2)
  expect((await devices(person)).code).toBe(0)
  await edit(msp.actingIn(person.companyId), id, { move: 'disable' })
  expect((await devices(person)).data).toMatchObject({ level: 'middleman' })
  await t.adminPool.query(`update application set state = 'deactivated', stopped_by = null where id = $1`, [
    id,
  ])
  expect((await devices(person)).code).toBe('application.disabled')
  await person.call('DELETE /api/v1/auth/application/:applicationId', { applicationId: id })
  expect((await devices(person)).code).toBe('application.missing')
})

test('a product that the platform puts into maintenance or deactivates stops for everybody, machines too', async () => {
  const person = await newCompany()
  const token = await tokenOf(t, await makeApplication(t, person))
  const product = await productId(person)
  const move = (name: 'enterMaintenance' | 'exitMaintenance' | 'deactivate' | 'publish', more = {}) =>
    t.operator.call('POST /api/v1/product/:productId/move', { productId: product, move: name, ...more })
  const machine = () => t.raw({ ...requestOf(list, {}), headers: { authorization: `Bearer ${token}` } })
  await move('enterMaintenance', words())
  try {
    const stated = { code: 'application.maintenance', data: { messageEn: 'New switch' } }
    expect(await devices(person)).toMatchObject(stated)
    expect(await machine()).toMatchObject(stated)
    expect((await t.operator.call(list, {})).code).toBe(0)
    await move('deactivate')
    for (const who of [person, msp, t.operator])
      expect(await who.call(list, {})).toMatchObject({ code: 'application.disabled', data: { level: 'op' } })
    expect((await machine()).code).toBe(40032)
  } finally {
    await move('publish')
  }
  expect((await devices(person)).code).toBe(0)
})

test('an application of another product is stopped if its call belongs to a stopped one', async () => {
  const person = await newCompany()
  const { id } = await makeApplication(t, person)
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into product (code, name_zh, name_en, category, type, version, state)
     values ('erp', 'ERP', 'ERP', 'service', 'service', '1', 'normal') returning id::text`,
  )
  const other = await makeApplication(t, person, ['DMS_SERVER_DEVICE_VIEW'], 'erp')
  const token = await tokenOf(t, other)
  const machine = () => t.raw({ ...requestOf(list, {}), headers: { authorization: `Bearer ${token}` } })
  expect((await machine()).code).toBe(0)
  await edit(person, id, { move: 'enterMaintenance', ...words() })
  expect((await machine()).code).toBe('application.maintenance')
  // Its own maintenance stops it everywhere, with the written notice.
  await edit(person, id, { move: 'exitMaintenance' })
  await edit(person, other.id, { move: 'enterMaintenance', ...words(), maintenanceEn: 'Moving' })
  expect(await machine()).toMatchObject({
    code: 'application.maintenance',
    data: { productCode: 'erp', messageEn: 'Moving' },
  })
  expect((await devices(person)).code).toBe(0)
  expect(rows).toHaveLength(1)
})

test('every built product has endpoints, each of one product, under the code of its calls', () => {
  const products = Object.values(consoleProducts)
  const empty = products
    .filter(({ built }) => built)
    .flatMap(({ paths }) => paths.filter((path) => !endpoints.some((one) => one.path.startsWith(path))))
  expect(empty).toEqual([])
  const codes = products.flatMap(({ paths, appCode }) => paths.map((path) => [path, appCode]))
  const expected = codes.map(([path]) => [
    path,
    path?.startsWith('/monitor/api/') === true
      ? 'DMS_MONITOR'
      : path === '/dial/api'
        ? 'DMS_DIAL'
        : 'DMS_SERVER',
  ])
  expect(codes).toEqual(expected)
  expect(productOfPath('/api/v1/devices-of-others')).toBeNull()
  for (const path of [
    '/api/v1/auth/application/edit',
    '/api/v1/product/:productId/move',
    '/api/v1/auth/login',
  ])
    expect(productOfPath(path)).toBeNull()
})
