import type { Declaration, DesiredObject, KnownValues } from './declaration.ts'
import { sameValue } from './same-value.ts'

const alias = /\[([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)=([^\]]*)\]\./

/** Tables to read before comparing a declaration, each once and none below another. */
export function tablesOf({
  values,
  objects,
  notifications,
  retired = [],
  adding = [],
}: Declaration): string[] {
  const paths = [...values, ...notifications].map(({ path }) => path)
  const aliased = paths.flatMap((path) => {
    const found = alias.exec(path)
    return found ? [path.slice(0, found.index)] : []
  })
  const all = [...new Set([...[...objects, ...retired, ...adding].map(({ table }) => table), ...aliased])]
  return all.filter((table) => !all.some((other) => other !== table && table.startsWith(other)))
}

/** Known instance paths of a table, by number. Numbers may have gaps. */
export function instancesOf(known: KnownValues, table: string): string[] {
  const numbers = new Set<number>()
  for (const path of known.keys()) {
    if (!path.startsWith(table)) continue
    const segment = path.slice(table.length, path.indexOf('.', table.length))
    if (/^[1-9]\d{0,9}$/.test(segment)) numbers.add(Number(segment))
  }
  return [...numbers].toSorted((a, b) => a - b).map((number) => `${table}${number}.`)
}

/** The first instance that has the key; undefined if none. */
export function instanceOf(
  known: KnownValues,
  { table, key }: Pick<DesiredObject, 'table' | 'key'>,
): string | undefined {
  return instancesOf(known, table).find((instance) => hasKey(known, instance, key))
}

export function hasKey(known: KnownValues, instance: string, key: DesiredObject['key']): boolean {
  return Object.entries(key).every(([name, value]) => {
    const path = instance + name
    const parameter = known.get(path)
    return parameter !== undefined && sameValue({ path, type: parameter.type }, parameter.value, value)
  })
}

/** A path with aliases replaced by instance numbers; null if an instance is missing. */
export function resolvePath(known: KnownValues, path: string): string | null {
  let resolved = path
  for (let found = alias.exec(resolved); found !== null; found = alias.exec(resolved)) {
    const [whole, name = '', value = ''] = found
    const instance = instanceOf(known, { table: resolved.slice(0, found.index), key: { [name]: value } })
    if (instance === undefined) return null
    resolved = instance + resolved.slice(found.index + whole.length)
  }
  return resolved
}

/** Readable by name alone. */
export const hasAlias = (path: string): boolean => alias.test(path)
