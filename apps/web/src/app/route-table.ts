import type { PermissionCode } from '@netward/contract/permissions'
import type { PhraseKey } from '@netward/phrases'
import type { ComponentType } from 'react'
import { paths } from '../lib/paths.ts'

/** In which menu a route stands: `both` for routes without a mode of their own. */
export type RouteMode = 'default' | 'admin' | 'both'

export type MenuIcon = 'equipment' | 'gateway' | 'pool' | 'register'

/** One line of the table of routes (specification §2). */
export interface RouteEntry {
  /** `$name` is a parameter, `$` the rest of the path. */
  readonly path: string
  readonly permission: PermissionCode | null
  readonly mode: RouteMode
  readonly title: Extract<PhraseKey, `shell.titles.${string}`>
  readonly layout: 'console' | 'none'
  readonly redirect?: string
  /** Not in the menu. */
  readonly hidden?: boolean
  readonly icon?: MenuIcon
  /** The path of the menu entry that it stands below. */
  readonly parent?: string
  readonly screen?: () => Promise<ComponentType>
}

export const routeTable: readonly RouteEntry[] = [
  {
    path: paths.login,
    permission: null,
    mode: 'both',
    title: 'shell.titles.login',
    layout: 'none',
    hidden: true,
    screen: async () => (await import('../features/sign-in/sign-in-page.tsx')).SignInPage,
  },
  {
    path: paths.notFound,
    permission: null,
    mode: 'both',
    title: 'shell.titles.notFound',
    layout: 'console',
    hidden: true,
    screen: async () => (await import('./not-found-page.tsx')).NotFoundPage,
  },
  {
    path: '/equipmentManagement',
    permission: null,
    mode: 'both',
    title: 'shell.titles.equipmentManagement',
    layout: 'console',
    icon: 'equipment',
    redirect: paths.smartCpeList,
  },
  {
    path: paths.smartCpeList,
    permission: null,
    mode: 'both',
    title: 'shell.titles.smartCpe',
    layout: 'console',
    icon: 'gateway',
    parent: '/equipmentManagement',
    screen: async () => (await import('../features/devices/smart-cpe-list.tsx')).SmartCpeList,
  },
  {
    path: `${paths.smartCpeList}/$deviceId`,
    permission: null,
    mode: 'both',
    title: 'shell.titles.smartCpeDetail',
    layout: 'console',
    hidden: true,
    parent: paths.smartCpeList,
    screen: async () => (await import('../features/devices/detail/smart-cpe-detail.tsx')).SmartCpeDetail,
  },
  {
    path: paths.unknownGateways,
    permission: 'DMS_SERVER_DEVICE_CLAIM',
    mode: 'both',
    title: 'shell.titles.unknownGateways',
    layout: 'console',
    icon: 'pool',
    parent: '/equipmentManagement',
    screen: async () => (await import('../features/devices/unknown-gateways.tsx')).UnknownGateways,
  },
  {
    path: paths.preRegistration,
    permission: 'DMS_SERVER_DEVICE_PRE_REGISTER',
    mode: 'both',
    title: 'shell.titles.preRegistration',
    layout: 'console',
    icon: 'register',
    parent: '/equipmentManagement',
    screen: async () => (await import('../features/devices/pre-registration.tsx')).PreRegistration,
  },
]

/** Routes that the person may open: those whose permission code is missing are removed (specification §4). */
export function permittedRoutes(
  permissions: ReadonlySet<string>,
  table: readonly RouteEntry[] = routeTable,
): readonly RouteEntry[] {
  return table.filter((entry) => entry.permission === null || permissions.has(entry.permission))
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.replace(/(?<=.)\/+$/, '').split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith('$') ? given[index] !== '' : part === given[index]))
  )
}

/** The line of the table that a path belongs to; one without parameters comes before one with them. */
export function entryOf(path: string, table: readonly RouteEntry[] = routeTable): RouteEntry | undefined {
  const found = table.filter((entry) => matches(entry.path, path))
  return found.find((entry) => !entry.path.includes('$')) ?? found[0]
}

/** The first route with a screen that is in a menu: where the landing page is missing, navigation goes there. */
export function firstRoute(
  permissions: ReadonlySet<string>,
  table: readonly RouteEntry[] = routeTable,
): string | undefined {
  return permittedRoutes(permissions, table).find(
    (entry) => entry.screen !== undefined && entry.hidden !== true,
  )?.path
}

export interface MenuGroup {
  readonly entry: RouteEntry
  readonly children: readonly RouteEntry[]
}

/** The menu of one mode: top entries with the entries below them; a group that is left empty goes too. */
export function menuOf(
  permissions: ReadonlySet<string>,
  mode: 'default' | 'admin',
  table: readonly RouteEntry[] = routeTable,
): readonly MenuGroup[] {
  const shown = permittedRoutes(permissions, table).filter(
    (entry) => entry.hidden !== true && (entry.mode === 'both' || entry.mode === mode),
  )
  return shown
    .filter((entry) => entry.parent === undefined)
    .map((entry) => ({ entry, children: shown.filter((child) => child.parent === entry.path) }))
    .filter(({ entry, children }) => entry.redirect === undefined || children.length > 0)
}

/** The entries from the top of the menu down to this one, for the breadcrumbs. */
export function trailOf(entry: RouteEntry, table: readonly RouteEntry[] = routeTable): readonly RouteEntry[] {
  const above = entry.parent === undefined ? undefined : table.find(({ path }) => path === entry.parent)
  return above === undefined ? [entry] : [...trailOf(above, table), entry]
}
