import { objectId, objectsToAdd, type ProvisionRun, type Resolved } from '@netward/cwmp'
import type { DueProvision, TemplateAdding, TemplateObject } from './acs-rows.ts'

/** Objects that templates added to one gateway: what to remove, and what exists after a run. */
export class TemplateObjects {
  readonly #due: DueProvision
  /** By index of the declaration's objects, and by what represents them. */
  readonly #wanted: Pick<TemplateObject, 'templateId' | 'stays'>[]
  readonly #wantedAs: ReadonlyMap<string, Pick<TemplateObject, 'templateId' | 'stays'>>

  constructor(due: DueProvision, { declaration, origins }: Pick<Resolved, 'declaration' | 'origins'>) {
    this.#due = due
    this.#wanted = origins.map((indexes) => {
      const templates = indexes.flatMap((index) => due.templates[index] ?? [])
      // Removed only where all that declared it agree.
      const stays = templates.some(({ objectsStay }) => objectsStay)
      return { templateId: templates[0]?.id ?? '', stays }
    })
    this.#wantedAs = new Map(
      declaration.objects.map((object, index) => [objectId(object), this.#wanted[index]!] as const),
    )
  }

  /** Objects that no template declares any more. */
  retired(): TemplateObject[] {
    return this.#due.added.filter((one) => !one.stays && !this.#wantedAs.has(objectId(one)))
  }

  /** What to record before the run adds anything; null where that was done already. */
  adding(run: ProvisionRun): TemplateAdding[] | null {
    const before = this.#due.adding
    const known = new Set(before.map(objectId))
    const more = objectsToAdd(run).filter(
      (object) => object.index < this.#wanted.length && !known.has(objectId(object)),
    )
    if (more.length === 0) return null
    return [...before, ...more.map(({ index, ...object }) => ({ ...object, ...this.#wanted[index]! }))]
  }

  /** All objects after a run; null where unchanged. */
  after({ declaration, added, undone, removed, problems, checkOnly }: ProvisionRun): TemplateObject[] | null {
    // A complete run found that an undeclared object which was not removed is something else by now.
    const whole = problems.length === 0 && !checkOnly
    const kept = this.#due.added.flatMap((one) => {
      const wanted = this.#wantedAs.get(objectId(one))
      if (removed.includes(one.path)) return []
      if (wanted === undefined) return whole ? [] : [one]
      return [{ ...one, ...wanted }]
    })
    const own = [...added].slice(0, added.size - undone).flatMap(([index, path]) => {
      // A row of a list that a setting names is a value, and stays.
      if (index >= this.#wanted.length) return []
      const { table, key } = declaration.objects[index]!
      return [{ path, table, key, ...this.#wanted[index]! }]
    })
    const now = [...kept.filter(({ path }) => !own.some((one) => one.path === path)), ...own]
    return JSON.stringify(now) === JSON.stringify(this.#due.added) ? null : now
  }
}
