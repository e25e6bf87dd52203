import { createContext, use } from 'react'
import type { Parameter } from './parameter.ts'

/** What a row of the tree can ask for; absent where the device or the person may not. */
export interface ParameterActions {
  readonly read?: (path: string) => void
  readonly set?: (parameter: Parameter) => void
  /** A new instance in a table. */
  readonly add?: (path: string) => void
  /** One instance, with all below it. */
  readonly remove?: (path: string) => void
  readonly readNotification?: (path: string) => void
  readonly setNotification?: (path: string, level: NotificationLevel) => void
  /** The path that the tree was opened for; empty where it is none. */
  readonly target: string
  /** Paths whose read is under way: a partial path stands for everything below it. */
  readonly reading: ReadonlySet<string>
  /** Paths whose new value is on its way to the device. */
  readonly writing: ReadonlySet<string>
}

export type NotificationLevel = 0 | 1 | 2

export const ParameterActionsContext = createContext<ParameterActions>({
  target: '',
  reading: new Set(),
  writing: new Set(),
})

export const useParameterActions = (): ParameterActions => use(ParameterActionsContext)

/** Whether a read that is under way covers this path. */
export function covers(paths: ReadonlySet<string>, path: string): boolean {
  return [...paths].some((one) => one === path || (one.endsWith('.') && path.startsWith(one)))
}
