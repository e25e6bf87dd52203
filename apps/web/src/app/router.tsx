import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { reportError } from '../lib/api-errors.ts'
import { forgetSession, sessionStore, token } from '../lib/session.ts'
import { loadConsolePhrases } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { languageStore } from '../lib/preferences.ts'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import { singleAccountHome } from '../lib/single-account.ts'
import { followRights } from './follow-rights.ts'
import { focusPage } from './focus.ts'
import { type GuardWorld, guard } from './guard.ts'
import { loadSession } from './load-session.ts'
import { askAboutOtherCompany } from './other-company.ts'
import { Root, RootError } from './root.tsx'
import type { RouteEntry } from './route-entry.ts'
import { routeTable } from './route-table.ts'
import { leaveForHome } from './single-account.ts'
import { setTitle } from './title.ts'

const world: GuardWorld = {
  hasToken: () => token.read() !== null,
  permissions: () => sessionStore.get()?.permissions ?? null,
  async loadSession() {
    try {
      const { permissions, user } = await loadSession()
      await askAboutOtherCompany(user)
      return permissions
    } catch (error) {
      reportError(error)
      throw error
    }
  },
  singleAccountHome,
}

const root = createRootRoute({
  component: Root,
  errorComponent: RootError,
  async beforeLoad({ location }) {
    const href = location.pathname + location.searchStr
    const verdict = await guard({ path: location.pathname, href }, world)
    if (verdict.kind === 'redirect') throw redirect({ href: verdict.to, replace: true })
    if (verdict.kind === 'leave') await leaveForHome(verdict.to)
    if (verdict.kind === 'sign-in') {
      forgetSession()
      throw redirect({ href: `${paths.login}?redirect=${encodeURIComponent(href)}`, replace: true })
    }
  },
})

const consoleLayout = createRoute({
  getParentRoute: () => root,
  id: 'console',
  // Phrases and layout load in parallel: neither is of use without the other.
  loader: () => loadConsolePhrases(),
  staleTime: Infinity,
  component: lazyRouteComponent(() => import('./console.tsx'), 'Console'),
})

function screensOf(layout: RouteEntry['layout'], parent: typeof root | typeof consoleLayout) {
  return routeTable.flatMap((entry) => {
    const { path, screen } = entry
    if (screen === undefined || entry.layout !== layout) return []
    const component = lazyRouteComponent(async () => ({ default: await screen() }))
    return createRoute({ getParentRoute: () => parent, path, component })
  })
}

export const router = createRouter({
  history: createHashHistory(),
  routeTree: root.addChildren([
    ...screensOf('none', root),
    consoleLayout.addChildren(screensOf('console', consoleLayout)),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: false,
  defaultPendingMs: 300,
  notFoundMode: 'root',
})

followRights(() => void router.invalidate())
router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
  // The first page keeps the browser's initial focus.
  if (fromLocation !== undefined && fromLocation.pathname !== toLocation.pathname) focusPage()
})
router.subscribe('onResolved', ({ toLocation }) => setTitle(toLocation.pathname, toLocation.searchStr))
languageStore.subscribe(() => setTitle(router.state.location.pathname, router.state.location.searchStr))
