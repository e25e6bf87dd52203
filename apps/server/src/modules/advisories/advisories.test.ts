import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { upload } from '../../../test/upload.ts'
import { inventoryRoutes } from '../inventory/index.ts'
import { advisoryRoutes } from './index.ts'
import { settleAdvisories } from './settle.ts'
import { settleRepo } from './settle.repo.ts'

let t: TestApp
let msp: TestPerson
let admin: TestPerson
let vendor: string

beforeAll(async () => {
  t = await createTestApp((app) => {
    advisoryRoutes(app)
    inventoryRoutes(app)
  })
})
afterAll(() => t.stop())

let last = 0
beforeEach(async () => {
  last += 1
  vendor = `Maker${last}`
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  admin = await t.person((await t.company('company', msp.companyId)).id, 'administrator')
})

function add(version: string, more: object = {}, companyId = admin.companyId) {
  last += 1
  return arrangeDevice(t, companyId, {
    name: `Device ${last}`,
    serial_number: `ADV${last}`,
    manufacturer: `${vendor} Ltd.`,
    model_name: 'X100',
    software_version: version,
    ...more,
  })
}
const report = (id: string, version: string) =>
  t.adminPool.query('update device set software_version = $2 where id = $1', [id, version])
const given = (more: object = {}) => ({
  code: 'CVE-2026-1',
  title: 'Login without a password',
  vendor,
  severity: 'critical' as const,
  fixedVersion: '2.0',
  ...more,
})
async function publish(who: TestPerson, more: object = {}): Promise<string> {
  const { data } = await who.call('POST /monitor/api/v1/advisory', given(more))
  await settleAdvisories(t.scopes)
  return data.id
}
const listed = async (who: TestPerson, more: object = {}) =>
  (await who.call('POST /monitor/api/v1/advisory/lists', more)).data.items
const detail = async (who: TestPerson, advisoryId: string) =>
  (await who.call('GET /monitor/api/v1/advisory/:advisoryId', { advisoryId })).data
const affectedDevices = async (who: TestPerson, advisoryId: string, more: object = {}) =>
  (await who.call('POST /monitor/api/v1/inventory/lists', { advisoryId, ...more })).data.items.map(
    ({ id }) => id,
  )

test('a score has one digit, whichever it is', async () => {
  for (const cvss of [9.8, 8.6, 0.3, 10, null])
    expect(
      (await admin.call('POST /monitor/api/v1/advisory', given({ code: `CVE-${cvss}`, cvss }))).data,
    ).toMatchObject({
      cvss,
    })
  const refused = await admin.call('POST /monitor/api/v1/advisory', given({ cvss: 9.85 }))
  expect(refused.status).toBe(400)
})

test('an advisory of the MSP lists affected devices of all customers, and closes by the version that is read', async () => {
  const other = await t.company('company', msp.companyId)
  const first = await add('1.9')
  const second = await add('1.10.1', {}, other.id)
  await add('2.0')
  await add('1.0', { manufacturer: 'Somebody else' })
  const id = await publish(msp)
  expect(await listed(msp)).toMatchObject([
    { code: 'CVE-2026-1', own: true, state: 'open', affected: 2, companies: 2, closedAt: null },
  ])
  expect(await affectedDevices(msp, id, { sort: 'firstSeenAt' })).toEqual([first, second])
  expect(await affectedDevices(msp, id, { search: 'device', companyId: other.id })).toEqual([second])
  expect((await detail(msp, id)).builds).toEqual([
    { manufacturer: `${vendor} Ltd.`, modelName: 'X100', softwareVersion: '1.10.1', devices: 1 },
    { manufacturer: `${vendor} Ltd.`, modelName: 'X100', softwareVersion: '1.9', devices: 1 },
  ])
  // The customer sees what is above, with its own devices.
  expect(await listed(admin)).toMatchObject([{ own: false, companyName: null, affected: 1, companies: 1 }])
  expect(await affectedDevices(admin, id)).toEqual([first])
  const { data } = await msp.call('POST /monitor/api/v1/advisory/company/lists', { advisoryId: id })
  expect(new Map(data.items.map(({ companyId, affected }) => [companyId, affected]))).toEqual(
    new Map([
      [admin.companyId, 1],
      [other.id, 1],
    ]),
  )

  await report(first, '2.1')
  await settleAdvisories(t.scopes)
  expect(await listed(admin)).toMatchObject([{ state: 'closed', affected: 0 }])
  expect((await listed(admin))[0]?.closedAt).not.toBeNull()
  expect(await listed(msp, { state: 'open' })).toMatchObject([{ affected: 1, companies: 1 }])
  expect((await detail(msp, id)).course.map(({ affected }) => affected)).toEqual([2, 1])
  // What goes back is open again; nothing changed writes nothing.
  await report(first, '1.9')
  await settleAdvisories(t.scopes)
  await settleAdvisories(t.scopes)
  expect(await listed(admin, { state: 'open' })).toMatchObject([{ affected: 1 }])
  expect((await detail(msp, id)).course.map(({ affected }) => affected)).toEqual([2, 1, 2])
  const { rows } = await t.adminPool.query(
    `select count(*)::int as n from live_event where kind = 'advisory.changed' and company_id = $1`,
    [admin.companyId],
  )
  expect(rows).toEqual([{ n: 3 }])
})

