import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { computeHealth } from '../outlet-health/index.ts'
import { outletRoutes } from '../outlets/index.ts'
import { overviewRoutes } from './index.ts'

let t: TestApp
let company: { id: string }
let other: { id: string }
let admin: TestPerson
let mspAdmin: TestPerson
let limited: TestPerson

const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await t.adminPool.query<T>(text, values)).rows

async function outlet(person: TestPerson, name: string, presence: 'online' | 'offline'): Promise<string> {
  const { data } = await person.call('POST /api/v1/outlet', { name })
  const deviceId = await arrangeDevice(t, person.companyId, { presence })
  await sql('update device set outlet_id = $2, first_inform_at = now() where id = $1', [deviceId, data.id])
  if (presence === 'offline')
    await sql(
      `insert into alarm (company_id, subject_id, outlet_id, rule, instance, label, severity, raised_at, group_id)
       select company_id, id, outlet_id, 'x', '', 'x', 'critical', now(), 1 from device where id = $1`,
      [deviceId],
    )
  return data.id
}

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    outletRoutes(app, { secrets })
    overviewRoutes(app)
  })
  const msp = await t.company('middleman')
  company = await t.company('company', msp.id)
  other = await t.company('company', msp.id)
  admin = await t.person(company.id, 'administrator')
  mspAdmin = await t.person(msp.id, 'administrator')
  await outlet(admin, 'Sick', 'offline')
  const well = await outlet(admin, 'Well', 'online')
  await outlet(await t.person(other.id, 'administrator'), 'Fine', 'online')
  await computeHealth(t.scopes, Date.now())
  limited = await t.person(company.id, 'user_layer')
  await sql(
    `with r as (insert into role (company_id, name, permissions, data_scope, outlet_ids) values
      ($1, 'One site', array['DMS_SERVER_MANAGE_WORKBENCH', 'DMS_SERVER_OUTLET_VIEW', 'DMS_SERVER_DEVICE_VIEW'],
        'outlets', array[$2::bigint]) returning id)
     update member_role set built_in = null, role_id = (select id from r)
     where member_id = (select id from member where person_id = $3)`,
    [company.id, well, limited.personId],
  )
})
afterAll(() => t.stop())

test('customers come worst first, with what each list counts', async () => {
  const { data } = await mspAdmin.call('POST /api/v1/chart/overview/customers/lists', {})
  expect(data).toMatchObject({
    total: 2,
    items: [
      { id: company.id, outlets: 2, offline: 1, critical: 1, band: 'poor' },
      { id: other.id, outlets: 1, offline: 0, critical: 0, band: 'good', score: 100 },
    ],
  })
  const good = await mspAdmin.call('POST /api/v1/chart/overview/customers/lists', { band: ['good'] })
  expect(good.data.items.map(({ id }) => id)).toEqual([other.id])
  for (const sort of ['name', '-critical', '-quota', 'endsAt', '-offline'] as const)
    expect((await mspAdmin.call('POST /api/v1/chart/overview/customers/lists', { sort })).data.total).toBe(2)
})

test('figures equal the totals of the lists that they open, for each identity', async () => {
  for (const person of [t.operator, mspAdmin, admin, limited]) {
    const { data } = await person.call('GET /api/v1/chart/overview/network', {})
    for (const band of ['good', 'poor'] as const) {
      const list = await person.call('POST /api/v1/outlet/lists', { band: [band] })
      expect(data.outlets?.[band]).toBe(list.data.total)
    }
  }
  const own = await limited.call('GET /api/v1/chart/overview/network', {})
  expect(own.data).toMatchObject({ outlets: { good: 1, poor: 0 }, devices: { online: 1, offline: 0 } })
  expect(own.data).not.toHaveProperty('alarms')
})

test('over all companies in sight, and a company alone', async () => {
  const { data } = await mspAdmin.call('GET /api/v1/chart/overview/global', {})
  expect(data).toMatchObject({ customers: 2, outlets: { good: 2, poor: 1 }, alarms: { critical: 1 } })
  expect((await admin.call('GET /api/v1/chart/overview/global', {})).data.customers).toBe(1)
})
