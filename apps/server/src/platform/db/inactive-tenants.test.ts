import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { deviceRoutes } from '../../modules/devices/index.ts'

/** Who may enter a frozen or deactivated tenant, and for what. */

let t: TestApp
let msp: { id: string }
let customer: { id: string }
let deviceId: string
let mspAdmin: TestPerson
let granted: TestPerson
beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => deviceRoutes(app, { secrets }))
  msp = await t.company('middleman')
  customer = await t.company('company', msp.id)
  deviceId = await arrangeDevice(t, customer.id)
  mspAdmin = await t.person(msp.id, 'administrator')
  granted = await t.person(msp.id, 'engineer')
  await t.adminPool.query(
    `insert into acting_grant (company_id, member_id, target_company_id, built_in)
     select company_id, id, $2, 'engineer' from member where person_id = $1`,
    [granted.personId, customer.id],
  )
})
afterAll(() => t.stop())

const stand = (status: string, because: string | null = null) =>
  t.adminPool.query('update company set status = $2, frozen_because = $3 where id = $1', [
    customer.id,
    status,
    because,
  ])

const look = async (who: TestPerson) =>
  (await who.actingIn(customer.id).call('POST /api/v1/device/lists', {})).code
const change = async (who: TestPerson) =>
  (await who.actingIn(customer.id).call('PUT /api/v1/device/:deviceId', { deviceId, note: 'x' })).code

test('an active one: everyone who may act there', async () => {
  await stand('active')
  for (const who of [t.operator, mspAdmin, granted])
    expect([await look(who), await change(who)]).toEqual([0, 0])
})

test.each([
  ['hand', 40027],
  ['ended', 40031],
])(
  'a frozen one (%s): administrators of the platform and of its MSP, no one by a grant',
  async (because, code) => {
    await stand('frozen', because)
    for (const who of [t.operator, mspAdmin]) expect([await look(who), await change(who)]).toEqual([0, 0])
    expect([await look(granted), await change(granted)]).toEqual([code, code])
  },
)

test('a deactivated one: the platform reads, and changes nothing; the MSP has no access', async () => {
  await stand('deactivated')
  expect([await look(t.operator), await change(t.operator)]).toEqual([0, 'company.read_only'])
  for (const who of [mspAdmin, granted]) expect([await look(who), await change(who)]).toEqual([40031, 40031])
  // From the list over all companies, which acts inside the company of the device.
  const fromOutside = await t.operator.call('PUT /api/v1/device/:deviceId', { deviceId, note: 'y' })
  expect(fromOutside.code).toBe('company.read_only')
})

test('a person inside a deactivated one can still sign out', async () => {
  await stand('deactivated')
  const operator = await t.person(t.operator.companyId, 'platform_administrator')
  expect((await operator.actingIn(customer.id).call('POST /api/v1/auth/logout')).code).toBe(0)
})
