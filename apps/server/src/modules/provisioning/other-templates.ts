import { type DesiredObject, objectId } from '@netward/cwmp'
import type { OtherTemplate } from './configuration.repo.ts'
import type { WholeDeclaration } from './whole-declaration.ts'

/** A parameter or setting for which applied templates, or they and the version, require different values. */
export interface Contradiction {
  path: string
  templates: { id: string; name: string }[]
}

export interface Together {
  contradictions: Contradiction[]
  /** A template's requirement is missing: none of them starts. */
  impossible: boolean
  /** Of all of them. */
  objects: readonly DesiredObject[]
}

/** The merged templates of a gateway, each named by its id. */
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

/** Other templates' entries in a version's tables: not surplus, and not part of the version. */
export function besides(own: readonly DesiredObject[], { objects }: Together): DesiredObject[] {
  const tables = new Set(own.map(({ table }) => table))
  const declared = new Set(own.map(objectId))
  return objects
    .filter((object) => tables.has(object.table) && !declared.has(objectId(object)))
    .map(({ table, key }) => ({ table, key, values: [] }))
}
