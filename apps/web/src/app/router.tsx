import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import i18next from 'i18next'
import { forgetSession, sessionStore, token } from '../lib/session.ts'
import { loadConsolePhrases } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import { type GuardWorld, guard } from './guard.ts'
import { loadSession } from './load-session.ts'
import { askAboutOtherCompany } from './other-company.ts'
import { Root, RootError } from './root.tsx'
import { type RouteEntry, routeTable } from './route-table.ts'
import { setTitle } from './title.ts'

const world: GuardWorld = {
  hasToken: () => token.read() !== null,
  permissions: () => sessionStore.get()?.permissions ?? null,
  async loadSession() {
    const { permissions, user } = await loadSession()
    await askAboutOtherCompany(user)
    return permissions
  },
}

const root = createRootRoute({
  component: Root,
  errorComponent: RootError,
  async beforeLoad({ location }) {
    const href = location.pathname + location.searchStr
    const verdict = await guard({ path: location.pathname, href }, world)
    if (verdict.kind === 'redirect') throw redirect({ href: verdict.to, replace: true })
    if (verdict.kind === 'sign-in') {
      forgetSession()
      throw redirect({ href: `${paths.login}?redirect=${encodeURIComponent(href)}`, replace: true })
    }
  },
})

const consoleLayout = createRoute({
  getParentRoute: () => root,
  id: 'console',
  // Phrases and layout come in parallel: neither is of use without the other.
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

router.subscribe('onResolved', ({ toLocation }) => setTitle(toLocation.pathname))
i18next.on('languageChanged', () => setTitle(router.state.location.pathname))
