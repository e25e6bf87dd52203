import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadModules } from '../src/load-modules.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { createTestApp, ofEveryTestApp, type TestApp, type TestPerson } from './test-app.ts'

/** Lists that numbers of panels open, platform health, statements and wall screens: what they refuse, and whom. */

let t: TestApp
let boss: TestPerson

beforeAll(async () => {
  t = await createTestApp(async (app, deps) => {
    const modules = await loadModules({ ...deps, config: readConfig({}, []) }, [...ofEveryTestApp])
    for (const one of modules) await one.routes?.(app)
  })
  boss = await t.person((await t.company('company')).id, 'administrator')
})
afterAll(() => t.stop())

const span = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' }

/** Path, a right input, and wrong ones by the field that the answer names. */
type Wrong = readonly [field: string, input: object]
type List = readonly [path: string, right: object, wrong: readonly Wrong[]]

const lists: readonly List[] = [
  [
    '/dial/api/v1/outage/lists',
    { cause: ['isp'], counted: 'yes', ...span },
    [
      ['companyId', { companyId: 'x' }],
      ['isp.0', { isp: ['pigeon'] }],
      ['cause.0', { cause: ['weather?'] }],
      ['responsibility.0', { responsibility: 'nobody' }],
      ['from', { from: 'yesterday' }],
      ['to', { to: '2026-11-02' }],
      ['counted', { counted: 'no' }],
      ['page', { page: 0 }],
      ['pageSize', { pageSize: 201 }],
    ],
  ],
  [
    '/dial/api/v1/test/lists',
    { kind: ['icmp'], state: ['done'], passed: 'no', ...span },
    [
      ['kind.0', { kind: ['smell'] }],
      ['state.0', { state: ['lost'] }],
      ['passed', { passed: 'maybe' }],
      ['outletId', { outletId: '0' }],
      ['from', { from: '2026-13-01T00:00:00Z' }],
      ['page', { page: 'x' }],
    ],
  ],
  [
    '/api/v1/statement/lists',
    { month: '2026-10-01', kind: ['customer'] },
    [
      ['month', { month: '2026-10-02' }],
      ['month', { month: '2026-10' }],
      ['kind.0', { kind: ['friend'] }],
      ['sort', { sort: 'beyond' }],
      ['search', { search: 'x'.repeat(101) }],
      ['companyId', { companyId: '-1' }],
    ],
  ],
  [
    '/api/v1/chart/wall/lists',
    { state: 'active', sort: 'name' },
    [
      ['state', { state: 'asleep' }],
      ['sort', { sort: 'secret' }],
      ['search', { search: 'x'.repeat(101) }],
      ['pageSize', { pageSize: 1000 }],
    ],
  ],
  [
    '/api/v1/chart/panel',
    { panel: 'outlets_normal', ...span },
    [
      ['panel', { panel: 'weather', ...span }],
      ['from', { panel: 'outlets_normal', ...span, from: 'x' }],
      ['companyId', { panel: 'outlets_normal', ...span, companyId: 'x' }],
      ['type.0', { panel: 'outlets_normal', ...span, type: ['kettle'] }],
      ['timeZone', { panel: 'outlets_normal', ...span, timeZone: 'Mars/Base' }],
    ],
  ],
]
const ofPlatform: readonly List[] = [
  [
    '/api/v1/platform/health/late/lists',
    { sort: '-devices' },
    [
      ['sort', { sort: 'name' }],
      ['search', { search: 'x'.repeat(101) }],
    ],
  ],
  [
    '/api/v1/platform/health/deliveries/lists',
    { sort: 'createdAt' },
    [
      ['sort', { sort: 'reason' }],
      ['page', { page: 0 }],
    ],
  ],
  [
    '/api/v1/platform/health/series/lists',
    { sort: 'used', refusing: 'yes' },
    [
      ['sort', { sort: 'limit' }],
      ['refusing', { refusing: 'no' }],
    ],
  ],
]

const call = (person: TestPerson, path: string, payload: object) =>
  t.raw({ method: 'POST', url: path, headers: { authorization: `Bearer ${person.token}` }, payload })

async function offences(person: TestPerson, of: readonly List[]): Promise<unknown[]> {
  const found: unknown[] = []
  for (const [path, right, wrong] of of) {
    const answer = await call(person, path, right)
    if (answer.code !== 0) found.push([path, right, answer.code])
    for (const [field, input] of wrong) {
      const { code, data } = await call(person, path, input)
      const named = (data as { fields?: { field: string; message: string }[] } | null)?.fields ?? []
      if (code !== 'request.invalid' || !named.some((one) => one.field === field && one.message !== ''))
        found.push([path, input, code, named])
    }
    // What is not declared is refused too.
    const more = await call(person, path, { ...right, order: 'x' })
    if (more.code !== 'request.invalid') found.push([path, 'undeclared', more.code])
  }
  return found
}

test('wrong input is refused by the name of its field', async () => {
  expect(await offences(boss, lists)).toEqual([])
  expect(await offences(t.operator, ofPlatform)).toEqual([])
})

test('people without the right to a list, and companies below the platform, get none', async () => {
  const clerk = await t.person(boss.companyId, 'user_layer')
  const found: unknown[] = []
  for (const [path, right] of lists) {
    const { code } = await call(clerk, path, right)
    // Lines are shown to everybody who sees sites.
    const wanted = path.startsWith('/dial/') ? [0, 'permission.denied'] : ['permission.denied']
    if (!wanted.includes(code)) found.push([path, code])
  }
  for (const [path, right] of ofPlatform) {
    const { code } = await call(boss, path, right)
    if (code !== 'permission.denied') found.push([path, code])
  }
  expect(found).toEqual([])
})

test('a list of one company has no rows of another, named or not', async () => {
  const other = await t.company('company')
  await t.adminPool.query(
    `with o as (insert into outlet (company_id, name) values ($1, 'Elsewhere') returning id),
       l as (insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
         select $1, id, 'Line', 'telecom', 'broadband', 100, 50 from o returning id),
       g as (insert into line_outage (company_id, line_id, began_at, down_minutes, worst_at, second_view)
         select $1, id, now(), 1, now(), 'none' from l)
     insert into line_run (company_id, line_id, kind, target, state, passed, give_up_at) select $1, id, 'icmp', '', 'done', true, now() from l`,
    [other.id],
  )
  await t.adminPool.query(
    `insert into monthly_statement (company_id, month, kind, company_name, time_zone, figures)
     values ($1, '2026-10-01', 'customer', 'x', 'Asia/Shanghai', '{"devices": {}, "orders": {"made": 0, "beyond": 0}, "outlets": 0}')`,
    [other.id],
  )
  for (const path of ['/dial/api/v1/outage/lists', '/dial/api/v1/test/lists', '/api/v1/statement/lists'])
    for (const input of [{}, { companyId: other.id }]) {
      const { code, data } = await call(boss, path, input)
      expect([path, code, (data as { total: number }).total]).toEqual([path, 0, 0])
    }
})
