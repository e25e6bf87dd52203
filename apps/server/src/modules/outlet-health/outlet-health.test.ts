import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { outletRoutes } from '../outlets/index.ts'
import { computeHealth } from './index.ts'

let t: TestApp
let msp: { id: string }
let company: { id: string }
let admin: TestPerson
let mspAdmin: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => outletRoutes(app, { secrets }))
  msp = await t.company('middleman')
  company = await t.company('company', msp.id)
  admin = await t.person(company.id, 'administrator')
  mspAdmin = await t.person(msp.id, 'administrator')
})
afterAll(() => t.stop())

const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await t.adminPool.query<T>(text, values)).rows

async function outlet(name: string): Promise<string> {
  const { data } = await admin.call('POST /api/v1/outlet', { name })
  return data.id
}

async function device(outletId: string, presence: 'online' | 'offline') {
  const id = await arrangeDevice(t, company.id, { presence })
  await sql('update device set outlet_id = $2, first_inform_at = now() where id = $1', [id, outletId])
  return id
}

const raise = (deviceId: string, severity: string) =>
  sql(
    `insert into alarm (company_id, subject_id, outlet_id, rule, instance, label, severity, raised_at, group_id)
     select company_id, id, outlet_id, 'x', '', 'x', $2, now(), 1 from device where id = $1`,
    [deviceId, severity],
  )

const listed = async (filter: Record<string, unknown> = {}, person = admin) => {
  const { data } = await person.call('POST /api/v1/outlet/lists', filter)
  return data.items as { name: string; score: number | null; band: string }[]
}

test('health follows devices, alarms and configuration, and orders the list, worst first', async () => {
  const [well, sick, dark] = [await outlet('B well'), await outlet('A sick'), await outlet('C dark')]
  await outlet('D empty')
  await device(well, 'online')
  const ill = await device(sick, 'online')
  await raise(ill, 'critical')
  await device(sick, 'offline')
  await device(dark, 'offline')
  await sql(`update device set configuration = 'drifted' where id = $1`, [ill])
  expect((await listed()).map(({ band }) => band)).toEqual(Array(4).fill('unknown'))

  await computeHealth(t.scopes, Date.now())

  // 15 of 30 for devices, 10 of 20 for alarms, 5 of 10 for configuration.
  expect(await listed({ sort: 'score' })).toMatchObject([
    { name: 'A sick', score: 50, band: 'poor' },
    { name: 'C dark', score: 50, band: 'poor' },
    { name: 'B well', score: 100, band: 'good' },
    { name: 'D empty', score: null, band: 'unknown' },
  ])
  expect((await listed({ sort: '-score' })).map(({ score }) => score)).toEqual([100, 50, 50, null])
  expect((await listed({ band: ['good'] })).map(({ name }) => name)).toEqual(['B well'])
  expect(await listed({ sort: 'score', band: ['poor'] }, mspAdmin)).toHaveLength(2)
  expect(
    await sql(`select offline from outlet_health where company_id = $1 and offline`, [company.id]),
  ).toHaveLength(1)
})

test('an alarm in maintenance, or behind another one, takes nothing', async () => {
  const id = await outlet('E covered')
  const deviceId = await device(id, 'online')
  await raise(deviceId, 'critical')
  await sql('update alarm set in_maintenance = true where subject_id = $1', [deviceId])
  await computeHealth(t.scopes, Date.now())
  expect(await listed({ search: 'covered' })).toMatchObject([{ score: 100 }])
})

test('health is seen with its outlet alone', async () => {
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect(await listed({ sort: 'score' }, stranger)).toEqual([])
})
