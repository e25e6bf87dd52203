import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { upload } from '../../../test/upload.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { deviceRoutes } from '../devices/index.ts'
import { outletRoutes } from '../outlets/index.ts'
import { snmpRoutes } from '../snmp/index.ts'
import { equipmentRoutes, hostSweep } from './index.ts'

let t: TestApp
let msp: TestPerson
let admin: TestPerson
let outletId: string

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    deviceRoutes(app, deps)
    outletRoutes(app, deps)
    snmpRoutes(app, deps)
    equipmentRoutes(app, { deviceRanges: [], store: openMetricStore(deps.scopes) })
  })
  msp = await t.person((await t.company('middleman')).id, 'administrator')
})
afterAll(() => t.stop())

beforeEach(async () => {
  admin = await t.person((await t.company('company', msp.companyId)).id, 'administrator')
  outletId = (await admin.call('POST /api/v1/outlet', { name: 'Shop 1', code: 'S1' })).data.id
})

let last = 0
async function added(who: TestPerson, more: object = {}) {
  last += 1
  const ipAddress = `203.0.114.${last}`
  return who.call('POST /monitor/api/v1/device', { name: `Device ${last}`, ipAddress, ...more })
}
const credential = (name = 'Read', who = admin) =>
  who.call('POST /monitor/api/v1/snmp/credential', { name, version: 'v2c', community: 'secret-1' })
const listed = async (who: TestPerson, filter: object = {}) =>
  (await who.call('POST /monitor/api/v1/device/lists', filter)).data.items.map(({ id }) => id)

test('a device is added by hand, listed with its outlet, counted by type, and edited', async () => {
  const { data: set } = await credential()
  const { data } = await added(admin, {
    name: 'Core switch',
    type: 'switch',
    outletId,
    credentialId: set.id,
    macAddress: '00-11-22-33-44-55',
  })
  expect(data).toMatchObject({
    presence: 'unknown',
    macAddress: '00:11:22:33:44:55',
    outletName: 'Shop 1',
    credentialId: set.id,
    polling: { state: 'waiting', lastPollAt: null },
  })
  expect(await listed(admin, { search: 'core' })).toEqual([data.id])
  const summary = await admin.call('GET /monitor/api/v1/device/summary')
  expect(summary.data).toMatchObject({ unknown: 1, types: [{ type: 'switch', total: 1, online: 0 }] })
  const edited = await admin.call('PUT /monitor/api/v1/device/:deviceId', {
    deviceId: data.id,
    name: 'Edge',
    type: 'router',
    ipAddress: '203.0.115.9',
  })
  expect(edited.data).toMatchObject({ name: 'Edge', type: 'router', outletId: null, credentialId: null })
  const { rows } = await t.adminPool.query(
    `select detail from audit_log where action = 'equipment.edited' and subject_id = $1`,
    [data.id],
  )
  expect(rows[0].detail).toMatchObject({
    before: { name: 'Core switch', outlet_id: 'Shop 1', credential_id: 'Read' },
    after: { name: 'Edge', outlet_id: null },
  })
})

test('an address outside of what may be reached is saved, and its polling says so', async () => {
  for (const ipAddress of ['192.168.1.1', '127.0.0.1', '169.254.169.254', 'fe80::1', '::1', '0.0.0.0'])
    expect((await added(admin, { ipAddress })).data.polling).toMatchObject({ state: 'not_allowed' })
  expect(await listed(admin, { polling: ['not_allowed'] })).toHaveLength(6)
})

