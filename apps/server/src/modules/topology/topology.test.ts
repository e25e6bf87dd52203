import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { deriveSweep, topologyRoutes } from './index.ts'

let t: TestApp
let msp: TestPerson
let admin: TestPerson
let stranger: TestPerson
let outletId: string
let devices: { core: string; access: string; printer: string }

beforeAll(async () => {
  t = await createTestApp((app, deps) => topologyRoutes(app, { store: openMetricStore(deps.scopes) }))
})
afterAll(() => t.stop())

const macOf = (number: number) => `04:4a:6c:00:00:0${number}`
let minutes = 0

/** A switch with ports, as an inventory leaves it. */
async function addSwitch(name: string, number: number): Promise<string> {
  const id = await arrangeDevice(t, admin.companyId, {
    name,
    type: 'switch',
    mac_address: macOf(number),
    presence: 'online',
  })
  await t.adminPool.query('update device set outlet_id = $1 where id = $2', [outletId, id])
  await t.adminPool.query(
    `insert into device_agent (device_id, company_id, sys_name, chassis_id) values ($1, $2, $3, $4)`,
    [id, admin.companyId, name, macOf(number)],
  )
  await t.adminPool.query(
    `insert into device_interface (company_id, device_id, key, index, name, state, speed, vlan)
     select $1, $2, 'Gi' || n, n, 'Gi' || n, 'up', 1e9, 20 from generate_series(1, 4) n`,
    [admin.companyId, id],
  )
  await t.adminPool.query(`insert into device_polling (device_id, company_id) values ($1, $2)`, [
    id,
    admin.companyId,
  ])
  return id
}

/** A reading of its surroundings, each later than the last. */
async function reads(deviceId: string, content: object): Promise<void> {
  minutes += 1
  await t.adminPool.query(
    `select note_neighbourhood($1, now() - interval '1 day' + make_interval(mins => $2), $3)`,
    [
      deviceId,
      minutes,
      JSON.stringify({
        neighbours: [],
        stations: [],
        addresses: [],
        power: [],
        speaksLldp: true,
        incomplete: false,
        ...content,
      }),
    ],
  )
}
const hears = (name: string, number: number, here: string, there: string) => ({
  protocol: 'lldp',
  interface: here,
  name,
  port: there,
  chassisId: macOf(number),
  description: '',
  address: null,
})
const derive = () => deriveSweep.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
const drawing = async (who = admin) =>
  (await who.call('GET /monitor/api/v1/topology/outlet/:outletId', { outletId })).data

beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  admin = await t.person((await t.company('company', msp.companyId)).id, 'administrator')
  stranger = await t.person((await t.company('company')).id, 'administrator')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'North') returning id::text`,
    [admin.companyId],
  )
  outletId = rows[0]!.id
  const printer = await arrangeDevice(t, admin.companyId, {
    name: 'Printer',
    type: 'printer',
    mac_address: macOf(3),
  })
  await t.adminPool.query('update device set outlet_id = $1 where id = $2', [outletId, printer])
  devices = { core: await addSwitch('core', 1), access: await addSwitch('access', 2), printer }
  await reads(devices.core, { neighbours: [hears('access', 2, 'Gi1', 'Gi4')] })
  await reads(devices.access, {
    neighbours: [hears('core', 1, 'Gi4', 'Gi1')],
    stations: [{ interface: 'Gi2', vlan: 20, macs: [macOf(3)], others: 0 }],
  })
})

test('an outlet is drawn from what its devices see, with the state of their ports', async () => {
  await derive()
  const { nodes, links, outletName, derivedAt } = await drawing()
  expect(outletName).toBe('North')
  expect(derivedAt).not.toBeNull()
  expect(nodes.map(({ name }) => name).toSorted()).toEqual(['Printer', 'access', 'core'])
  expect(links).toMatchObject([
    {
      a: { node: `d${devices.core}`, port: 'Gi1', state: 'up', vlan: 20, speed: 1e9 },
      b: { node: `d${devices.access}`, port: 'Gi4' },
      by: 'lldp',
      missing: false,
    },
    { a: { node: `d${devices.access}`, port: 'Gi2' }, b: { node: `d${devices.printer}` }, by: 'fdb' },
  ])
})

test('only what changed is derived again; an unchanged reading counts where a link waits for it', async () => {
  await derive()
  const due = async () =>
    (await t.adminPool.query('select 1 from topology_due where outlet_id = $1', [outletId])).rowCount
  expect(await due()).toBe(0)
  const content = { neighbours: [hears('access', 2, 'Gi1', 'Gi4')] }
  await reads(devices.core, content)
  expect(await due()).toBe(0)
  await reads(devices.core, { ...content, power: [{ interface: 'Gi2', state: 'delivering', class: 4 }] })
  expect(await due()).toBe(1)
  await derive()
  expect(await due()).toBe(0)
})

test('an outlet that cannot be derived holds up no other, and waits for its next change', async () => {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'Broken') returning id::text`,
    [stranger.companyId],
  )
  const broken = rows[0]!.id
  const liar = await arrangeDevice(t, stranger.companyId, { name: 'Liar', type: 'switch' })
  await t.adminPool.query('update device set outlet_id = $1 where id = $2', [broken, liar])
  await t.adminPool.query(`insert into device_polling (device_id, company_id) values ($1, $2)`, [
    liar,
    stranger.companyId,
  ])
  await reads(liar, {})
  await t.adminPool.query(
    `update device_neighbourhood set content = '{"neighbours": 7}' where device_id = $1`,
    [liar],
  )
  // The oldest mark comes first.
  await t.adminPool.query(`update topology_due set at = at - interval '1 hour' where outlet_id = $1`, [
    broken,
  ])
  const errors: object[] = []
  const log = { ...t.log, error: (what: object) => void errors.push(what) } as typeof t.log
  await deriveSweep.run({ scopes: t.scopes, log, signal: new AbortController().signal })
  expect(errors).toMatchObject([{ outletId: broken }])
  expect((await drawing()).links).toHaveLength(2)
  expect((await t.adminPool.query('select 1 from topology_due')).rowCount).toBe(0)
})

