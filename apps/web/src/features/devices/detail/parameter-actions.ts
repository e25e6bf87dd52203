import { createContext, use } from 'react'
import type { Parameter } from './parameter.ts'

/** Actions of a tree row; absent where the device or the permissions do not allow them. */
export interface ParameterActions {
  readonly read?: (path: string) => void
  readonly set?: (parameter: Parameter) => void
  /** Adds an instance to a table. */
  readonly add?: (path: string) => void
  /** Deletes an instance with everything below it. */
  readonly remove?: (path: string) => void
  readonly readNotification?: (path: string) => void
  readonly setNotification?: (path: string, level: NotificationLevel) => void
  /** The path at which the tree opens; empty for none. */
  readonly target: string
  /** Paths being read: a partial path covers everything below it. */
  readonly reading: ReadonlySet<string>
  /** Paths with a new value in transit to the device. */
  readonly writing: ReadonlySet<string>
}

export type NotificationLevel = 0 | 1 | 2

export const ParameterActionsContext = createContext<ParameterActions>({
  target: '',
  reading: new Set(),
  writing: new Set(),
})

export const useParameterActions = (): ParameterActions => use(ParameterActionsContext)

/** Whether a read in progress covers this path. */
export function covers(paths: ReadonlySet<string>, path: string): boolean {
  return [...paths].some((one) => one === path || (one.endsWith('.') && path.startsWith(one)))
}
