import { paths } from '../lib/paths.ts'
import { singleAccountHome } from '../lib/single-account.ts'
import { administrationRoutes, personalInformation } from './administration-routes.ts'
import { equipmentRoutes } from './equipment-routes.ts'
import { monitoringRoutes } from './monitoring-routes.ts'
import { operationsRoutes } from './operations-routes.ts'
import { orderRoutes } from './order-routes.ts'
import { partRoutes } from './part-routes.ts'
import { reportRoutes } from './report-routes.ts'
import type { RouteEntry } from './route-entry.ts'

const signInPage = async () => (await import('./entrance.tsx')).Entrance

const login: RouteEntry = {
  path: paths.login,
  permission: null,
  mode: 'both',
  title: 'signIn.title',
  layout: 'none',
  open: true,
  hidden: true,
  screen: signInPage,
}

/** Login leads there at the first sign-in, with a ticket in the page's memory. */
const completeAccount: RouteEntry = {
  path: paths.completeAccount,
  permission: null,
  mode: 'both',
  title: 'access.completeTitle',
  layout: 'none',
  open: true,
  hidden: true,
  screen: async () => (await import('../features/sign-in/complete-account-page.tsx')).openCompleteAccount(),
}

/**
 * Without a session the root shows the sign-in page; with one it leads to its child or to the first route.
 */
const root = { path: paths.root, layout: 'none', open: true, screen: signInPage } as const

/** Single-account mode (specification §2): login, and the root with one child. */
const singleAccountRoutes: readonly RouteEntry[] = [
  login,
  completeAccount,
  {
    ...root,
    permission: null,
    mode: 'both',
    title: 'shell.titles.accountSetting',
    redirect: paths.accountSetting,
  },
  {
    path: paths.accountSetting,
    permission: null,
    mode: 'both',
    title: 'shell.titles.accountSetting',
    layout: 'console',
    icon: 'person',
    parent: paths.root,
    screen: personalInformation,
  },
]

const allRoutes: readonly RouteEntry[] = [
  login,
  completeAccount,
  {
    ...root,
    permission: 'DMS_SERVER_MANAGE_WORKBENCH',
    mode: 'both',
    title: 'shell.titles.workbench',
    icon: 'workbench',
    redirect: paths.homePage,
  },
  {
    path: paths.homePage,
    permission: 'DMS_SERVER_MANAGE_WORKBENCH',
    mode: 'both',
    title: 'shell.titles.workbench',
    layout: 'console',
    icon: 'workbench',
    parent: paths.root,
    screen: async () =>
      (await import('./monitoring-parts.tsx')).measured(
        (await import('../features/workbench/workbench.tsx')).Workbench,
      ),
  },
  {
    path: paths.overview,
    permission: 'DMS_SERVER_MANAGE_WORKBENCH',
    mode: 'both',
    title: 'shell.titles.overview',
    layout: 'console',
    icon: 'operations',
    screen: async () => (await import('../features/overview/overview.tsx')).Overview,
  },
  {
    path: paths.overviewGlobal,
    permission: 'DMS_SERVER_MANAGE_WORKBENCH',
    mode: 'both',
    title: 'shell.titles.overviewGlobal',
    layout: 'console',
    hidden: true,
    parent: paths.overview,
    screen: async () =>
      (await import('./monitoring-parts.tsx')).measured(
        (await import('../features/overview/global-overview.tsx')).GlobalOverview,
      ),
  },
  {
    path: paths.overviewNetwork,
    permission: 'DMS_SERVER_MANAGE_WORKBENCH',
    mode: 'both',
    title: 'shell.titles.overviewNetwork',
    layout: 'console',
    hidden: true,
    parent: paths.overview,
    screen: async () =>
      (await import('./monitoring-parts.tsx')).measured(
        (await import('../features/overview/network-overview.tsx')).NetworkOverview,
      ),
  },
  {
    path: paths.assistant,
    permission: 'DMS_SERVER_ASSISTANT',
    mode: 'both',
    title: 'shell.titles.assistant',
    layout: 'console',
    hidden: true,
    screen: async () =>
      (await import('./answer-parts.tsx')).conversing(
        (await import('../features/conversations/assistant-page.tsx')).AssistantPage,
      ),
  },
  {
    path: paths.assistantNotes,
    permission: 'DMS_SERVER_ASSISTANT',
    mode: 'both',
    title: 'shell.titles.assistantNotes',
    layout: 'console',
    hidden: true,
    parent: paths.assistant,
    screen: async () => (await import('../features/assistant-notes/note-list.tsx')).NoteList,
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
  ...equipmentRoutes,
  ...monitoringRoutes,
  ...orderRoutes,
  ...partRoutes,
  ...reportRoutes,
  ...operationsRoutes,
  ...administrationRoutes,
  {
    path: paths.personalInformation,
    permission: 'DMS_SERVER_SYSTEM_SETTING_USER_INFO',
    mode: 'default',
    title: 'shell.titles.personalInformation',
    layout: 'console',
    icon: 'person',
    screen: personalInformation,
  },
]

/** The routes of this installation. */
export const routeTable: readonly RouteEntry[] = singleAccountHome === null ? allRoutes : singleAccountRoutes
