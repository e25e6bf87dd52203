import type { EndpointInput } from '@netward/contract'
import { panelsOfPage } from '@netward/contract/panels/panels'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangePanelWorld, type PanelWorld } from '../../../test/panel-world.ts'
import { createTestApp, ofEveryTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { loadModules } from '../../load-modules.ts'
import { readConfig } from '../../platform/config/config.ts'
import { companyMoveRoutes, companyMoveJobs } from '../organisations/index.ts'
import { wallRoutes } from './index.ts'
import { wallSweep } from './walls.sweeps.ts'

let t: TestApp
let world: PanelWorld
const inside = '192.0.2.7'
const overall = 'overall_operations_overview'
const permission = 'DMS_SERVER_CENTER_WALL_SCREENS'

type Made = EndpointInput<'POST /api/v1/chart/wall'>

beforeAll(async () => {
  t = await createTestApp(async (app, deps) => {
    const modules = await loadModules({ ...deps, config: readConfig({}, []) }, [...ofEveryTestApp, 'walls'])
    for (const one of modules) await one.routes?.(app)
    wallRoutes(app)
    companyMoveRoutes(app, deps)
  })
  world = await arrangePanelWorld(t)
})
afterAll(() => t.stop())

const asked = (more: Partial<Made> = {}): Made => ({
  name: 'NOC',
  pages: [overall],
  ranges: ['192.0.2.0/24', '2001:db8::1'],
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  language: 'en',
  ...more,
})

async function made(person: TestPerson, more: Partial<Made> = {}) {
  const { data, code } = await person.call('POST /api/v1/chart/wall', asked(more))
  expect(code).toBe(0)
  return data
}

async function open(secret: string, from = inside) {
  const { code, data } = await t.raw({
    method: 'POST',
    url: '/api/v1/chart/wall/open',
    payload: { secret },
    from,
  })
  return { code, token: (data as { token?: string } | null)?.token ?? '' }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const screen = async (token: string, from = inside) =>
  t.raw({ method: 'GET', url: '/api/v1/chart/wall/screen', headers: bearer(token), from })
const panel = async (token: string, key: string, chart: string = overall, more: object = {}) =>
  t.raw({
    method: 'POST',
    url: '/api/v1/chart/wall/panel',
    headers: bearer(token),
    payload: { chart, panel: key, ...more },
    from: inside,
  })

async function opened(person: TestPerson, more: Partial<Made> = {}) {
  const { id, secret } = await made(person, more)
  return { id, secret, ...(await open(secret)) }
}

test('a wall screen shows the numbers that its maker sees, and nothing to open', async () => {
  for (const who of ['msp', 'tenant', 'limited'] as const) {
    const person = world.people[who]
    if (who === 'limited')
      await t.adminPool.query(
        `update role r set permissions = array_append(r.permissions, $2)
         where exists (select from member m join member_role mr on mr.company_id = m.company_id and mr.member_id = m.id
           where m.person_id = $1 and mr.company_id = r.company_id and mr.role_id = r.id)`,
        [person.personId, permission],
      )
    const { token } = await opened(person)
    const { data } = await screen(token)
    const mine = await person.call('GET /api/v1/chart/page/:chart', { chart: overall })
    expect(data).toMatchObject({
      name: 'NOC',
      pages: [{ chart: overall, panels: mine.data.panels }],
      language: 'en',
    })
    const period = {
      from: new Date(Date.now() - 7 * 86_400_000).toISOString(),
      to: new Date().toISOString(),
    }
    const own = await person.call('POST /api/v1/chart/panel', { panel: 'outlets_normal', ...period })
    const shown = (await panel(token, 'outlets_normal')).data as typeof own.data
    expect(shown.rows[0]!.values).toEqual(own.data.rows[0]!.values)
    expect(shown.rows[0]!.values[1]).toBeGreaterThan(0)
    expect(shown.rows.flatMap(({ opens }) => opens).every((one) => one === null)).toBe(true)
  }
})

test('a wall screen keeps to its page, its filters and its panels', async () => {
  const { token } = await opened(world.people.msp, { companyId: world.tenant.id })
  const own = await world.people.msp.call('POST /api/v1/chart/panel', {
    panel: 'outlets_normal',
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date().toISOString(),
    companyId: world.tenant.id,
  })
  const shown = (await panel(token, 'outlets_normal')).data as typeof own.data
  expect(shown.rows[0]!.values).toEqual(own.data.rows[0]!.values)

  const ofOther = panelsOfPage('personal_performance_overview')[0]!
  expect((await panel(token, ofOther)).code).toBe('permission.denied')
  expect((await panel(token, ofOther, 'personal_performance_overview')).code).toBe('permission.denied')
  for (const more of [{ companyId: world.people.msp.companyId }, { from: '2026-01-01T00:00:00Z' }])
    expect((await panel(token, 'outlets_normal', overall, more)).code).toBe('request.invalid')

  // A panel that does not follow a filter would show what lies beyond it.
  const byType = await opened(world.people.tenant, { type: ['router'] })
  const { pages } = (await screen(byType.token)).data as { pages: { panels: string[] }[] }
  expect(pages[0]!.panels.length).toBeGreaterThan(0)
  expect(pages[0]!.panels).not.toContain('outlets_normal')
  expect((await panel(byType.token, 'outlets_normal')).code).toBe('permission.denied')
})

test('the address is checked when the link is opened and on each request', async () => {
  const { secret } = await made(world.people.tenant)
  for (const from of ['192.0.3.1', '2001:db8::2', '::ffff:192.0.3.1'])
    expect((await open(secret, from)).code).toBe('wall.wrong_address')
  for (const from of [inside, '2001:db8::1', '::ffff:192.0.2.9'])
    expect((await open(secret, from)).code).toBe(0)
  const { token } = await open(secret)
  expect((await screen(token)).code).toBe(0)
  expect((await screen(token, '198.51.100.1')).code).toBe('wall.wrong_address')
  const forged = await t.raw({
    method: 'GET',
    url: '/api/v1/chart/wall/screen',
    headers: { ...bearer(token), 'x-forwarded-for': inside },
    from: '198.51.100.1',
  })
  expect(forged.code).toBe('wall.wrong_address')
})

test('no secret but its own opens a wall screen, and neither secret nor session is stored as it is', async () => {
  const { secret, token } = await opened(world.people.tenant)
  expect((await open(token)).code).toBe('wall.not_found')
  for (const other of [secret, world.people.tenant.token]) expect((await screen(other)).code).toBe(40001)
  expect((await open(world.people.tenant.token)).code).toBe('wall.not_found')
  const { rows } = await t.adminPool.query<{ text: string }>(
    'select w::text as text from wall_screen w union all select s::text from wall_session s',
  )
  for (const { text } of rows) for (const one of [secret, token]) expect(text).not.toContain(one)
  const { body } = await world.people.tenant.call('POST /api/v1/chart/wall/lists', {})
  expect(body).not.toContain(secret)
})

test('an ended or expired wall screen shows nothing', async () => {
  const person = world.people.tenant
  const first = await opened(person)
  expect((await person.call('POST /api/v1/chart/wall/:wallId/end', { wallId: first.id })).code).toBe(0)
  expect((await screen(first.token)).code).toBe('wall.over')
  expect((await open(first.secret)).code).toBe('wall.over')
  const again = await person.call('POST /api/v1/chart/wall/:wallId/end', { wallId: first.id })
  expect(again.code).toBe('wall.over')

  const second = await opened(person)
  await t.adminPool.query(`update wall_screen set expires_at = now() - interval '1 second' where id = $1`, [
    second.id,
  ])
  expect((await screen(second.token)).code).toBe('wall.over')
  const { data } = await person.call('POST /api/v1/chart/wall/lists', { state: 'expired' })
  expect(data.items.map(({ id, state, mayEnd }) => [id, state, mayEnd])).toEqual([
    [second.id, 'expired', false],
  ])
})

test('a wall screen ends with the rights of its maker, for good', async () => {
  const ways: Record<string, readonly [away: string, back: string]> = {
    disabled: [
      `update member set status = 'disabled' where person_id = $1`,
      `update member set status = 'enabled' where person_id = $1`,
    ],
    'account disabled': [
      'update person set disabled_at = now() where id = $1',
      'update person set disabled_at = null where id = $1',
    ],
    'without the role': [
      `update member_role set built_in = 'execution_layer' where member_id in (select id from member where person_id = $1)`,
      `update member_role set built_in = 'management_layer' where member_id in (select id from member where person_id = $1)`,
    ],
  }
  for (const [name, [away, back]] of Object.entries(ways)) {
    const maker = await t.person(world.tenant.id, 'management_layer')
    const { id, token } = await opened(maker)
    await t.adminPool.query(away, [maker.personId])
    expect([name, (await screen(token)).code]).toEqual([name, 'wall.over'])
    expect([name, (await panel(token, 'outlets_normal')).code]).toEqual([name, 'wall.over'])
    await wallSweep.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
    await t.adminPool.query(back, [maker.personId])
    expect([name, (await screen(token)).code]).toEqual([name, 'wall.over'])
    const { rows } = await t.adminPool.query<{ action: string }>(
      `select action from audit_log where subject_kind = 'wall' and subject_id = $1 order by id`,
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['wall.made', 'wall.rights_lost'])
  }
  const leaver = await t.person(world.tenant.id, 'management_layer')
  const { token } = await opened(leaver)
  await t.adminPool.query(
    'delete from member_role where member_id in (select id from member where person_id = $1)',
    [leaver.personId],
  )
  await t.adminPool.query('delete from member where person_id = $1', [leaver.personId])
  expect((await screen(token)).code).toBe('wall.over')
})

test('a page to which the maker lost the right is left out', async () => {
  const maker = await t.person(world.tenant.id, 'management_layer')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into role (company_id, name, permissions) values ($1, 'wall', $2) returning id::text`,
    [world.tenant.id, [permission, 'DMS_SERVER_CENTER_GLOBAL_OPERATIONS', 'DMS_SERVER_OUTLET_VIEW']],
  )
  const { token } = await opened(maker, { pages: [overall, 'service_health_monitoring'] })
  await t.adminPool.query(
    `update member_role set built_in = null, role_id = $2 where member_id in (select id from member where person_id = $1)`,
    [maker.personId, rows[0]!.id],
  )
  const { pages } = (await screen(token)).data as { pages: { chart: string }[] }
  expect(pages.map(({ chart }) => chart)).toEqual([overall])
  const refused = await panel(
    token,
    panelsOfPage('service_health_monitoring')[0]!,
    'service_health_monitoring',
  )
  expect(refused.code).toBe('permission.denied')
})

test('a suspended company pauses its wall screens', async () => {
  const company = await t.company('company')
  const { token } = await opened(await t.person(company.id, 'administrator'))
  await t.adminPool.query(`update company set status = 'frozen', frozen_because = 'hand' where id = $1`, [
    company.id,
  ])
  expect((await screen(token)).code).toBe('wall.paused')
  await t.adminPool.query(`update company set status = 'active', frozen_because = null where id = $1`, [
    company.id,
  ])
  expect((await screen(token)).code).toBe(0)
})

test('its maker or an administrator ends a wall screen; nobody from another company or above', async () => {
  const maker = await t.person(world.tenant.id, 'management_layer')
  const other = await t.person(world.tenant.id, 'management_layer')
  const { id } = await made(maker)
  const end = async (person: TestPerson) =>
    (await person.call('POST /api/v1/chart/wall/:wallId/end', { wallId: id })).code
  const mayEnd = async (person: TestPerson) =>
    (await person.call('POST /api/v1/chart/wall/lists', {})).data.items.find((one) => one.id === id)?.mayEnd
  expect([await mayEnd(maker), await mayEnd(other), await mayEnd(world.people.tenant)]).toEqual([
    true,
    false,
    true,
  ])
  expect(await end(other)).toBe('wall.not_own')
  expect(await end(await t.person((await t.company('company')).id, 'administrator'))).toBe('wall.not_found')
  const above = world.people.msp.actingIn(world.tenant.id)
  expect(await end(above)).toBe('wall.only_at_home')
  expect((await above.call('POST /api/v1/chart/wall', asked())).code).toBe('wall.only_at_home')
  expect(await end(world.people.tenant)).toBe(0)
})

test('wrong fields are named', async () => {
  const person = world.people.tenant
  const wrong = async (more: Partial<Made>) => {
    const { code, data } = await person.call('POST /api/v1/chart/wall', asked(more))
    const { fields } = data as unknown as { fields: { field: string }[] }
    return [code, fields.map(({ field }) => field)]
  }
  const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  expect(await wrong({ expiresAt: ahead(91) })).toEqual(['wall.expires_wrong', ['expiresAt']])
  expect(await wrong({ expiresAt: ahead(-1) })).toEqual(['wall.expires_wrong', ['expiresAt']])
  expect(await wrong({ ranges: ['0.0.0.0/0'] })).toEqual(['wall.range_too_wide', ['ranges']])
  expect(await wrong({ ranges: ['::/0'] })).toEqual(['wall.range_too_wide', ['ranges']])
  expect(await wrong({ ranges: [] })).toEqual(['request.invalid', ['ranges']])
  expect(await wrong({ ranges: ['office'] })).toEqual(['request.invalid', ['ranges.0']])
  expect(await wrong({ pages: [] })).toEqual(['request.invalid', ['pages']])
  expect(await wrong({ companyId: world.people.msp.companyId })).toEqual(['company.not_found', ['companyId']])
  expect(await wrong({ pages: ['personal_performance_overview'], region: 'East' })).toEqual([
    'wall.page_empty',
    ['pages'],
  ])
  const { code } = await (
    await t.person(world.tenant.id, 'engineer')
  ).call('POST /api/v1/chart/wall', asked())
  expect(code).toBe('permission.denied')
})

test('one link is open on at most fifty screens', async () => {
  const { secret, id, token } = await opened(world.people.tenant)
  for (let n = 0; n < 50; n++) expect((await open(secret)).code).toBe(0)
  const { rows } = await t.adminPool.query<{ n: number }>(
    'select count(*)::int as n from wall_session where wall_id = $1',
    [id],
  )
  expect(rows[0]!.n).toBe(50)
  expect((await screen(token)).code).toBe(40001)
})

test('the list says where and when a wall screen was last seen', async () => {
  const { id, token } = await opened(world.people.tenant, { name: 'Seen' })
  await screen(token)
  const { data } = await world.people.tenant.call('POST /api/v1/chart/wall/lists', { search: 'seen' })
  expect(data.items).toMatchObject([
    { id, lastSeenAddress: inside, state: 'active', ranges: ['192.0.2.0/24', '2001:db8::1/128'] },
  ])
  expect(Date.parse(data.items[0]!.lastSeenAt!)).toBeGreaterThan(Date.now() - 60_000)
})

test('a move to another MSP ends the wall screens that show the customer', async () => {
  const msp = await t.company('middleman')
  const customer = await t.company('company', msp.id)
  const to = await t.company('middleman')
  const person = await t.person(msp.id, 'administrator')
  const shows = await opened(person, { companyId: customer.id })
  const whole = await opened(person)
  const preview = await t.operator.call('GET /api/v1/auth/company/:companyId/move', {
    companyId: customer.id,
    parentId: to.id,
  })
  expect(preview.data.wallScreens).toBe(1)
  const move = { companyId: customer.id, parentId: to.id, reason: 'Sold' }
  expect((await t.operator.call('POST /api/v1/auth/company/:companyId/move', move)).code).toBe(0)
  await companyMoveJobs(t)['company.move']!(
    { companyId: t.operator.companyId },
    { scopes: t.scopes, log: t.log, signal: new AbortController().signal },
  )
  expect((await screen(shows.token)).code).toBe('wall.over')
  expect((await screen(whole.token)).code).toBe(0)
  const { data } = await person.call('POST /api/v1/chart/wall/lists', { state: 'ended' })
  expect(data.items.map(({ id, endedBecause }) => [id, endedBecause])).toEqual([[shows.id, 'moved']])
})
