import type { PermissionCode } from '@netward/contract/permissions'
import type { PhraseKey } from '@netward/phrases'
import type { ComponentType } from 'react'

export type MenuMode = 'default' | 'admin'

/** In which menu a route stands: `both` for routes without a mode of their own. */
export type RouteMode = MenuMode | 'both'

export type MenuIcon =
  | 'workbench'
  | 'equipment'
  | 'gateway'
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
  | 'grants'
  | 'access'
  | 'auditLog'

/** One line of the table of routes (specification §2). */
export interface RouteEntry {
  /** `$name` is a parameter, `$` the rest of the path. */
  readonly path: string
  readonly permission: PermissionCode | null
  readonly mode: RouteMode
  /** Of an open route in the phrases of the sign-in page: the others are downloaded after it. */
  readonly title: Extract<PhraseKey, `shell.titles.${string}` | `signIn.${string}` | `access.${string}`>
  readonly layout: 'console' | 'none'
  /** Reachable without a session. */
  readonly open?: true
  /**
   * A group: its children, which have it as parent, are shown below it, and it leads to this one, or to the first of
   * those that are there: some pages of the specification are not yet.
   */
  readonly redirect?: string
  /** Not in the menu. */
  readonly hidden?: boolean
  readonly icon?: MenuIcon
  /** The path of the entry that it stands below; where that one is not permitted, neither is this. */
  readonly parent?: string
  readonly screen?: () => Promise<ComponentType>
}
