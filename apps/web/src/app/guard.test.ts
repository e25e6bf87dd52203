import { describe, expect, test, vi } from 'vitest'
import { guard, type GuardWorld } from './guard.ts'
import { entryOf, firstRoute, menuOf, type RouteEntry, trailOf } from './route-table.ts'

const screen = () => Promise.reject(new Error('not rendered here'))
const entry = (path: string, more: Partial<RouteEntry> = {}): RouteEntry => ({
  path,
  permission: null,
  mode: 'both',
  title: 'shell.titles.smartCpe',
  layout: 'console',
  screen,
  ...more,
})
const { screen: _none, ...group } = entry('/equipment', { redirect: '/equipment/list' })
const table: RouteEntry[] = [
  entry('/login', { layout: 'none', hidden: true }),
  entry('/404', { hidden: true }),
  group,
  entry('/equipment/list', { parent: '/equipment' }),
  entry('/equipment/pool', { parent: '/equipment', permission: 'DMS_SERVER_DEVICE_CLAIM' }),
  entry('/equipment/list/$id', { parent: '/equipment/list', hidden: true }),
  entry('/tenants', { permission: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT', mode: 'admin' }),
]

const nothing: ReadonlySet<string> = new Set()

function world(options: {
  token?: boolean
  loaded?: ReadonlySet<string>
  load?: () => Promise<ReadonlySet<string>>
}): GuardWorld {
  return {
    hasToken: () => options.token ?? true,
    permissions: () => options.loaded ?? null,
    loadSession: options.load ?? (() => Promise.resolve(nothing)),
  }
}

const go = (href: string, in_: GuardWorld) => guard({ path: href.split('?')[0] ?? '', href }, in_, table)

describe('without a token (specification §4)', () => {
  test.each([
    ['/login', { kind: 'stay' }],
    ['/login?redirect=%2Fx', { kind: 'stay' }],
    ['/', { kind: 'redirect', to: '/login' }],
    ['/equipment/list?page=2', { kind: 'redirect', to: '/login?redirect=%2Fequipment%2Flist%3Fpage%3D2' }],
    ['/nowhere', { kind: 'redirect', to: '/login?redirect=%2Fnowhere' }],
  ])('%s leads to %o', async (href, expected) => {
    expect(await go(href, world({ token: false }))).toEqual(expected)
  })
})

describe('with a token (specification §4)', () => {
  test.each([
    ['/login', { kind: 'redirect', to: '/' }],
    ['/', { kind: 'redirect', to: '/equipment/list' }],
    ['/equipment', { kind: 'redirect', to: '/equipment/list' }],
    ['/equipment/list?page=2', { kind: 'stay' }],
    ['/equipment/list/7', { kind: 'stay' }],
    ['/redirect/equipment/list?page=2', { kind: 'redirect', to: '/equipment/list?page=2' }],
    ['/404', { kind: 'stay' }],
    ['/nowhere', { kind: 'redirect', to: '/404' }],
    ['/equipment/pool', { kind: 'redirect', to: '/404' }],
  ])('%s leads to %o', async (href, expected) => {
    expect(await go(href, world({ loaded: nothing }))).toEqual(expected)
  })

  test('a route comes back with its permission', async () => {
    expect(await go('/equipment/pool', world({ loaded: new Set(['DMS_SERVER_DEVICE_CLAIM']) }))).toEqual({
      kind: 'stay',
    })
  })

  test('the session is loaded on the first navigation alone', async () => {
    const load = vi.fn(() => Promise.resolve(nothing))
    await go('/equipment/list', world({ load }))
    expect(load).toHaveBeenCalledOnce()
    await go('/equipment/list', world({ load, loaded: nothing }))
    expect(load).toHaveBeenCalledOnce()
  })

  test('a session that cannot be loaded ends at login', async () => {
    expect(await go('/equipment/list', world({ load: () => Promise.reject(new Error('40001')) }))).toEqual({
      kind: 'sign-in',
    })
  })
})

describe('the menu', () => {
  test('leaves out what is hidden or not permitted, and groups without entries', () => {
    expect(
      menuOf(nothing, 'default', table).map(({ entry: { path }, children }) => [
        path,
        children.map((c) => c.path),
      ]),
    ).toEqual([['/equipment', ['/equipment/list']]])
    expect(menuOf(nothing, 'default', [group])).toEqual([])
  })

  test('shows administration in the admin mode alone; routes without a mode stand in both', () => {
    const held = new Set(['DMS_SERVER_ORGANIZATION_MANAGE_TENANT'])
    expect(menuOf(held, 'default', table).map(({ entry: { path } }) => path)).toEqual(['/equipment'])
    expect(menuOf(held, 'admin', table).map(({ entry: { path } }) => path)).toEqual([
      '/equipment',
      '/tenants',
    ])
  })
})

test('where the landing page is missing, the first permitted route is it', () => {
  expect(firstRoute(nothing, table)).toBe('/equipment/list')
  expect(firstRoute(nothing, table.slice(-1))).toBeUndefined()
})

test.each([
  ['/equipment/list', '/equipment/list'],
  ['/equipment/list/', '/equipment/list'],
  ['/equipment/list/7', '/equipment/list/$id'],
  ['/equipment/list/7/8', undefined],
])('the path %s belongs to %s', (path, expected) => {
  expect(entryOf(path, table)?.path).toBe(expected)
})

test('the breadcrumbs of a detail lead over its list', () => {
  const detail = entryOf('/equipment/list/7', table)
  expect(detail && trailOf(detail, table).map(({ path }) => path)).toEqual([
    '/equipment',
    '/equipment/list',
    '/equipment/list/$id',
  ])
})
