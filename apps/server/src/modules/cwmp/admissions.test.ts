import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeGateway } from '../../../test/devices.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import type { Admission } from './acs-rows.ts'
import { admissionsRepo } from './admissions.repo.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.stop())

let serials = 0
const arrival = (companyId: string, more: Partial<Admission> = {}): Admission => ({
  companyId,
  oui: '00D0AA',
  productClass: 'TG5',
  serialNumber: `ADM${++serials}`,
  manufacturer: 'Tessera',
  modelName: 'TG5',
  how: 'bootstrap',
  address: '198.51.100.7',
  guard: 'none',
  name: '',
  username: `gw-admission-${serials}`,
  openUntil: null,
  commands: [{ kind: 'get_parameter_values', request: { paths: ['Device.DeviceInfo.'] } }],
  registeredOnly: false,
  reported: { softwareVersion: '1.0' },
  facts: 'f',
  events: [{ kind: 'bootstrap', code: '0 BOOTSTRAP', commandKey: '' }],
  isGiven: true,
  overdueSeconds: 600,
  perHour: 1_000,
  perDay: 5_000,
  ...more,
})

async function admitted(arrivals: readonly Admission[]): Promise<string[]> {
  const { admit } = admissionsRepo(t.scopes)
  const reported = await Promise.all(arrivals.map((one) => admit(one)))
  return reported.map((one) => one.refusal ?? `${one.company_id} ${one.username}`)
}

async function count(table: string, companyId: string): Promise<number> {
  const { rows } = await t.adminPool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where company_id = $1`,
    [companyId],
  )
  return rows[0]!.n
}

test('gateways of several companies that arrive at the same moment are each admitted to their own', async () => {
  const [first, second] = await Promise.all([t.company('company'), t.company('company')])
  const arrivals = [first, second, first].map(({ id }) => arrival(id))
  expect(await admitted(arrivals)).toEqual(
    arrivals.map(({ companyId, username }) => `${companyId} ${username}`),
  )
  const written = ['device', 'gateway', 'device_presence', 'device_command', 'device_timeline']
  expect(await Promise.all(written.map((table) => count(table, first.id)))).toEqual([2, 2, 2, 2, 6])
})

test('two with one identity at the same moment: one is admitted, and nothing is written of the other', async () => {
  const { id } = await t.company('company')
  const one = arrival(id)
  expect(await admitted([one, arrival(id), { ...one, username: 'gw-other' }])).toEqual([
    `${id} ${one.username}`,
    expect.stringContaining(id),
    'taken',
  ])
  expect(await count('gateway', id)).toBe(2)
})

test("where a company's device quota is nearly used up, those that fit are admitted", async () => {
  const { id } = await t.company('company')
  await admitted([arrival(id)])
  await t.adminPool.query(
    `update entitlement set granted = 3, changes_at = 'infinity' where company_id = $1 and kind = 'devices'`,
    [id],
  )
  const reported = await admitted(Array.from({ length: 5 }, () => arrival(id)))
  expect(reported.filter((one) => one === 'quota')).toHaveLength(3)
  expect(await count('gateway', id)).toBe(3)
})

test('a company admits no more than its hourly limit, and its log records it once', async () => {
  const { id } = await t.company('company')
  const reported = await admitted(Array.from({ length: 6 }, () => arrival(id, { perHour: 4 })))
  expect(reported.filter((one) => one === 'limit')).toHaveLength(2)
  expect(await count('gateway', id)).toBe(4)
  const { rows } = await t.adminPool.query(
    `select from audit_log where action = 'enrolment.limit_reached' and company_id = $1`,
    [id],
  )
  expect(rows).toHaveLength(1)
})

test('a gateway that needs registration waits without delaying others', async () => {
  const { id } = await t.company('company')
  const free = arrival(id)
  expect(await admitted([arrival(id, { registeredOnly: true }), free])).toEqual([
    'waits',
    `${id} ${free.username}`,
  ])
})

test('one registration admits one gateway, though another class of the same serial calls at the same moment', async () => {
  const { id } = await t.company('company')
  const one = arrival(id, { registeredOnly: true })
  await t.adminPool.query(
    `insert into pre_registration (company_id, oui, serial_number) values ($1, '00D0AA', $2)`,
    [id, one.serialNumber],
  )
  const other = { ...one, productClass: 'TG6', username: 'gw-other' }
  const free = arrival(id)
  expect(await admitted([one, other, free])).toEqual([
    `${id} ${one.username}`,
    'waits',
    `${id} ${free.username}`,
  ])
})

test('of two sessions that set credentials of a gateway at the same moment the later one wins', async () => {
  const { id: companyId } = await t.company('company')
  const { credentialsSetting } = admissionsRepo(t.scopes)
  const [id, other] = await Promise.all([arrangeGateway(t, companyId), arrangeGateway(t, companyId)])
  const give = (deviceId: string, secret: string) =>
    credentialsSetting(deviceId, Buffer.from(secret), `u-${secret}`, Buffer.from(secret))
  await Promise.all([give(id, 'first'), give(other, 'beside'), give(id, 'second')])
  const { rows } = await t.adminPool.query(
    'select pending_ha1, connection_username from gateway where device_id = any ($1) order by device_id = $2 desc',
    [[id, other], id],
  )
  expect(rows).toEqual([
    { pending_ha1: Buffer.from('second'), connection_username: 'u-second' },
    { pending_ha1: Buffer.from('beside'), connection_username: 'u-beside' },
  ])
})
