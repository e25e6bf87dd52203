import type { AddedObject, AddingObject, KnownValues } from './declaration.ts'
import { hasKey, instanceOf, instancesOf } from './instances.ts'
import { objectId } from './resolve.ts'
import type { ProvisionRun } from './run.ts'

/**
 * What a run before this one added before it was cut off is taken for added by this one; what nothing declares any more is to
 * go. An instance is its when it was not there before and has the key, or nothing in the place of it.
 */
export function withCutOff(run: ProvisionRun): ProvisionRun {
  const { adding = [], objects, retired = [] } = run.declaration
  if (adding.length === 0 || run.checkOnly) return run
  const found = instancesByObject(run.known, adding)
  const added = new Map(run.added)
  const left: AddedObject[] = []
  for (const [one, path] of found) {
    const index = objects.findIndex((object) => objectId(object) === objectId(one))
    const standing = index < 0 ? undefined : instanceOf(run.known, one)
    if (index >= 0 && (standing === undefined || standing === path)) added.set(index, path)
    else if (!(one.stays && hasKey(run.known, path, one.key)))
      left.push({ path, table: one.table, key: keyOf(run.known, path, one.key) })
  }
  return { ...run, added, declaration: { ...run.declaration, retired: [...retired, ...left] } }
}

/** Each instance once; those that have their key come first. */
function instancesByObject(known: KnownValues, adding: readonly AddingObject[]): Map<AddingObject, string> {
  const found = new Map<AddingObject, string>()
  for (const fits of [hasKey, isBlank]) {
    for (const one of adding.filter((object) => !found.has(object))) {
      const taken = [...one.before, ...found.values()]
      const path = instancesOf(known, one.table).find(
        (instance) => !taken.includes(instance) && fits(known, instance, one.key),
      )
      if (path !== undefined) found.set(one, path)
    }
  }
  return found
}

/** What it has now in the place of a key. */
const keyOf = (known: KnownValues, instance: string, key: AddingObject['key']) =>
  Object.fromEntries(Object.keys(key).map((name) => [name, known.get(instance + name)?.value ?? '']))

/** As it was added: an alias of the gateway's own begins with `cpe-` (TR-069 A.3.6.1). */
function isBlank(known: KnownValues, instance: string, key: AddingObject['key']): boolean {
  return Object.keys(key).every((name) => {
    const value = known.get(instance + name)?.value
    return value !== undefined && (['', '0', 'false'].includes(value) || /^cpe-/i.test(value))
  })
}