test('an advisory of a company is visible to it and those below it, and only its publisher changes it', async () => {
  await add('1.0')
  const own = await publish(admin)
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const sibling = await t.person((await t.company('company', msp.companyId)).id, 'administrator')
  for (const other of [stranger, sibling]) {
    expect(await listed(other, { search: vendor })).toEqual([])
    expect((await other.call('GET /monitor/api/v1/advisory/:advisoryId', { advisoryId: own })).code).toBe(
      'advisory.not_found',
    )
  }
  expect(await listed(msp)).toMatchObject([{ own: false, affected: 1 }])
  const above = await publish(msp, { code: 'CVE-2026-2' })
  for (const who of [admin, stranger]) {
    const edited = { advisoryId: above, ...given({ code: 'CVE-X' }) }
    expect((await who.call('PUT /monitor/api/v1/advisory/:advisoryId', edited)).code).toBe(
      'advisory.not_found',
    )
    expect((await who.call('DELETE /monitor/api/v1/advisory/:advisoryId', { advisoryId: above })).code).toBe(
      'advisory.not_found',
    )
  }
  await msp.call('DELETE /monitor/api/v1/advisory/:advisoryId', { advisoryId: above })
  expect(await listed(admin)).toHaveLength(1)
  const { rows } = await t.adminPool.query('select from advisory_case where advisory_id = $1', [above])
  expect(rows).toEqual([])
})

test('an edited advisory is compared anew, and bad bounds name their field', async () => {
  await add('1.5')
  const id = await publish(admin)
  const edit = (more: object) =>
    admin.call('PUT /monitor/api/v1/advisory/:advisoryId', { advisoryId: id, ...given(more) })
  await edit({ fixedVersion: '1.4' })
  await settleAdvisories(t.scopes)
  expect(await listed(admin)).toMatchObject([{ state: 'closed' }])
  await edit({ fixedVersion: '', lastVersion: '1.5', models: ['x1*'] })
  await settleAdvisories(t.scopes)
  expect(await listed(admin)).toMatchObject([{ state: 'open', models: ['x1*'] }])
  await edit({ models: ['Y'], firstVersion: '1.0' })
  await settleAdvisories(t.scopes)
  expect(await listed(admin)).toMatchObject([{ state: 'closed' }])
  const fieldOf = async (more: object) => {
    const { code, data } = await admin.call('POST /monitor/api/v1/advisory', given({ code: 'C', ...more }))
    return [code, (data as unknown as { fields: { field: string }[] }).fields[0]?.field]
  }
  expect(await fieldOf({ fixedVersion: '' })).toEqual(['advisory.versions_missing', 'fixedVersion'])
  expect(await fieldOf({ firstVersion: '3.0' })).toEqual(['advisory.versions_swapped', 'fixedVersion'])
  expect(await fieldOf({ firstVersion: '3.0', fixedVersion: '', lastVersion: '2' })).toEqual([
    'advisory.versions_swapped',
    'lastVersion',
  ])
  expect(await fieldOf({ firstVersion: 'latest' })).toEqual(['advisory.version_unreadable', 'firstVersion'])
  expect(await fieldOf({ code: 'cve-2026-1', models: ['Y'] })).toEqual(['advisory.taken', 'code'])
  expect(
    (await admin.call('POST /monitor/api/v1/advisory', given({ url: 'javascript:alert(1)' }))).code,
  ).toBe('request.invalid')
})

