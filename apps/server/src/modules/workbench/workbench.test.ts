import type { BuiltInRole } from '@netward/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { deviceRoutes } from '../devices/index.ts'
import { workbenchRoutes } from './index.ts'

let t: TestApp
let msp: { id: string }
let below: { id: string }
let apart: { id: string }

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    deviceRoutes(app, { secrets })
    workbenchRoutes(app)
  })
  msp = await t.company('middleman')
  below = await t.company('company', msp.id)
  apart = await t.company('company')
  await devices(below.id, 'below', 3, { presence: 'online' })
  await devices(below.id, 'held', 1, { guard: 'quarantined' })
  await devices(apart.id, 'apart', 2, { presence: 'offline' })
  await devices(apart.id, 'twin', 1, { guard: 'duplicate' })
})
afterAll(() => t.stop())

async function devices(
  companyId: string,
  name: string,
  count: number,
  { presence = 'unknown', guard = 'none' }: { presence?: string; guard?: string },
) {
  await t.adminPool.query(
    `insert into device (company_id, name, type, driver, presence, guard)
     select $1, $2 || n, 'smart_cpe', 'none', $4, $5 from generate_series(1, $3) n`,
    [companyId, name, count, presence, guard],
  )
}

async function event(companyId: string, kind: string, hoursAgo = 0) {
  await t.adminPool.query(
    `insert into device_timeline (company_id, device_id, kind, at, detail)
     select company_id, id, $2, now() - make_interval(hours => $3), '{"kind": "reboot"}'
     from device where company_id = $1 order by id limit 1`,
    [companyId, kind, hoursAgo],
  )
}

const read = async (companyId: string, role: BuiltInRole = 'administrator') =>
  (await (await t.person(companyId, role)).call('GET /api/v1/workbench')).data

test('the counts are within the scope and equal the lists that they open', async () => {
  const everything = (await t.operator.call('GET /api/v1/workbench')).data
  expect(everything.gateways).toEqual({ online: 3, overdue: 0, offline: 2, unknown: 2, guarded: 2 })
  for (const presence of ['online', 'offline', 'unknown'] as const) {
    const list = await t.operator.call('POST /api/v1/device/lists', { presence: [presence] })
    expect(list.data.total).toBe(everything.gateways?.[presence])
  }
  const tree = await read(msp.id)
  expect(tree.gateways).toEqual({ online: 3, overdue: 0, offline: 0, unknown: 1, guarded: 1 })
  expect(tree.waiting).toEqual([{ kind: 'quarantined_gateways', count: 1 }])
  const company = await read(apart.id)
  expect(company.waiting).toEqual([{ kind: 'duplicate_gateways', count: 1 }])
})

test('a drift event holds neither values nor templates, since its list needs no consent of the company', async () => {
  const drift = [{ path: 'Device.WiFi.SSID.1.SSID', before: 'mine', after: 'shop', secret: false }]
  await t.adminPool.query(
    `with s as (insert into provision_state (company_id, device_id, state, drift)
       select company_id, id, 'drifted', $2 from device where company_id = $1 order by id limit 1 returning *)
     insert into device_timeline (company_id, device_id, kind, detail)
     select company_id, device_id, 'provision.drifted', '{"changed": 1}' from s`,
    [below.id, JSON.stringify(drift)],
  )
  const [kept] = (await t.adminPool.query('select detail from device_timeline order by id desc limit 1')).rows
  expect(kept.detail).toMatchObject({ changed: 1, templates: [] })
  const [newest] = (await read(msp.id)).events
  expect(newest).toMatchObject({ kind: 'provision.drifted', detail: { changed: 1 } })
  for (const inside of ['drift', 'templates']) expect(newest?.detail).not.toHaveProperty(inside)
})

test('lists at most twenty events of the scope, newest first, with device and company', async () => {
  for (let n = 0; n < 25; n++) await event(below.id, n % 2 === 0 ? 'offline' : 'online')
  await event(apart.id, 'edited')
  // Covered by the entry beside it.
  await event(apart.id, 'inform.value_change')
  const operator = (await t.operator.call('GET /api/v1/workbench')).data.events
  expect(operator).toHaveLength(20)
  expect(operator[0]).toMatchObject({ kind: 'edited', deviceName: 'apart1', detail: { kind: 'reboot' } })
  const tree = (await read(msp.id)).events
  expect(tree).toHaveLength(20)
  expect(tree.map(({ id }) => BigInt(id))).toEqual(
    tree.map(({ id }) => BigInt(id)).toSorted((a, b) => Number(b - a)),
  )
  expect(new Set(tree.map(({ deviceName }) => deviceName))).toEqual(new Set(['below1']))
  expect((await read(apart.id)).events.map(({ kind }) => kind)).toEqual(['edited'])
  const inside = (await t.operator.actingIn(apart.id).call('GET /api/v1/workbench')).data
  expect(inside.events.map(({ kind }) => kind)).toEqual(['edited'])
})

