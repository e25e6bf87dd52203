import { afterAll, beforeAll, expect, test } from 'vitest'
import { runActivation, withoutApplication } from '../../../test/application-fixture.ts'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { deviceRoutes } from '../devices/index.ts'
import { licenceRoutes } from '../licences/index.ts'
import { otaRoutes } from '../ota/index.ts'
import { productRoutes } from '../products/index.ts'
import { applicationRoutes } from './index.ts'

/** Who may use a product: those with an active application of it, which their package brings. */

let t: TestApp
let msp: TestPerson
beforeAll(async () => {
  t = await createTestApp((app, { secrets, scopes }) => {
    productRoutes(app, { secrets })
    applicationRoutes(app, { secrets })
    deviceRoutes(app, { secrets })
    licenceRoutes(app, { secrets, scopes } as never)
    otaRoutes(app, { secrets, scopes } as never)
  })
  msp = await t.person((await t.company('middleman')).id, 'administrator')
})
afterAll(() => t.stop())

const devices = (who: TestPerson) => who.call('POST /api/v1/device/lists', {})
const firmware = (who: TestPerson) => who.call('POST /ota/api/v2/ota/firmware/lists', {})
const applications = async (who: TestPerson) =>
  Object.fromEntries(
    (await who.call('POST /api/v1/auth/application/lists', {})).data.items.map((one) => [
      one.productCode,
      one,
    ]),
  )

let made = 0
/** A tenant as the console creates it, with its package, and its administrator. */
async function newTenant(packageId?: string, standing: 'formal' | 'trial' = 'formal'): Promise<TestPerson> {
  made += 1
  const { data } = await t.operator.call('POST /api/v1/auth/tenant', {
    name: `Gate ${made}`,
    code: `gate-${made}`,
    kind: 'company',
    standing,
    parentId: msp.companyId,
    ...(packageId === undefined ? {} : { packageId }),
  })
  return t.person(data.companyId, 'administrator')
}

async function newPackage(products: string[] | null): Promise<string> {
  made += 1
  const quotas = {
    internetLines: null,
    devices: null,
    outlets: null,
    workOrders: null,
    members: null,
    price: 0,
  }
  const { data } = await t.operator.call('POST /api/v1/package', {
    code: `gate-${made}`,
    nameZh: `套餐 ${made}`,
    nameEn: `Package ${made}`,
    ...quotas,
    products,
  })
  return data.id
}

const assign = (companyId: string, packageId: string) =>
  t.operator.call('POST /api/v1/package/:packageId/assign', { packageId, companyId })

test.each(['formal', 'trial'] as const)(
  'a new %s company has the published products of its package immediately',
  async (standing) => {
    const person = await newTenant(undefined, standing)
    expect(await applications(person)).toMatchObject({
      device_management: { state: 'normal' },
      firmware: { state: 'normal' },
    })
    expect((await devices(person)).code).toBe(0)
    // What the basic package of a formal company lacks.
    const lacking = standing === 'formal' ? ['work_orders', 'assistant'] : []
    const missing = lacking.map((productCode) => ({ productCode, missing: 'not_in_package' }))
    expect((await person.call('GET /api/v1/auth/application/maintenance')).data).toMatchObject(missing)
  },
)

test('refuses a product outside the package to everybody who acts in the company', async () => {
  const person = await newTenant(await newPackage(['device_management', 'monitoring']))
  expect((await devices(person)).code).toBe(0)
  const refused = {
    status: 403,
    code: 'application.missing',
    data: { productCode: 'firmware', missing: 'not_in_package' },
  }
  for (const who of [person, msp.actingIn(person.companyId), t.operator.actingIn(person.companyId)])
    expect(await firmware(who)).toMatchObject(refused)
  expect((await person.call('GET /api/v1/auth/application/maintenance')).data).toMatchObject([
    { code: 'application.missing', productCode: 'link_testing', missing: 'not_in_package' },
    { code: 'application.missing', productCode: 'firmware', missing: 'not_in_package' },
    { code: 'application.missing', productCode: 'work_orders', missing: 'not_in_package' },
    { code: 'application.missing', productCode: 'assistant', missing: 'not_in_package' },
  ])
  const offered = (await person.call('GET /api/v1/auth/application/products')).data
  const { id, inPackage } = offered.find(({ productCode }) => productCode === 'firmware')!
  expect(inPackage).toBe(false)
  const activated = await person.call('POST /api/v1/auth/application/activate', {
    productId: id,
    displayName: 'Firmware',
    permissions: [],
  })
  expect(activated.code).toBe('application.not_in_package')
})

test('the platform and MSPs need no application of their own', async () => {
  for (const companyId of [msp.companyId, t.operator.companyId])
    await withoutApplication(t, companyId, 'firmware')
  expect((await firmware(msp)).code).toBe(0)
  expect((await firmware(t.operator)).code).toBe(0)
})