test('wrong input is refused beside its field', async () => {
  const { data: first } = await added(admin)
  const again = { ipAddress: first.ipAddress }
  const fieldOf = ({ code, data }: { code: unknown; data: unknown }) => [
    code,
    (data as { fields: { field: string }[] }).fields[0]?.field,
  ]
  expect(fieldOf(await added(admin, again))).toEqual(['equipment.address_taken', 'ipAddress'])
  expect(fieldOf(await added(admin, { ipAddress: null }))).toEqual(['equipment.address_missing', 'ipAddress'])
  expect(fieldOf(await added(admin, { outletId: '999999' }))).toEqual(['outlet.not_found', 'outletId'])
  expect(fieldOf(await added(admin, { credentialId: '999999' }))).toEqual([
    'snmp.credential_not_found',
    'credentialId',
  ])
  // The same address means another device elsewhere, at another port, and for one that is not polled.
  for (const more of [{ outletId }, { port: 1161 }, { driver: 'none' }])
    expect((await added(admin, { ...again, ...more })).code).toBe(0)
  expect((await added(admin, { type: 'smart_cpe' })).code).toBe('request.invalid')
})

test('the list of smart CPE has no other devices, and the list of all types has smart CPE too', async () => {
  const gateway = await arrangeDevice(t, admin.companyId, { name: 'Gateway', serial_number: 'G1' })
  const { data: printer } = await added(admin, { type: 'printer', name: 'Printer' })
  const smart = await admin.call('POST /api/v1/device/lists', {})
  expect(smart.data).toMatchObject({ total: 1, items: [{ id: gateway }] })
  expect((await admin.call('GET /api/v1/device/summary')).data).toMatchObject({ unknown: 1 })
  expect(await listed(admin)).toEqual([gateway, printer.id])
  expect(await listed(admin, { type: ['printer'] })).toEqual([printer.id])
  expect((await admin.call('GET /api/v1/device/:deviceId', { deviceId: printer.id })).code).toBe(
    'device.not_found',
  )
  const reboot = await admin.call('POST /api/v1/device/batch/reboot', { deviceIds: [printer.id] })
  expect(reboot).toMatchObject({ code: 50002, data: { failed: [{ id: printer.id }] } })
  const deleted = await admin.call('POST /monitor/api/v1/device/batch/delete', {
    deviceIds: [printer.id, gateway],
  })
  expect(deleted).toMatchObject({ code: 50001, data: { accepted: 1, failed: [{ id: gateway }] } })
  expect(await listed(admin)).toEqual([gateway])
  const edit = { deviceId: gateway, name: 'Renamed', ipAddress: '203.0.116.1' }
  expect((await admin.call('PUT /monitor/api/v1/device/:deviceId', edit)).code).toBe(
    'device.move_not_allowed',
  )
})

test('every order and filter of the list works in a company, an MSP and the platform', async () => {
  const { data } = await added(admin, { brand: 'Huawei', modelName: 'S5735', type: 'switch' })
  await added(admin, { brand: 'H3C', driver: 'probe' })
  const columns = [
    'name',
    'brand',
    'modelName',
    'serialNumber',
    'ipAddress',
    'lastSeenAt',
    'createdAt',
  ] as const
  for (const who of [admin, msp, t.operator]) {
    for (const sort of columns.flatMap((column) => [column, `-${column}`] as const)) {
      const page = await who.call('POST /monitor/api/v1/device/lists', { companyId: admin.companyId, sort })
      expect([sort, page.data.total]).toEqual([sort, 2])
    }
    for (const filter of [
      { brand: ['Huawei'] },
      { modelName: 'S5735' },
      { driver: ['snmp'] },
      { type: ['switch'], presence: ['unknown'] },
      { search: 's5735' },
    ] as const)
      expect(await listed(who, { ...filter, companyId: admin.companyId })).toEqual([data.id])
  }
  expect((await msp.call('GET /monitor/api/v1/device/summary')).data.brands).toEqual(
    expect.arrayContaining(['H3C', 'Huawei']),
  )
})