test('a new neighbour and a vanished one are events after a second reading, none of the first drawing', async () => {
  await derive()
  expect((await drawing()).changes).toEqual([])
  const third = await addSwitch('third', 5)
  const all = [hears('access', 2, 'Gi1', 'Gi4'), hears('third', 5, 'Gi2', 'Gi1')]
  for (let reading = 0; reading < 2; reading += 1) {
    await reads(devices.core, { neighbours: all, power: [] })
    await reads(third, { neighbours: [hears('core', 1, 'Gi1', 'Gi2')] })
    await derive()
  }
  const { changes } = await drawing()
  expect(
    changes.map(({ kind, deviceName, detail }) => `${kind} ${deviceName} ${detail['name']}`).toSorted(),
  ).toEqual(['neighbour.new core third', 'neighbour.new third core'])
  for (let reading = 0; reading < 2; reading += 1) {
    await reads(devices.core, { neighbours: all.slice(0, 1) })
    await reads(third, {})
    await derive()
  }
  expect((await drawing()).changes[0]).toMatchObject({ kind: 'neighbour.gone' })
  const { data } = await admin.call('POST /monitor/api/v1/topology/lists', {})
  expect(data.items).toMatchObject([
    { outletName: 'North', devices: 4, online: 3, links: 2, strangers: 0, changes: 4, health: 'online' },
  ])
})

test('what a hostile agent claims stays text, and bounded', async () => {
  const neighbours = Array.from({ length: 3000 }, (_, n) => ({
    ...hears(`<img src=x onerror=alert(${n})>`, 1, 'Gi3', ''),
    chassisId: `x${n}`,
  }))
  await reads(devices.access, { neighbours })
  await derive()
  const { nodes, folded } = await drawing()
  expect(nodes.length).toBeLessThanOrEqual(200)
  expect(nodes.filter(({ kind }) => kind === 'neighbour')).toHaveLength(48)
  expect(folded).toBe(3000 - 48)
})

test('positions are kept for everybody, and given up by a reset', async () => {
  await derive()
  const node = `d${devices.core}`
  const place = (x: number, who = admin) =>
    who.call('PUT /monitor/api/v1/topology/outlet/:outletId/positions', {
      outletId,
      positions: [{ node, x, y: -20.5 }],
    })
  expect((await place(10)).code).toBe(0)
  await place(30)
  const placed = async () => (await drawing()).nodes.find(({ key }) => key === node)
  expect(await placed()).toMatchObject({ x: 30, y: -20.5 })
  expect((await place(10, stranger)).code).toBe('outlet.not_found')
  expect((await place(Number.MAX_VALUE)).data).toMatchObject({ fields: [{ field: 'positions.0.x' }] })
  await admin.call('DELETE /monitor/api/v1/topology/outlet/:outletId/positions', { outletId })
  expect(await placed()).toMatchObject({ x: null, y: null })
})

test('another company sees no outlet, an MSP its contents as the company consents', async () => {
  await derive()
  const code = async (who: TestPerson) =>
    (await who.call('GET /monitor/api/v1/topology/outlet/:outletId', { outletId })).code
  expect(await code(stranger)).toBe('outlet.not_found')
  expect(await code(msp)).toBe(0)
  await t.adminPool.query(`insert into acting_consent (company_id, mode) values ($1, 'never')`, [
    admin.companyId,
  ])
  expect(await code(msp)).toBe('acting.never')
  const { data } = await msp.call('POST /monitor/api/v1/topology/lists', { search: 'north' })
  expect(data.items).toMatchObject([{ devices: 3, links: null }])
})
