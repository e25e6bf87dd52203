import Excel from 'exceljs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { inventoryRoutes } from './index.ts'

let t: TestApp
let msp: TestPerson
let admin: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => inventoryRoutes(app, { most: 3 }))
})
afterAll(() => t.stop())

beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  admin = await t.person((await t.company('company', msp.companyId)).id, 'administrator')
})

let last = 0
function add(version: string, more: object = {}, companyId = admin.companyId) {
  last += 1
  return arrangeDevice(t, companyId, {
    name: `Device ${last}`,
    serial_number: `INV${last}`,
    manufacturer: 'Huawei',
    model_name: 'AR651',
    software_version: version,
    ...more,
  })
}
const groups = async (who: TestPerson, more: object = {}) =>
  (await who.call('POST /monitor/api/v1/inventory/groups', { by: 'softwareVersion', ...more })).data

test('devices are listed with versions and first seen, and filtered by each field', async () => {
  const old = await add('V1', { hardware_version: 'B', claimed_at: '2020-05-01T00:00:00Z' })
  const young = await add('V2', { model_name: 'S5735' })
  const list = async (filter: object) =>
    (await msp.call('POST /monitor/api/v1/inventory/lists', filter)).data.items.map(({ id }) => id)
  expect(await list({ sort: 'firstSeenAt' })).toEqual([old, young])
  expect(await list({ sort: '-firstSeenAt' })).toEqual([young, old])
  expect(await list({ firstSeenTo: '2021-01-01T00:00:00Z' })).toEqual([old])
  expect(await list({ firstSeenFrom: '2021-01-01T00:00:00Z' })).toEqual([young])
  expect(await list({ firstSeenFrom: '2021-01-01T00:00:00Z', search: 'device' })).toEqual([young])
  expect(await list({ modelName: 'S5735', softwareVersion: 'V2' })).toEqual([young])
  expect(await list({ companyId: admin.companyId, brand: ['Huawei'], softwareVersion: 'V1' })).toEqual([old])
  const { data } = await admin.call('POST /monitor/api/v1/inventory/lists', { softwareVersion: 'V1' })
  expect(data.items[0]).toMatchObject({ hardwareVersion: 'B', firstSeenAt: '2020-05-01T00:00:00.000Z' })
})

test('groups follow each version that is read, filters, and companies', async () => {
  const first = await add('V1')
  await add('V1')
  const other = await t.company('company', msp.companyId)
  await add('V1', {}, other.id)
  expect(await groups(msp)).toMatchObject({ groups: [{ value: 'V1', count: 3 }], total: 3 })
  await t.adminPool.query(`update device set software_version = 'V2' where id = $1`, [first])
  expect((await groups(msp)).groups).toEqual([
    { value: 'V1', count: 2 },
    { value: 'V2', count: 1 },
  ])
  expect((await groups(msp, { companyId: other.id })).groups).toEqual([{ value: 'V1', count: 1 }])
  expect((await groups(admin, { softwareVersion: 'V2' })).total).toBe(1)
  // Where the tally knows no filter, the devices themselves are counted.
  expect(await groups(admin, { search: 'device', outletId: '0' })).toMatchObject({
    total: 2,
    totalCapped: false,
  })
  await t.adminPool.query(`update device set state = 'released' where id = $1`, [first])
  expect((await groups(admin)).groups).toEqual([{ value: 'V1', count: 1 }])
})

test('the tally of builds stays exact when it is folded', async () => {
  await add('V1')
  await add('V1')
  await t.adminPool.query('select device_fold_tally(array[$1::bigint], array[]::bigint[])', [admin.companyId])
  expect((await groups(admin)).groups).toEqual([{ value: 'V1', count: 2 }])
})

test('nobody sees the inventory of another company, whatever they name', async () => {
  await add('V1')
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const asked = { companyId: admin.companyId }
  expect((await stranger.call('POST /monitor/api/v1/inventory/lists', asked)).data.items).toEqual([])
  expect((await groups(stranger, asked)).groups).toEqual([])
})

const file = (url: string, body: object) => {
  const headers = {
    authorization: `Bearer ${admin.token}`,
    'content-type': 'application/json',
    'accept-language': 'en',
  }
  return t.raw({ method: 'POST', url, headers, payload: JSON.stringify(body) })
}

async function sheetOf(bytes: unknown) {
  const book = new Excel.Workbook()
  await book.xlsx.load(bytes as Parameters<typeof book.xlsx.load>[0])
  return book.worksheets[0]!
}

test('a file is in the order of the list, and says in its last line and its answer where it is cut', async () => {
  for (const name of ['B', 'D', 'A', 'C']) await add('V1', { name })
  const says = 'The file holds the first 3 rows only'
  const csv = await file('/monitor/api/v1/inventory/export', { sort: '-name' })
  const lines = csv.body.trimEnd().split('\r\n')
  expect(lines.slice(1, 4).map((line) => line.split(',')[2])).toEqual(['D', 'C', 'B'])
  expect(lines[4]).toContain(says)
  expect(lines).toHaveLength(5)
  expect(csv.headers['x-cut-at']).toBe('3')
  const saved = await file('/monitor/api/v1/inventory/export/xlsx', { sort: '-name' })
  const sheet = await sheetOf(saved.bytes)
  expect(sheet.getColumn(3).values.slice(2, 5)).toEqual(['D', 'C', 'B'])
  expect(sheet.getCell('A5').value).toContain(says)
  expect(saved.headers['x-cut-at']).toBe('3')
  await admin.call('POST /monitor/api/v1/inventory/snapshot', {})
  const [taken] = (await admin.call('POST /monitor/api/v1/inventory/snapshot/lists', {})).data.items
  const then = await file('/monitor/api/v1/inventory/snapshot/device/export', { snapshotId: taken!.id })
  expect([then.headers['x-cut-at'], then.body.includes(says)]).toEqual(['3', true])
  const exact = await t.adminPool.query(`delete from device where company_id = $1 and name = 'D'`, [
    admin.companyId,
  ])
  expect(exact.rowCount).toBe(1)
  expect((await file('/monitor/api/v1/inventory/export', {})).body).not.toContain(says)
})

test('a workbook and a CSV hold the filtered rows, and no formula', async () => {
  await add('V1', { name: '=HYPERLINK("http://x","y")', model_name: '<b>\u0001' })
  await add('V2')
  const body = { softwareVersion: 'V1' }
  const csv = await file('/monitor/api/v1/inventory/export', body)
  expect(csv.body).toContain(`"'=HYPERLINK(""http://x"",""y"")"`)
  const saved = await file('/monitor/api/v1/inventory/export/xlsx', body)
  expect(saved.headers['content-type']).toContain('spreadsheetml')
  const sheet = await sheetOf(saved.bytes)
  expect(sheet.rowCount).toBe(2)
  const cells = (sheet.getRow(2).values as unknown[]).map((value) => value ?? '')
  expect(cells).toContain('=HYPERLINK("http://x","y")')
  expect(cells).toContain('<b>')
  const { rows } = await t.adminPool.query(
    `select detail from audit_log where action = 'inventory.exported' and company_id = $1 order by id`,
    [admin.companyId],
  )
  expect(rows.map(({ detail }) => [detail.rows, detail.format])).toEqual([
    [1, 'csv'],
    [1, 'xlsx'],
  ])
})