test('before it is published, one sees what it would affect', async () => {
  await add('1.5')
  await add('1.5')
  await add('3.0')
  const tried = async (more: object) =>
    (await msp.call('POST /monitor/api/v1/advisory/try', { vendor, fixedVersion: '2.0', ...more })).data
  expect(await tried({})).toMatchObject({
    devices: 2,
    ofVendor: 3,
    builds: [{ softwareVersion: '1.5', devices: 2 }],
  })
  expect(await tried({ models: ['Z*'] })).toEqual({ devices: 0, ofVendor: 3, builds: [] })
  expect(await tried({ vendor: 'Nobody' })).toEqual({ devices: 0, ofVendor: 0, builds: [] })
  expect(await tried({ fixedVersion: '' })).toMatchObject({ devices: 0 })
})

test('a device and the inventory show the advisories of their version', async () => {
  const id = await add('1.5')
  await add('9')
  await publish(msp, { severity: 'medium' })
  await publish(admin, { code: 'CVE-2026-9', severity: 'high', fixedVersion: '1.6' })
  const { data } = await admin.call('POST /monitor/api/v1/inventory/lists', { sort: 'firstSeenAt' })
  expect(data.items.map(({ advisories }) => advisories)).toEqual([{ count: 2, worst: 'high' }, null])
  const ofDevice = await admin.call('GET /monitor/api/v1/advisory/device/:deviceId', { deviceId: id })
  expect(ofDevice.data.items).toMatchObject([
    { code: 'CVE-2026-9', fixedVersion: '1.6', softwareVersion: '1.5' },
    { code: 'CVE-2026-1' },
  ])
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect((await stranger.call('GET /monitor/api/v1/advisory/device/:deviceId', { deviceId: id })).code).toBe(
    'device.not_found',
  )
})

