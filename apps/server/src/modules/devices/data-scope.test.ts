import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { workbenchRoutes } from '../workbench/index.ts'
import { deviceRoutes } from './index.ts'

/** What a role limited to outlets or departments exposes; of everything else, nothing. */

let t: TestApp
let company: { id: string }
const outlets: Record<'north' | 'south' | 'apart', string> = { north: '', south: '', apart: '' }
const departments: Record<'region' | 'branch', string> = { region: '', branch: '' }
const devices: Record<'north' | 'south' | 'apart' | 'loose', string> = {
  north: '',
  south: '',
  apart: '',
  loose: '',
}
type Place = keyof typeof devices

const sees = ['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_MANAGE_WORKBENCH']

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    deviceRoutes(app, { secrets })
    workbenchRoutes(app)
  })
  company = await t.company('company')
  departments.region = await department('Region', null)
  departments.branch = await department('Branch', departments.region)
  outlets.north = await outlet('North', departments.region)
  outlets.south = await outlet('South', departments.branch)
  outlets.apart = await outlet('Apart', null)
  for (const place of ['north', 'south', 'apart', 'loose'] as const) {
    devices[place] = await arrangeDevice(t, company.id, {
      name: `Device ${place}`,
      serial_number: `SERIAL-${place}`.toUpperCase(),
      tags: [place],
      presence: 'online',
    })
    await t.adminPool.query(
      `insert into device_timeline (company_id, device_id, kind) values ($1, $2, 'command.failed')`,
      [company.id, devices[place]],
    )
    if (place !== 'loose')
      await t.adminPool.query(
        `update device set outlet_id = $2, department_id = (select department_id from outlet where id = $2) where id = $1`,
        [devices[place], outlets[place]],
      )
  }
})
afterAll(() => t.stop())

async function one(text: string, values: unknown[]): Promise<string> {
  return (await t.adminPool.query<{ id: string }>(`${text} returning id::text`, values)).rows[0]!.id
}

const department = (name: string, parent: string | null) =>
  one(
    `insert into org_node (company_id, parent_id, type, name)
     values ($1, coalesce($3, (select id from org_node where company_id = $1 and parent_id is null)), 4, $2)`,
    [company.id, name, parent],
  )
const outlet = (name: string, departmentId: string | null) =>
  one(`insert into outlet (company_id, name, department_id, code) values ($1, $2, $3, $2)`, [
    company.id,
    name,
    departmentId,
  ])

/** A user with only these roles, in a department or in none. */
async function person(
  roles: { permissions?: string[]; dataScope: 'company' | 'department' | 'outlets'; outletIds?: string[] }[],
  departmentId: string | null = null,
): Promise<TestPerson> {
  const who = await t.person(company.id, 'user_layer')
  const member = `select id from member where person_id = ${who.personId}`
  await t.adminPool.query(`delete from member_role where member_id = (${member})`)
  if (departmentId !== null)
    await t.adminPool.query(
      `with n as (insert into org_node (company_id, parent_id, type, name) values ($1, $2, 2, 'x') returning id)
       update member set os_id = n.id from n where member.person_id = $3`,
      [company.id, departmentId, who.personId],
    )
  for (const { permissions = sees, dataScope, outletIds = [] } of roles) {
    const roleId = await one(
      'insert into role (company_id, name, permissions, data_scope, outlet_ids) values ($1, $2, $3, $4, $5)',
      [company.id, `Role ${Math.random()}`, permissions, dataScope, outletIds],
    )
    await t.adminPool.query(
      `insert into member_role (company_id, member_id, role_id) select company_id, id, $1 from member where person_id = $2`,
      [roleId, who.personId],
    )
  }
  return who
}

