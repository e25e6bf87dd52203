import { describe, expect, test, vi } from 'vitest'
import { guard, type GuardWorld } from './guard.ts'
import { isSamePage } from '../lib/single-account.ts'
import { entryOf, firstRoute, hasBothModes, menuOf, modeOf, permittedRoutes, trailOf } from './route-rules.ts'
import type { RouteEntry } from './route-entry.ts'

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
  entry('/login', { layout: 'none', open: true, hidden: true }),
  entry('/completeAccount', { layout: 'none', open: true, hidden: true }),
  entry('/', {
    permission: 'DMS_SERVER_MANAGE_WORKBENCH',
    layout: 'none',
    open: true,
    redirect: '/homePage',
  }),
  entry('/homePage', { parent: '/' }),
  entry('/404', { hidden: true }),
  group,
  entry('/equipment/list', { parent: '/equipment' }),
  entry('/equipment/pool', { parent: '/equipment', permission: 'DMS_SERVER_DEVICE_CLAIM' }),
  entry('/equipment/list/$id', { parent: '/equipment/list', hidden: true }),
  entry('/equipment/pool/$id', {
    parent: '/equipment/pool',
    permission: 'DMS_SERVER_DEVICE_CLAIM',
    elsewhere: true,
  }),
  entry('/tenants', { permission: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT', mode: 'admin' }),
]

const nothing: ReadonlySet<string> = new Set()

function world(options: {
  token?: boolean
  loaded?: ReadonlySet<string>
  load?: () => Promise<ReadonlySet<string>>
  home?: string
}): GuardWorld {
  return {
    hasToken: () => options.token ?? true,
    permissions: () => options.loaded ?? null,
    loadSession: options.load ?? (() => Promise.resolve(nothing)),
    singleAccountHome: options.home ?? null,
  }
}

const go = (href: string, in_: GuardWorld) => guard({ path: href.split('?')[0] ?? '', href }, in_, table)

describe('without a token (specification §4)', () => {
  test.each([
    ['/login', { kind: 'stay' }],
    ['/login?redirect=%2Fx', { kind: 'stay' }],
    ['/', { kind: 'stay' }],
    ['/completeAccount?ticket=x', { kind: 'stay' }],
    ['/404', { kind: 'redirect', to: '/login?redirect=%2F404' }],
    ['/redirect/login', { kind: 'redirect', to: '/login?redirect=%2Fredirect%2Flogin' }],
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
    ['/redirect//evil.example', { kind: 'redirect', to: '/evil.example' }],
    ['/redirect', { kind: 'redirect', to: '/' }],
    ['/completeAccount', { kind: 'stay' }],
    ['/login?view=invitation&ticket=abc', { kind: 'stay' }],
    ['/login?redirect=%2Fx&view=reset', { kind: 'stay' }],
    ['/login?view=register', { kind: 'redirect', to: '/' }],
    ['/login?view=invitations', { kind: 'redirect', to: '/' }],
    ['/homePage', { kind: 'redirect', to: '/404' }],
    ['/404', { kind: 'stay' }],
    ['/nowhere', { kind: 'redirect', to: '/404' }],
    ['/equipment/pool', { kind: 'redirect', to: '/404' }],
    ['/equipment/pool/7', { kind: 'redirect', to: '/404' }],
    ['/equipment/pool/7?company=', { kind: 'redirect', to: '/404' }],
    ['/equipment/pool?company=8', { kind: 'redirect', to: '/404' }],
    ['/equipment/pool/7?company=8', { kind: 'stay' }],
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

  test('the workbench is the landing page of users who may see it', async () => {
    const held = world({ loaded: new Set(['DMS_SERVER_MANAGE_WORKBENCH']) })
    expect(await go('/', held)).toEqual({ kind: 'redirect', to: '/homePage' })
    expect(await go('/login', held)).toEqual({ kind: 'redirect', to: '/' })
  })

  test('reports a session without any route', async () => {
    const bare = table.filter(({ path }) => path === '/' || path === '/homePage')
    expect(await guard({ path: '/', href: '/' }, world({ loaded: nothing }), bare)).toEqual({
      kind: 'redirect',
      to: '/404',
    })
  })

  test('a session that cannot be loaded ends at login', async () => {
    expect(await go('/equipment/list', world({ load: () => Promise.reject(new Error('40001')) }))).toEqual({
      kind: 'sign-in',
    })
  })
})

describe('a group', () => {
  const held: ReadonlySet<string> = new Set(['DMS_SERVER_AUTH_MANAGE', 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT'])
  const groupAt = entry('/permissions', {
    permission: 'DMS_SERVER_AUTH_MANAGE',
    mode: 'admin',
    redirect: '/permissions/roles',
  })
  const below = [
    entry('/permissions/roles', { parent: '/permissions', permission: 'DMS_SERVER_AUTH_MANAGE_ROLE' }),
    entry('/permissions/tree', { parent: '/permissions', permission: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT' }),
  ]
  const at = (permissions: ReadonlySet<string>, routes: RouteEntry[]) =>
    guard({ path: '/permissions', href: '/permissions' }, world({ loaded: permissions }), routes)

  test('leads to its page, or to the first of its children that is left', async () => {
    const all = new Set([...held, 'DMS_SERVER_AUTH_MANAGE_ROLE'])
    expect(await at(all, [groupAt, ...below])).toEqual({ kind: 'redirect', to: '/permissions/roles' })
    expect(await at(held, [groupAt, ...below])).toEqual({ kind: 'redirect', to: '/permissions/tree' })
  })

  test('without a child is no route and stands in no menu', async () => {
    expect(await at(held, [groupAt])).toEqual({ kind: 'redirect', to: '/404' })
    expect(menuOf(held, 'admin', [groupAt])).toEqual([])
  })

  test('that is not permitted takes its children with it', () => {
    const withoutGroup = new Set(['DMS_SERVER_AUTH_MANAGE_ROLE', 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT'])
    expect(permittedRoutes(withoutGroup, [groupAt, ...below])).toEqual([])
  })

  test('gives its mode to its pages', () => {
    const routes = [groupAt, ...below, entry('/mine', { mode: 'default' }), entry('/any')]
    expect(['/permissions/tree', '/mine', '/any', '/x'].map((path) => modeOf(path, routes))).toEqual([
      'admin',
      'default',
      null,
      null,
    ])
    expect(hasBothModes(held, routes)).toBe(true)
    expect(hasBothModes(nothing, routes)).toBe(false)
  })
})

describe('single-account mode (specification §1, §2, §4)', () => {
  const home = 'https://portal.example/'
  const single = [
    entry('/login', { layout: 'none', open: true, hidden: true }),
    entry('/', { layout: 'none', open: true, redirect: '/accountSetting' }),
    entry('/accountSetting', { parent: '/' }),
  ]
  const at = (path: string, in_: GuardWorld) => guard({ path, href: path }, in_, single)

  test.each(['/', '/login', '/404', '/equipmentManagement/intelligence', '/accountSetting/x'])(
    '%s leads to the home address',
    async (path) => {
      expect(await at(path, world({ loaded: nothing, home }))).toEqual({ kind: 'leave', to: home })
    },
  )

  test('the account settings stay, and login without a token', async () => {
    expect(await at('/accountSetting', world({ loaded: nothing, home }))).toEqual({ kind: 'stay' })
    expect(await at('/login', world({ token: false, home }))).toEqual({ kind: 'stay' })
    expect(await at('/accountSetting', world({ token: false, home }))).toEqual({
      kind: 'redirect',
      to: '/login?redirect=%2FaccountSetting',
    })
  })

  test.each([
    ['https://portal.example/', false],
    ['/', true],
    ['/acme/', false],
    ['/?x=1', false],
    ['/#/homePage', true],
  ])('the home address %s is this page: %s, and then it is not loaded again', (address, expected) => {
    expect(isSamePage(address, 'http://localhost:8080/#/accountSetting')).toBe(expected)
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
