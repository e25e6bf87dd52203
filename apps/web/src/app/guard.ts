import { paths } from '../lib/paths.ts'
import { entryOf, firstRoute, landingOf, permittedRoutes } from './route-rules.ts'
import type { RouteEntry } from './route-entry.ts'
import { routeTable } from './route-table.ts'

export interface Target {
  /** Path without search. */
  path: string
  /** Path with search: the target after signing in. */
  href: string
}

/** The guard's dependencies, so that its order can be tested. */
export interface GuardWorld {
  hasToken(): boolean
  /** Permission codes, once the session has loaded. */
  permissions(): ReadonlySet<string> | null
  /** Loads permissions, user info, identity, tenants; throws if the session is not usable. */
  loadSession(): Promise<ReadonlySet<string>>
  /** The home address of single-account mode. */
  singleAccountHome: string | null
}

export type Verdict =
  | { kind: 'stay' }
  | { kind: 'redirect'; to: string }
  /** The session is not usable: resets the token and opens login. */
  | { kind: 'sign-in' }
  /** Single-account mode: leaves this console. */
  | { kind: 'leave'; to: string }

const stay: Verdict = { kind: 'stay' }
const redirect = (to: string): Verdict => ({ kind: 'redirect', to })

/** The screen shows nothing of the company that the session is in. */
const namesCompany = ({ path, href }: Target, table: readonly RouteEntry[]) =>
  entryOf(path, table)?.elsewhere === true && /[?&]company=[1-9][0-9]*(?:&|$)/.test(href)

/**
 * Decides each navigation (specification §4). Without a token only login, the root and account completion are
 * shown, and login remembers the target; with a token, the session loads first, and routes without permission
 * do not exist.
 */
export async function guard(
  target: Target,
  world: GuardWorld,
  table: readonly RouteEntry[] = routeTable,
): Promise<Verdict> {
  if (!world.hasToken()) {
    if (entryOf(target.path, table)?.open === true) return stay
    return redirect(`${paths.login}?redirect=${encodeURIComponent(target.href)}`)
  }
  // A mailed link is for its recipient, whichever user is signed in here.
  if (
    target.path === paths.login &&
    /[?&]view=(?:invitation|reset|acknowledge|report|progress|wall)\b/.test(target.href)
  )
    return stay
  let permissions = world.permissions()
  if (permissions === null) {
    try {
      permissions = await world.loadSession()
    } catch {
      return { kind: 'sign-in' }
    }
  }
  if (world.singleAccountHome !== null && target.path !== paths.accountSetting) {
    return { kind: 'leave', to: world.singleAccountHome }
  }
  if (target.path === paths.login) return redirect(paths.root)
  // One slash: two would address another host.
  if (/^\/redirect(?:\/|$)/.test(target.path)) {
    return redirect(target.href.replace(/^\/redirect\/*/, '/'))
  }
  const permitted = permittedRoutes(permissions, table)
  const entry = entryOf(target.path, permitted)
  const landing = entry?.redirect === undefined ? undefined : landingOf(entry, permitted)
  if (target.path === paths.root) return redirect(landing ?? firstRoute(permissions, table) ?? paths.notFound)
  if (entry === undefined) return namesCompany(target, table) ? stay : redirect(paths.notFound)
  if (entry.redirect === undefined) return stay
  return redirect(landing ?? paths.notFound)
}