/** Every endpoint that reports devices. */
async function visibleTo(who: TestPerson) {
  const list = await who.call('POST /api/v1/device/lists', { sort: 'name' })
  const found = await who.call('POST /api/v1/device/lists', { search: 'SERIAL-' })
  const summary = (await who.call('GET /api/v1/device/summary')).data
  const workbench = (await who.call('GET /api/v1/workbench')).data
  const failed = (await who.call('GET /api/v1/workbench/failed-commands')).data
  const csv = await t.raw({
    method: 'POST',
    url: '/api/v1/device/export',
    headers: { authorization: `Bearer ${who.token}`, 'x-company-id': company.id },
    payload: {},
  })
  const details: string[] = []
  for (const deviceId of Object.values(devices)) {
    const detail = await who.call('GET /api/v1/device/:deviceId', { deviceId })
    const timeline = await who.call('GET /api/v1/device/:deviceId/timeline', { deviceId })
    expect(timeline.status).toBe(detail.status)
    expect([0, 'device.not_found']).toContain(detail.code)
    if (detail.code === 0) details.push(deviceId)
  }
  return {
    listed: list.data.items.map(({ id }) => id).toSorted(),
    total: list.data.total,
    details: details.toSorted(),
    found: found.data.items.map(({ id }) => id).toSorted(),
    foundTotal: found.data.total,
    online: summary.online,
    workbench: workbench.gateways?.online,
    events: new Set(workbench.events.map(({ deviceId }) => deviceId)).size,
    waiting: workbench.waiting.find(({ kind }) => kind === 'failed_commands')?.count ?? 0,
    failed: failed.items.map(({ deviceId }) => deviceId).toSorted(),
    exported: csv.body.split(/\r?\n/).filter((line) => line.includes('SERIAL-')).length,
    tags: (await who.call('GET /api/v1/device/tags')).data.length,
  }
}

/** What is reported of these, and of nothing else. */
function just(...places: Place[]) {
  const ids = places.map((place) => devices[place]).toSorted()
  const n = ids.length
  return {
    listed: ids,
    total: n,
    details: ids,
    found: ids,
    foundTotal: n,
    online: n,
    workbench: n,
    events: n,
    waiting: n,
    failed: ids,
    exported: n,
    tags: n,
  }
}

test('chosen outlets: only their devices, in the list, searches, counts, exports, details, timelines and the workbench', async () => {
  expect(await visibleTo(await person([{ dataScope: 'outlets', outletIds: [outlets.north] }]))).toEqual(
    just('north'),
  )
  expect(await visibleTo(await person([{ dataScope: 'outlets' }]))).toEqual(just())
})

test('own department with its subtree and the outlets of both; nothing for a member without a department', async () => {
  expect(await visibleTo(await person([{ dataScope: 'department' }], departments.region))).toEqual(
    just('north', 'south'),
  )
  expect(await visibleTo(await person([{ dataScope: 'department' }], departments.branch))).toEqual(
    just('south'),
  )
  expect(await visibleTo(await person([{ dataScope: 'department' }]))).toEqual(just())
})

test('two roles: the union of both; the whole company if either has it', async () => {
  const either = [
    { dataScope: 'department' as const },
    { dataScope: 'outlets' as const, outletIds: [outlets.apart] },
  ]
  expect(await visibleTo(await person(either, departments.branch))).toEqual(just('south', 'apart'))
  expect(await visibleTo(await person([...either, { dataScope: 'company' }]))).toEqual(
    just('north', 'south', 'apart', 'loose'),
  )
})

test('the rights of a role reach as far as its own scope, not that of another role', async () => {
  const who = await person([
    { dataScope: 'outlets', outletIds: [outlets.north, outlets.south] },
    { dataScope: 'outlets', outletIds: [outlets.north], permissions: ['DMS_SERVER_DEVICE_EDIT'] },
    { dataScope: 'company', permissions: ['DMS_SERVER_SYSTEM_SETTING', 'DMS_SERVER_MANAGE_WORKBENCH'] },
  ])
  // The last role opens the workbench: it shows the devices that the first allows.
  expect(await visibleTo(who)).toEqual(just('north', 'south'))
  const edit = async (place: Place) =>
    (await who.call('PUT /api/v1/device/:deviceId', { deviceId: devices[place], note: 'seen' })).code
  expect(await edit('north')).toBe(0)
  expect(await edit('south')).toBe('device.not_found')
  expect(await edit('apart')).toBe('device.not_found')
})

test('a change of the role takes effect with the next request', async () => {
  const who = await person([{ dataScope: 'outlets', outletIds: [outlets.north] }])
  const total = async () => (await who.call('POST /api/v1/device/lists', {})).data.total
  expect(await total()).toBe(1)
  await t.adminPool.query(
    `update role set outlet_ids = $2 where id = (select role_id from member_role mr join member m on m.id = mr.member_id
       where m.person_id = $1)`,
    [who.personId, [outlets.north, outlets.apart]],
  )
  expect(await total()).toBe(2)
})