test('failed commands count for a day, and the list that they open has as many', async () => {
  await event(below.id, 'command.failed')
  await event(below.id, 'command.failed', 23)
  await event(below.id, 'command.failed', 25)
  for (const person of [
    t.operator,
    await t.person(msp.id, 'administrator'),
    await t.person(below.id, 'engineer'),
  ]) {
    const { waiting } = (await person.call('GET /api/v1/workbench')).data
    expect(waiting).toContainEqual({ kind: 'failed_commands', count: 2 })
    const list = (await person.call('GET /api/v1/workbench/failed-commands', { pageSize: 1, page: 2 })).data
    expect(list).toMatchObject({ total: 2, totalCapped: false, items: [{ deviceName: 'below1' }] })
  }
  const other = await t.person(apart.id, 'engineer')
  expect((await other.call('GET /api/v1/workbench/failed-commands')).data.items).toEqual([])
})

test('registrations wait for the platform, invitations for users who may invite', async () => {
  await t.adminPool.query(
    `insert into company_registration (company_id, parent_id, parent_name, company_name, contact_name, phone, password_hash, language)
     values ($1, $1, 'OP', 'Applicant', 'Somebody', '13800138000', 'x', 'zh')`,
    [t.operator.companyId],
  )
  await t.adminPool.query(
    `insert into invitation (company_id, display_name, phone, roles, ticket_hash, invited_by, expires_at)
     values ($1, 'a', '13800138001', '{engineer}', 'open', 'x', now() + interval '1 day'),
            ($1, 'b', '13800138002', '{engineer}', 'over', 'x', now() - interval '1 day')`,
    [below.id],
  )
  const operator = (await t.operator.call('GET /api/v1/workbench')).data
  expect(operator.waiting).toContainEqual({ kind: 'registrations', count: 1 })
  const kinds = async (...asked: Parameters<typeof read>) =>
    (await read(...asked)).waiting.map(({ kind }) => kind)
  expect(await kinds(below.id)).toContain('invitations')
  expect(await kinds(below.id)).not.toContain('registrations')
  expect(await kinds(below.id, 'engineer')).not.toContain('invitations')
  expect(await kinds(apart.id)).not.toContain('invitations')
})

test('a user without device permission gets the workbench without devices', async () => {
  const person = await t.person(below.id, 'user_layer')
  await t.adminPool.query(
    `with gone as (delete from member_role using member m
         where m.id = member_role.member_id and m.person_id = $2 returning member_role.member_id),
       r as (insert into role (company_id, name, permissions) values ($1, 'desk', array['DMS_SERVER_MANAGE_WORKBENCH']) returning id)
     insert into member_role (company_id, member_id, role_id) select $1, gone.member_id, r.id from gone, r`,
    [below.id, person.personId],
  )
  expect((await person.call('GET /api/v1/workbench')).data).toEqual({
    firstSteps: [],
    gateways: null,
    waiting: [],
    events: [],
  })
  expect((await person.call('GET /api/v1/workbench/failed-commands')).code).toBe('permission.denied')
})

test('without gateways it names the first steps: tenant, administrator, outlet, gateway', async () => {
  const first = await t.company('middleman')
  expect((await read(first.id)).firstSteps).toEqual([
    { step: 'tenant', done: false, companyId: null },
    { step: 'administrator', done: false, companyId: null },
    { step: 'outlet', done: false, companyId: null },
    { step: 'gateway', done: false, companyId: null },
  ])
  const tenant = await t.company('company', first.id)
  expect((await read(first.id)).firstSteps.slice(0, 2)).toEqual([
    { step: 'tenant', done: true, companyId: null },
    { step: 'administrator', done: false, companyId: tenant.id },
  ])
  await t.person(tenant.id, 'administrator')
  await t.adminPool.query("insert into outlet (company_id, name) values ($1, 'Shop')", [tenant.id])
  expect((await read(first.id)).firstSteps.map(({ done }) => done)).toEqual([true, true, true, false])
  // A customer has no tenants.
  expect((await read(tenant.id)).firstSteps.map(({ step }) => step)).toEqual(['outlet', 'gateway'])
  await devices(tenant.id, 'first', 1, {})
  expect((await read(first.id)).firstSteps).toEqual([])
})
