import type { MenuMode, RouteEntry } from './route-entry.ts'
import { routeTable } from './route-table.ts'

/**
 * Routes that the user may open: those without permission are removed, with all their descendants
 * (specification §4).
 */
export function permittedRoutes(
  permissions: ReadonlySet<string>,
  table: readonly RouteEntry[] = routeTable,
): readonly RouteEntry[] {
  const isPermitted = ({ permission, parent }: RouteEntry): boolean => {
    const above = parent === undefined ? undefined : table.find(({ path }) => path === parent)
    return (permission === null || permissions.has(permission)) && (above === undefined || isPermitted(above))
  }
  return table.filter(isPermitted)
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.replace(/(?<=.)\/+$/, '').split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith('$') ? given[index] !== '' : part === given[index]))
  )
}

/** The route table's row for a path; one without parameters takes precedence. */
export function entryOf(path: string, table: readonly RouteEntry[] = routeTable): RouteEntry | undefined {
  const found = table.filter((entry) => matches(entry.path, path))
  return found.find((entry) => !entry.path.includes('$')) ?? found[0]
}

const isShown = (entry: RouteEntry) =>
  entry.screen !== undefined && entry.redirect === undefined && entry.hidden !== true

/** The first route with a screen in a menu: the fallback if the landing page is missing. */
export function firstRoute(
  permissions: ReadonlySet<string>,
  table: readonly RouteEntry[] = routeTable,
): string | undefined {
  return permittedRoutes(permissions, table).find(isShown)?.path
}

/** Target of a group among the permitted routes: its page, else its first remaining child. */
export function landingOf(group: RouteEntry, permitted: readonly RouteEntry[]): string | undefined {
  const children = permitted.filter((entry) => entry.parent === group.path && isShown(entry))
  return (children.find(({ path }) => path === group.redirect) ?? children[0])?.path
}

export interface MenuGroup {
  readonly entry: RouteEntry
  readonly children: readonly RouteEntry[]
}

/** The menu of one mode: top entries with their children; empty groups are dropped. */
export function menuOf(
  permissions: ReadonlySet<string>,
  mode: MenuMode,
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

/** The menu of a page; null if it is in both. */
export function modeOf(path: string, table: readonly RouteEntry[] = routeTable): MenuMode | null {
  const entry = entryOf(path, table)
  const modes = entry === undefined ? [] : trailOf(entry, table).map(({ mode }) => mode)
  return modes.findLast((mode) => mode !== 'both') ?? null
}

/** Whether the user has routes of both modes, and thus a choice of menus. */
export function hasBothModes(
  permissions: ReadonlySet<string>,
  table: readonly RouteEntry[] = routeTable,
): boolean {
  const shown = permittedRoutes(permissions, table).filter(isShown)
  return (['default', 'admin'] as const).every((mode) =>
    shown.some(({ path }) => modeOf(path, table) === mode),
  )
}
