import type { DataModelRoot } from '../data-model.ts'
import { GatewayTree, type KnownParameter } from './tree.ts'
import type { Field, Instance, Term, TermValue, Write } from './terms.ts'

/** A gateway built from parameters, for tests: all writable strings except those in `fixed`. */
export function treeOf(values: Readonly<Record<string, string>>, fixed: readonly string[] = []): GatewayTree {
  const root: DataModelRoot = Object.keys(values).some((path) => path.startsWith('Internet'))
    ? 'InternetGatewayDevice.'
    : 'Device.'
  const parameters = Object.entries(values).map(([path, value]): [string, KnownParameter] => [
    path,
    { value, type: null, writable: !fixed.includes(path), readAt: '2026-01-01T00:00:00.000Z' },
  ])
  return new GatewayTree(root, new Map(parameters))
}

/** The gateway after applying the writes. */
export function written(tree: GatewayTree, writes: readonly Write[]): GatewayTree {
  const parameters = new Map(tree.parameters)
  for (const { path, value } of writes) {
    const known = parameters.get(path)
    if (known === undefined) throw new Error(`${path} is not there`)
    parameters.set(path, { ...known, value })
  }
  return new GatewayTree(tree.root, parameters)
}

export function fieldIn({ fields }: Instance, key: Term): Field {
  const field = fields.find((one) => one.key === key)
  if (field === undefined) throw new Error(`no ${key}`)
  return field
}

export function termsOf({ fields }: Instance): Partial<Record<Term, TermValue | null>> {
  return Object.fromEntries(fields.map(({ key, value }) => [key, value]))
}
