import { type DesiredObject, objectId } from '@netward/cwmp'
import type { OtherTemplate } from './configuration.repo.ts'
import type { WholeDeclaration } from './whole-declaration.ts'

/** A parameter, or a setting, of which applied templates, or they and the version, want different things. */
export interface Contradiction {
  path: string
  templates: { id: string; name: string }[]
}

export interface Together {
  contradictions: Contradiction[]
  /** Something that a template needs is missing: none of them is begun. */
  impossible: boolean
  /** Of all of them. */
  objects: readonly DesiredObject[]
}

/** What the templates of a gateway come to, each named by its id. */
export function together(
  templates: readonly Pick<OtherTemplate, 'id' | 'name'>[],
  { declaration, conflicts, problems }: WholeDeclaration,
): Together {
  const names = new Map(templates.map(({ id, name }) => [id, name]))
  return {
    contradictions: conflicts.map(({ path, wants }) => ({
      path,
      templates: [...new Set(wants.map(({ template }) => template))].map((id) => ({
        id,
        name: names.get(id) ?? '',
      })),
    })),
    impossible: problems.length > 0,
    objects: declaration.objects,
  }
}

/** What others declare in the tables of a version: it is no surplus there, and no matter of the version. */
export function besides(own: readonly DesiredObject[], { objects }: Together): DesiredObject[] {
  const tables = new Set(own.map(({ table }) => table))
  const declared = new Set(own.map(objectId))
  return objects
    .filter((object) => tables.has(object.table) && !declared.has(objectId(object)))
    .map(({ table, key }) => ({ table, key, values: [] }))
}