test('people of some outlets count the devices that they see, and publish nothing', async () => {
  const outlet = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, code, name) values ($1, 'S1', 'Seen') returning id`,
    [admin.companyId],
  )
  const outletId = outlet.rows[0]!.id
  const seen = await add('1.0', { outlet_id: outletId })
  await add('1.0')
  await add('1.1')
  const id = await publish(admin)
  const limited = await t.person(admin.companyId, 'user_layer')
  const role = await t.adminPool.query<{ id: string }>(
    `insert into role (company_id, name, permissions, data_scope, outlet_ids)
     values ($1, 'Shop', array['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_DEVICE_EDIT'], 'outlets', $2) returning id`,
    [admin.companyId, [outletId]],
  )
  await t.adminPool.query(
    `with m as (select id from member where company_id = $1 and person_id = $2), gone as (
       delete from member_role where member_id in (select id from m))
     insert into member_role (company_id, member_id, role_id) select $1, m.id, $3 from m`,
    [admin.companyId, limited.personId, role.rows[0]!.id],
  )
  expect(await listed(limited)).toMatchObject([{ affected: 1, state: 'open', openedAt: null }])
  expect(await affectedDevices(limited, id)).toEqual([seen])
  expect(await detail(limited, id)).toMatchObject({
    builds: [{ softwareVersion: '1.0', devices: 1 }],
    course: [],
  })
  expect(
    (await limited.call('POST /monitor/api/v1/advisory/company/lists', { advisoryId: id })).data.items,
  ).toEqual([])
  expect((await limited.call('POST /monitor/api/v1/advisory', given({ code: 'C' }))).code).toBe(
    'permission.denied',
  )
})

test('a file adds and changes advisories: all rows or none, and an export can be imported', async () => {
  await add('1.0')
  const send = (path: string, content: string) =>
    upload(t, admin, `/monitor/api/v1/advisory/import${path}`, {
      content,
      filename: 'a.csv',
      type: 'text/csv',
    })
  const heading = 'code,title,vendor,models,severity,fixedVersion,CVSS\n'
  const good = `${heading}CVE-1,One,${vendor},,critical,2.0,9.8\nCVE-2,Two,${vendor},X*;Y,Low,3.0,\n`
  const bad = await send('', `${good}CVE-3,,${vendor},,high,,11\nCVE-1,Twice,${vendor},,high,2,\n`)
  expect(bad).toMatchObject({ status: 422, code: 41033 })
  expect((bad.data as { failed: { ip: string }[] }).failed.map(({ ip }) => ip)).toEqual(['4', '5'])
  expect(await listed(admin)).toEqual([])
  expect(await send('', good)).toMatchObject({ data: { imported: 2, updated: 0 } })
  await settleAdvisories(t.scopes)
  expect(await listed(admin, { sort: '-severity' })).toMatchObject([
    { code: 'CVE-1', cvss: 9.8, affected: 1 },
    { code: 'CVE-2', models: ['X*', 'Y'], affected: 1 },
  ])
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' }
  const csv = await t.raw({
    method: 'POST',
    url: '/monitor/api/v1/advisory/export',
    headers,
    payload: JSON.stringify({ sort: 'code' }),
  })
  expect(await send('?existing=update', csv.body.replace('9.8', '9.1'))).toMatchObject({
    data: { imported: 0, updated: 1 },
  })
  expect((await send('', good)).code).toBe(41033)
  expect((await send('/preview', good)).data).toMatchObject({ counts: { changed: 1, unchanged: 1 } })
})

test('gateways are offered the newest released firmware that is not affected', async () => {
  await add('1.0', { type: 'smart_cpe' })
  const id = await publish(admin)
  const firmware = (version: string, companyId: string) =>
    t.adminPool.query(
      `with content as (
         insert into file (company_id, name, media_type, size, sha256)
         values ($1, md5($2) || '.bin', 'application/octet-stream', 1, sha256('a')) returning id)
       insert into firmware (company_id, version, models, state, created_by_name, file_id, size, sha256)
       select $1, $2, '{x*}', 'released', 'test', id, 1, sha256('a') from content`,
      [companyId, version],
    )
  expect(await detail(admin, id)).toMatchObject({ gateways: 1, firmware: null })
  await firmware('1.5', admin.companyId)
  await firmware('2.1', msp.companyId)
  await firmware('2.0', admin.companyId)
  expect((await detail(admin, id)).firmware).toMatchObject({ version: '2.1' })
})

test('only companies of which something has changed are compared', async () => {
  const { due } = settleRepo
  const dueNow = async () => (await due(t.scopes)).map(({ companyId }) => companyId)
  const other = await t.person((await t.company('company', msp.companyId)).id, 'administrator')
  const device = await add('1.9')
  await add('1.9', {}, other.companyId)
  const id = await publish(msp)
  expect(await dueNow()).toEqual([])
  await report(device, '2.1')
  expect(await dueNow()).toEqual([admin.companyId])
  await settleAdvisories(t.scopes)
  expect(await listed(msp)).toMatchObject([{ affected: 1, companies: 1 }])
  expect(await dueNow()).toEqual([])
  // An advisory concerns all companies.
  await msp.call('DELETE /monitor/api/v1/advisory/:advisoryId', { advisoryId: id })
  await publish(admin)
  expect(await dueNow()).toEqual([])
  // A device that is gone leaves no version in use.
  await report(device, '1.0')
  await settleAdvisories(t.scopes)
  expect(await listed(admin)).toMatchObject([{ state: 'open' }])
  await t.adminPool.query('delete from device where id = $1', [device])
  expect(await dueNow()).toEqual([admin.companyId])
  await settleAdvisories(t.scopes)
  expect(await listed(admin)).toMatchObject([{ state: 'closed' }])
})

test('a company that moves to another MSP leaves the advisories of the MSP before', async () => {
  const device = await add('1.9')
  const id = await publish(msp)
  const after = await t.person((await t.company('middleman')).id, 'administrator')
  expect(await affectedDevices(admin, id)).toEqual([device])
  await t.adminPool.query(
    `with moved as (update company set parent_id = $3 where id = $1)
     update company_ancestor set ancestor_id = $3 where company_id = $1 and ancestor_id = $2`,
    [admin.companyId, msp.companyId, after.companyId],
  )
  await settleAdvisories(t.scopes)
  expect(await listed(admin)).toEqual([])
  expect(await affectedDevices(admin, id)).toEqual([])
  expect(await listed(msp)).toMatchObject([{ affected: 0 }])
  const own = await publish(after)
  expect(await affectedDevices(admin, own)).toEqual([device])
})
