import type { PermissionCode } from '@netward/contract/permissions'
import type { PhraseKey } from '@netward/phrases'
import type { ComponentType } from 'react'

export type MenuMode = 'default' | 'admin'

/** The menu of a route: `both` for routes without a mode of their own. */
export type RouteMode = MenuMode | 'both'

export type MenuIcon =
  | 'workbench'
  | 'equipment'
  | 'gateway'
  | 'devices'
  | 'inventory'
  | 'advisories'
  | 'discovery'
  | 'topology'
  | 'configurations'
  | 'pool'
  | 'register'
  | 'firmware'
  | 'upgrades'
  | 'terminal'
  | 'terminalSessions'
  | 'outlets'
  | 'outlet'
  | 'regions'
  | 'lines'
  | 'operations'
  | 'chartOverall'
  | 'chartHealth'
  | 'chartResources'
  | 'chartPersonal'
  | 'monitoring'
  | 'alarms'
  | 'alarmRules'
  | 'maintenance'
  | 'noticeRules'
  | 'externalAlarms'
  | 'onCall'
  | 'syslog'
  | 'lineQuality'
  | 'probes'
  | 'lineReports'
  | 'reports'
  | 'serviceReports'
  | 'statements'
  | 'task'
  | 'taskTodo'
  | 'taskDone'
  | 'workOrder'
  | 'orders'
  | 'orderBoard'
  | 'serviceAgreements'
  | 'orderFields'
  | 'orderTemplates'
  | 'orderPlans'
  | 'openings'
  | 'parts'
  | 'partModels'
  | 'partStock'
  | 'sharedStock'
  | 'sharedOrders'
  | 'sharing'
  | 'partSerials'
  | 'partMovements'
  | 'partTransfers'
  | 'partClaims'
  | 'partCounts'
  | 'warehouses'
  | 'workCalendar'
  | 'workStickers'
  | 'workDispatch'
  | 'organisation'
  | 'registration'
  | 'package'
  | 'licence'
  | 'permission'
  | 'roles'
  | 'members'
  | 'settings'
  | 'person'
  | 'product'
  | 'application'
  | 'general'
  | 'integrations'
  | 'assistant'
  | 'grants'
  | 'access'
  | 'auditLog'
  | 'auditPacks'
  | 'platformHealth'

type TitleKey = Extract<PhraseKey, `shell.titles.${string}` | `signIn.${string}` | `access.${string}`>

/** One row of the route table (specification §2). */
export interface RouteEntry {
  /** `$name` is a parameter, `$` the rest of the path. */
  readonly path: string
  readonly permission: PermissionCode | null
  readonly mode: RouteMode
  /** For an open route, a title from the sign-in page's phrases: the others load after it. */
  readonly title: TitleKey
  /** Its title where the address lacks this parameter (specification §2: add or edit). */
  readonly titleWithout?: { readonly parameter: string; readonly title: TitleKey }
  readonly layout: 'console' | 'none'
  /**
   * Also opens, without its permission here, for an address that names another company (`company`): the screen offers to act
   * there, where the user may have it. Links of messages lead to such addresses.
   */
  readonly elsewhere?: true
  /** Reachable without a session. */
  readonly open?: true
  /**
   * A group: its children, which name it as parent, are shown below it. It leads to this one, or to the first
   * existing child, since some pages of the specification do not exist yet.
   */
  readonly redirect?: string
  /** Not in the menu. */
  readonly hidden?: boolean
  readonly icon?: MenuIcon
  /** The path of its parent entry; if that is not permitted, neither is this. */
  readonly parent?: string
  readonly screen?: () => Promise<ComponentType>
}
