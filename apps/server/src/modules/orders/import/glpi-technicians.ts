import type { RequestContext } from '../../../platform/http/context.ts'
import { orderImportRepo } from './order-import.repo.ts'

export interface Technicians {
  /** Undefined: the cell names none; null: nobody here is called so. */
  of(cell: string): { id: string; name: string } | null | undefined
  /** Names of the file that nobody here has. */
  readonly unmatched: readonly string[]
}

/** GLPI lists several in one cell, one a line, also as `Zhang Wei (zhang.wei)`. */
const namesOf = (cell: string): string[] =>
  cell
    .split(/<br\s*\/?>|[\n;,，；]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
const formsOf = (name: string): string[] =>
  [name, ...(/\(([^)]+)\)/.exec(name)?.slice(1) ?? []), name.replace(/\s*\([^)]*\)/, '')].map((form) =>
    form.trim().toLowerCase(),
  )

/** Technicians of GLPI who are people here: by mail address, user name or name, the first of a cell that is one. */
export async function techniciansOf(ctx: RequestContext, cells: readonly string[]): Promise<Technicians> {
  const names = [...new Set(cells.flatMap(namesOf))]
  const called = await orderImportRepo.called(ctx, names.flatMap(formsOf))
  const personOf = (name: string) => {
    const people = new Map(
      formsOf(name).flatMap((form) => (called.get(form) ?? []).map((person) => [person.id, person] as const)),
    )
    // A name that two people have is nobody's.
    return people.size === 1 ? [...people.values()][0] : undefined
  }
  return {
    of: (cell) => {
      const all = namesOf(cell)
      return all.length === 0 ? undefined : (all.flatMap((name) => personOf(name) ?? [])[0] ?? null)
    },
    unmatched: names.filter((name) => personOf(name) === undefined),
  }
}