test('ports are marked as important in bulk, audited, found by the mark, and kept apart by company', async () => {
  const { data } = await added(admin)
  const deviceId = data.id
  await t.adminPool.query(
    `insert into device_interface (company_id, device_id, key, index, name)
     select $1, $2, 'p' || n, n, 'Port ' || n from generate_series(1, 3) n`,
    [admin.companyId, deviceId],
  )
  const mark = (who: TestPerson, keys: string[], important = true) =>
    who.call('PUT /monitor/api/v1/device/:deviceId/interfaces/marks', { deviceId, keys, important })
  const marked = async (important: 'yes' | 'no') =>
    (
      await admin.call('POST /monitor/api/v1/device/:deviceId/interfaces', { deviceId, important })
    ).data.items.map(({ key }) => key)
  expect((await mark(admin, ['p1', 'p3', 'p1'])).data).toEqual({ changed: 2 })
  expect((await mark(msp, ['p1', 'p2'])).data).toEqual({ changed: 1 })
  expect(await marked('no')).toEqual([])
  expect((await mark(admin, ['p2', 'p3'], false)).data).toEqual({ changed: 2 })
  expect([await marked('yes'), await marked('no')]).toEqual([['p1'], ['p2', 'p3']])
  expect((await mark(admin, ['p2', 'gone'])).code).toBe('equipment.interface_not_found')
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect((await mark(stranger, ['p2'])).code).toBe('device.not_found')
  expect(await marked('yes')).toEqual(['p1'])
  const { rows } = await t.adminPool.query(
    `select detail->'ports' as ports, detail->'after' as after from audit_log
     where action = 'equipment.ports_marked' and subject_id = $1 and company_id = $2 order by id`,
    [deviceId, admin.companyId],
  )
  expect(rows).toEqual([
    { ports: ['Port 1', 'Port 3'], after: { important: true } },
    { ports: ['Port 2'], after: { important: true } },
    { ports: ['Port 2', 'Port 3'], after: { important: false } },
  ])
})

test('other companies do not see a device; an MSP does, edits and deletes it', async () => {
  const { data } = await added(admin)
  const deviceId = data.id
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const edit = { deviceId, name: 'Mine', ipAddress: '203.0.115.77' }
  expect((await stranger.call('GET /monitor/api/v1/device/:deviceId', { deviceId })).code).toBe(
    'device.not_found',
  )
  expect((await stranger.call('PUT /monitor/api/v1/device/:deviceId', edit)).code).toBe('device.not_found')
  expect((await stranger.call('POST /monitor/api/v1/device/:deviceId/interfaces', { deviceId })).code).toBe(
    'device.not_found',
  )
  for (const act of ['delete', 'poll'] as const)
    expect(
      (await stranger.call(`POST /monitor/api/v1/device/batch/${act}`, { deviceIds: [deviceId] })).code,
    ).toBe(50002)
  const { data: foreign } = await credential('Foreign', stranger)
  expect((await added(admin, { credentialId: foreign.id })).code).toBe('snmp.credential_not_found')
  expect((await msp.call('PUT /monitor/api/v1/device/:deviceId', edit)).data).toMatchObject({ name: 'Mine' })
  expect(
    (await msp.call('POST /monitor/api/v1/device/batch/delete', { deviceIds: [deviceId] })).data,
  ).toEqual({
    accepted: 1,
    failed: [],
  })
})

test('a tenant without monitoring: refused inside, left out of lists from above', async () => {
  const { data } = await added(admin)
  expect(await listed(msp, { companyId: admin.companyId })).toEqual([data.id])
  await t.adminPool.query(
    `update application a set state = 'deleted' from product p
     where p.id = a.product_id and p.code = 'monitoring' and a.company_id = $1`,
    [admin.companyId],
  )
  expect((await admin.call('POST /monitor/api/v1/device/lists', {})).code).toBe('application.missing')
  expect(await listed(msp, { companyId: admin.companyId })).toEqual([])
  expect(await listed(msp, { search: data.name, companyId: admin.companyId })).toEqual([])
  expect((await msp.call('GET /monitor/api/v1/device/:deviceId', { deviceId: data.id })).code).toBe(
    'device.not_found',
  )
})