test('a package change activates what it names and disables the rest in one transaction', async () => {
  const person = await newTenant(await newPackage(['firmware']))
  expect((await devices(person)).code).toBe('application.missing')
  const both = await newPackage(null)
  await assign(person.companyId, both)
  expect((await devices(person)).code).toBe(0)
  await assign(person.companyId, await newPackage(['device_management']))
  expect(await firmware(person)).toMatchObject({
    code: 'application.missing',
    data: { missing: 'not_in_package' },
  })
  const { firmware: gone } = await applications(person)
  expect(gone).toMatchObject({ state: 'deactivated', stateAuthor: { level: 'op', above: true } })
  const enable = { applicationId: gone!.id, move: 'enable' } as const
  const inside = t.operator.actingIn(person.companyId)
  expect((await inside.call('POST /api/v1/auth/application/edit', enable)).code).toBe(
    'application.not_in_package',
  )
  await assign(person.companyId, both)
  expect((await firmware(person)).code).toBe(0)
})

test('what the company disabled stays disabled when its package changes', async () => {
  const person = await newTenant()
  const { firmware: own } = await applications(person)
  await person.call('POST /api/v1/auth/application/edit', { applicationId: own!.id, move: 'disable' })
  await assign(person.companyId, await newPackage(null))
  expect((await firmware(person)).code).toBe('application.disabled')
})

test('a deleted application is missing until it is activated again', async () => {
  const person = await newTenant()
  const { device_management: own } = await applications(person)
  await person.call('POST /api/v1/auth/application/edit', { applicationId: own!.id, move: 'disable' })
  await person.call('DELETE /api/v1/auth/application/:applicationId', { applicationId: own!.id })
  const stop = (await devices(person)) as unknown as { code: string; data: { productId: string } }
  expect(stop).toMatchObject({
    code: 'application.missing',
    message: '"Device management" is not activated for this company.',
    data: { missing: 'not_activated' },
  })
  const { data } = await person.call('POST /api/v1/auth/application/activate', {
    productId: stop.data.productId,
    displayName: 'Devices',
    permissions: [],
  })
  expect((await devices(person)).data).toMatchObject({ missing: 'activating' })
  await runActivation(t, person.companyId, data.applicationId)
  expect((await devices(person)).code).toBe(0)
})

test('a key of an application that came with the package opens the API', async () => {
  const person = await newTenant()
  const { device_management: own } = await applications(person)
  const key = await person.call('POST /api/v1/auth/application/:applicationId/key', {
    applicationId: own!.id,
  })
  expect(key.data.key).toMatch(/^nwk_/)
  const { rows } = await t.adminPool.query(
    `select person_id is not null as made from application where id = $1`,
    [own!.id],
  )
  expect(rows).toEqual([{ made: true }])
})

test('lists from above omit companies without the product, and their counts agree', async () => {
  const [withIt, without] = [await newTenant(), await newTenant()]
  for (const { companyId } of [withIt, without]) await arrangeDevice(t, companyId)
  const seen = async (who: TestPerson) => {
    const { data } = await who.call('POST /api/v1/device/lists', { pageSize: 100 })
    const found = await who.call('POST /api/v1/device/lists', { search: 'gate', pageSize: 100 })
    const summary = (await who.call('GET /api/v1/device/summary')).data
    const counted = summary.online + summary.offline + summary.unknown
    const companies = new Set(data.items.map(({ companyId }) => companyId))
    return {
      shown: companies.has(without.companyId),
      other: companies.has(withIt.companyId),
      agree: data.total === data.items.length && counted === data.total,
      found: found.code,
    }
  }
  for (const who of [msp, t.operator])
    expect(await seen(who)).toEqual({ shown: true, other: true, agree: true, found: 0 })
  await assign(without.companyId, await newPackage(['firmware']))
  for (const who of [msp, t.operator])
    expect(await seen(who)).toEqual({ shown: false, other: true, agree: true, found: 0 })
})

test('a product published later reaches companies whose packages name it', async () => {
  const person = await newTenant()
  const without = await newTenant(await newPackage(['device_management']))
  const operatorProducts = (await t.operator.call('POST /api/v1/product/lists', { search: 'firmware' })).data
  const productId = operatorProducts.items[0]!.id
  const move = (name: 'deactivate' | 'publish') =>
    t.operator.call('POST /api/v1/product/:productId/move', { productId, move: name })
  await withoutApplication(t, person.companyId, 'firmware')
  await move('deactivate')
  await move('publish')
  expect((await firmware(person)).code).toBe(0)
  expect((await firmware(without)).code).toBe('application.missing')
})

test('a service by people is activated without an account and a self-test', async () => {
  const person = await newTenant()
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into product (code, name_zh, name_en, category, type, version, state)
     values ('on_site', '驻场', 'On site', 'service', 'service', '1', 'normal') returning id::text`,
  )
  const { data } = await person.call('POST /api/v1/auth/application/activate', {
    productId: rows[0]!.id,
    displayName: 'On site',
    permissions: [],
  })
  await runActivation(t, person.companyId, data.applicationId)
  const { data: read } = await person.call('GET /api/v1/auth/application/:applicationId', {
    applicationId: data.applicationId,
  })
  expect(read).toMatchObject({ state: 'normal', productType: 'service' })
  expect(read.steps.map(({ step, state }) => [step, state])).toEqual([
    ['check', 'done'],
    ['announce', 'done'],
  ])
})
