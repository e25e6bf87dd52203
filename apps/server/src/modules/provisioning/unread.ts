import {
  type Comparison,
  type Declaration,
  hasAlias,
  instancesOf,
  type KnownValues,
  resolvePath,
} from '@netward/cwmp'
import { outermost } from '../devices/index.ts'

/** What a declaration is compared by and nobody has read: paths of values, and of notification levels. */
export interface Unread {
  values: string[]
  levels: string[]
}

/** How many instances a table has (TR-106 §3.2.3): of an empty one nothing else tells that it was read. */
export const countOf = (table: string) => `${table.slice(0, -1)}NumberOfEntries`

export const wasRead = (known: KnownValues, table: string) =>
  instancesOf(known, table).length > 0 || known.get(countOf(table))?.value === '0'

export const tableOf = (alias: string) => alias.slice(0, alias.indexOf('['))

export function unreadOf(
  { objects, notifications }: Pick<Declaration, 'objects' | 'notifications'>,
  { missing, problems }: Pick<Comparison, 'missing' | 'problems'>,
  known: KnownValues,
  levels: ReadonlyMap<string, number>,
  /** What would tell whether the gateway has the settings that are named by words. */
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

/** Without what a gateway was asked for within the hour and answered: what it did not tell it does not have. */
export const withoutAnswered = ({ values, levels }: Unread, answered: Unread | undefined): Unread => ({
  values: values.filter((path) => answered?.values.includes(path) !== true),
  levels: levels.filter((path) => answered?.levels.includes(path) !== true),
})
