import { paths } from '../lib/paths.ts'
import { entryOf, firstRoute, permittedRoutes, type RouteEntry, routeTable } from './route-table.ts'

export interface Target {
  /** Path without search. */
  path: string
  /** Path with search: what signing in leads back to. */
  href: string
}

/** What the guard needs of the world, so that its order can be tested. */
export interface GuardWorld {
  hasToken(): boolean
  /** Permission codes, once the session is loaded. */
  permissions(): ReadonlySet<string> | null
  /** Loads permissions, user info, identity, tenants; throws when there is no way in. */
  loadSession(): Promise<ReadonlySet<string>>
}

export type Verdict =
  | { kind: 'stay' }
  | { kind: 'redirect'; to: string }
  /** The session is not usable: the token is reset and login comes. */
  | { kind: 'sign-in' }

const stay: Verdict = { kind: 'stay' }
const redirect = (to: string): Verdict => ({ kind: 'redirect', to })

/**
 * Decides each navigation (specification §4). Without a token only login is shown, and remembers where one
 * wanted to go; with one, the session is loaded first, then routes that are not permitted do not exist.
 */
export async function guard(
  target: Target,
  world: GuardWorld,
  table: readonly RouteEntry[] = routeTable,
): Promise<Verdict> {
  if (!world.hasToken()) {
    if (target.path === paths.login) return stay
    const wanted = target.path === '/' ? '' : `?redirect=${encodeURIComponent(target.href)}`
    return redirect(paths.login + wanted)
  }
  let permissions = world.permissions()
  if (permissions === null) {
    try {
      permissions = await world.loadSession()
    } catch {
      return { kind: 'sign-in' }
    }
  }
  if (target.path === paths.login) return redirect('/')
  if (target.path === '/') return redirect(firstRoute(permissions, table) ?? paths.notFound)
  if (target.path.startsWith('/redirect/')) return redirect(target.href.slice('/redirect'.length))
  const entry = entryOf(target.path, permittedRoutes(permissions, table))
  if (entry === undefined) return redirect(paths.notFound)
  return entry.redirect === undefined ? stay : redirect(entry.redirect)
}