test('a person of one outlet sees, adds and deletes devices there alone', async () => {
  const limited = await t.person(admin.companyId, 'user_layer')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into role (company_id, name, permissions, data_scope, outlet_ids)
     values ($1, 'Shop', array['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_DEVICE_EDIT', 'DMS_SERVER_DEVICE_RELEASE'], 'outlets', $2) returning id`,
    [admin.companyId, [outletId]],
  )
  await t.adminPool.query(
    `with m as (select id from member where company_id = $1 and person_id = $2), gone as (
       delete from member_role where member_id in (select id from m))
     insert into member_role (company_id, member_id, role_id) select $1, m.id, $3 from m`,
    [admin.companyId, limited.personId, rows[0]!.id],
  )
  const { data: outside } = await added(admin)
  const inside = await added(limited, { outletId })
  expect(inside.code).toBe(0)
  expect(await listed(limited)).toEqual([inside.data.id])
  expect((await limited.call('GET /monitor/api/v1/device/summary')).data.unknown).toBe(1)
  expect((await added(limited)).code).toBe('outlet.outside_scope')
  const away = { deviceId: inside.data.id, name: 'Away', ipAddress: '203.0.115.20', outletId: null }
  expect((await limited.call('PUT /monitor/api/v1/device/:deviceId', away)).code).toBe('outlet.outside_scope')
  const both = { deviceIds: [outside.id, inside.data.id] }
  expect((await limited.call('POST /monitor/api/v1/device/batch/delete', both)).code).toBe(50001)
  expect(await listed(admin)).toEqual([outside.id])
  expect((await limited.call('POST /monitor/api/v1/snmp/credential/lists', {})).code).toBe(
    'permission.denied',
  )
})

test('the quota of devices counts devices of every type, until they are deleted', async () => {
  const used = async () => {
    const { rows } = await t.adminPool.query<{ used: number }>(
      `select used from entitlement where company_id = $1 and kind = 'devices'`,
      [admin.companyId],
    )
    return rows[0]?.used
  }
  const { data } = await added(admin)
  await added(admin, { driver: 'none' })
  expect(await used()).toBe(2)
  await admin.call('POST /monitor/api/v1/device/batch/delete', { deviceIds: [data.id] })
  expect(await used()).toBe(1)
})

const send = (path: string, content: string) =>
  upload(t, admin, `/monitor/api/v1/device/import${path}`, { content, filename: 'a.csv', type: 'text/csv' })

test('a file adds devices and changes those with its addresses: all rows or none, after a preview', async () => {
  await credential('Read')
  const file = (name: string) =>
    `name,IP address,type,Managed by,site,credential,port\n${name},203.0.117.1,printer,SNMP,S1,Read,\nTill,203.0.117.2,cash_register,probe,,,9100\n`
  const bad = await send(
    '',
    `${file('Printer')}Twice,203.0.117.1,printer,SNMP,S1,,\nWhere,nowhere,,,,,\nLost,203.0.117.9,,,Nowhere,,\n`,
  )
  expect(bad).toMatchObject({ status: 422, code: 41033 })
  expect((bad.data as { failed: { ip: string }[] }).failed.map(({ ip }) => ip)).toEqual(['4', '5', '6'])
  expect(await listed(admin)).toEqual([])
  expect((await send('/preview', file('Printer'))).data).toMatchObject({ counts: { new: 2, refused: 0 } })
  expect((await send('', file('Printer'))).data).toEqual({ imported: 2, updated: 0 })
  expect((await send('/preview', file('Renamed'))).data).toMatchObject({
    counts: { changed: 1, unchanged: 1 },
  })
  expect((await send('', file('Renamed'))).code).toBe(41033)
  expect((await send('?existing=update', file('Renamed'))).data).toEqual({ imported: 0, updated: 1 })
  const { data } = await admin.call('POST /monitor/api/v1/device/lists', { type: ['printer'] })
  expect(data.items).toMatchObject([{ name: 'Renamed', outletName: 'Shop 1', driver: 'snmp' }])
  const exported = (await admin.call('POST /monitor/api/v1/device/export', {})).body
  expect((await send('/preview', exported)).data).toMatchObject({ counts: { unchanged: 2, refused: 0 } })
})

test('a device of an outlet is not moved to where its address is taken', async () => {
  const { data: first } = await added(admin, { outletId })
  const { data: second } = await added(admin, { ipAddress: first.ipAddress })
  const moved = await admin.call('POST /api/v1/device/batch/outlet', { deviceIds: [second.id], outletId })
  expect(moved).toMatchObject({ code: 50002, data: { failed: [{ id: second.id }] } })
})

test('a till that says nothing was there when its gateway listed it among its hosts', async () => {
  const gateway = await arrangeDevice(t, admin.companyId, { name: 'Gateway', serial_number: `H${last}` })
  const { data: till } = await added(admin, { driver: 'none', outletId, macAddress: '02:00:5e:00:53:03' })
  const { data: other } = await added(admin, { driver: 'none', outletId, macAddress: '02:00:5e:00:53:04' })
  await t.adminPool.query(`update device set outlet_id = $2, data_model_root = 'Device.' where id = $1`, [
    gateway,
    outletId,
  ])
  const value = (path: string, text: string) =>
    t.adminPool.query(
      `insert into device_parameter (company_id, device_id, path, parent, value, read_at)
       values ($1, $2, 'Device.Hosts.Host.' || $3, 'Device.Hosts.Host.' || split_part($3, '.', 1) || '.', $4, now())`,
      [admin.companyId, gateway, path, text],
    )
  await value('1.PhysAddress', '02-00-5E-00-53-03')
  await value('1.Active', 'true')
  await value('2.PhysAddress', '02:00:5e:00:53:04')
  await value('2.Active', '0')
  await hostSweep.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
  const seen = async (deviceId: string) =>
    (await admin.call('GET /monitor/api/v1/device/:deviceId', { deviceId })).data
  expect((await seen(till.id)).lastSeenAt).not.toBeNull()
  // A device without a driver is neither online nor offline.
  expect((await seen(till.id)).presence).toBe('unknown')
  expect((await seen(other.id)).lastSeenAt).toBeNull()
})

test('the maker and the type of a device without an agent come from its MAC address and its name', async () => {
  const add = async (input: object) => (await added(admin, { driver: 'none', ...input })).data
  expect(await add({ name: '大门 1', macAddress: '44:19:b6:00:00:01' })).toMatchObject({ brand: 'Hikvision' })
  expect(await add({ name: '收银 1' })).toMatchObject({ type: 'cash_register', brand: '' })
  expect(await add({ name: '收银 2', type: 'printer', brand: 'Ours' })).toMatchObject({
    type: 'printer',
    brand: 'Ours',
  })
})

test('two devices with one serial number or MAC are said, never merged', async () => {
  const same = { serialNumber: 'SN-4711', brand: 'Huawei', macAddress: '00:1e:10:00:00:01' }
  const { data: one } = await added(admin, same)
  const { data: two } = await added(admin, { ...same, macAddress: null })
  const { data: three } = await added(admin, { serialNumber: 'N/A', brand: 'Huawei' })
  await added(admin, { serialNumber: 'N/A', brand: 'Huawei' })
  expect(two.duplicates).toEqual([{ id: one.id, name: one.name, because: 'serial' }])
  const { data } = await admin.call('GET /monitor/api/v1/device/:deviceId', { deviceId: three.id })
  expect(data).toMatchObject({ duplicates: [], duplicated: false })
  const { data: list } = await admin.call('POST /monitor/api/v1/device/lists', { search: 'SN-4711' })
  expect(list.items).toMatchObject([{ duplicated: true }, { duplicated: true }])
})
