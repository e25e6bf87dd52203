import {
  type Comparison,
  type Declaration,
  hasAlias,
  instancesOf,
  type KnownValues,
  resolvePath,
} from '@netward/cwmp'
import { outermost } from '../devices/index.ts'

/** Unread data that a declaration needs: paths of values, and of notification levels. */
export interface Unread {
  values: string[]
  levels: string[]
}

/** Number of instances in a table (TR-106 §3.2.3): the only sign that an empty one was read. */
export const countOf = (table: string) => `${table.slice(0, -1)}NumberOfEntries`

export const wasRead = (known: KnownValues, table: string) =>
  instancesOf(known, table).length > 0 || known.get(countOf(table))?.value === '0'

export const tableOf = (alias: string) => alias.slice(0, alias.indexOf('['))

export function unreadOf(
  { objects, notifications }: Pick<Declaration, 'objects' | 'notifications'>,
  { missing, problems }: Pick<Comparison, 'missing' | 'problems'>,
  known: KnownValues,
  levels: ReadonlyMap<string, number>,
  /** Paths that show whether the gateway supports the named settings. */
  besides: readonly string[],
): Unread {
  const tables = [
    ...objects.filter((_, index) => missing.includes(index)).map(({ table }) => table),
    ...problems.filter(({ code }) => code === 'no_instance').map(({ path }) => tableOf(path)),
  ].filter((table) => !wasRead(known, table))
  const paths = problems.filter(({ code }) => code === '9005').map(({ path }) => path)
  const unknown = notifications
    .map(({ path }) => resolvePath(known, path) ?? path)
    .filter((path) => !levels.has(path))
  return {
    values: outermost([...besides, ...tables, ...tables.map(countOf), ...paths]),
    levels: outermost(unknown.map((path) => (hasAlias(path) ? tableOf(path) : path))),
  }
}

export const anyUnread = ({ values, levels }: Unread) => values.length + levels.length > 0

/** Without paths requested and answered within the hour: what was not returned does not exist. */
export const withoutAnswered = ({ values, levels }: Unread, answered: Unread | undefined): Unread => ({
  values: values.filter((path) => answered?.values.includes(path) !== true),
  levels: levels.filter((path) => answered?.levels.includes(path) !== true),
})
