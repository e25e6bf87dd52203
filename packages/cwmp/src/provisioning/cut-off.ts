import type { AddedObject, AddingObject, KnownValues } from './declaration.ts'
import { hasKey, instanceOf, instancesOf } from './instances.ts'
import { objectId } from './resolve.ts'
import type { ProvisionRun } from './run.ts'

/** An instance that appeared since an interrupted run and whose owner is unknown. */
export interface Stray {
  path: string
  table: string
  /** Names of identifying parameters. */
  key: readonly string[]
}

/**
 * Instances that an interrupted run added count as added by this run; undeclared ones are deleted. A new
 * instance with the key is the run's own. Any other is ambiguous: users and UPnP add instances too, even
 * without a description, and a gateway's defaults for new instances vary: see `withStraysJudged`.
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
    else if (!one.stays)
      left.push({ path, table: one.table, key: keyOf(run.known, path, Object.keys(one.key)) })
  }
  const others = [...found.values(), ...objects.map((object) => instanceOf(run.known, object))]
  const strays = new Map<string, Stray>()
  for (const { table, key, before } of adding) {
    for (const path of instancesOf(run.known, table)) {
      if (before.includes(path) || others.includes(path)) continue
      strays.set(path, { path, table, key: Object.keys(key) })
    }
  }
  return {
    ...run,
    added,
    recovered: added.size,
    strays: [...strays.values()],
    declaration: { ...run.declaration, retired: [...retired, ...left] },
  }
}

/** Each instance once. */
function instancesByObject(known: KnownValues, adding: readonly AddingObject[]): Map<AddingObject, string> {
  const found = new Map<AddingObject, string>()
  for (const one of adding) {
    const taken = [...one.before, ...found.values()]
    const path = instancesOf(known, one.table).find(
      (instance) => !taken.includes(instance) && hasKey(known, instance, one.key),
    )
    if (path !== undefined) found.set(one, path)
  }
  return found
}

/** The current value in place of a key. */
const keyOf = (known: KnownValues, instance: string, key: readonly string[]) =>
  Object.fromEntries(key.map((name) => [name, known.get(instance + name)?.value ?? '']))

/** Instances that this run added and has not filled in yet, one per table with strays. */
export function examplesOf({ strays, example, added, recovered }: ProvisionRun): string[] {
  const fresh = example === null ? [...added.values()].slice(recovered) : [example]
  return [...new Set(strays.map(({ table }) => table))].flatMap(
    (table) => fresh.find((instance) => tableOf(instance) === table) ?? [],
  )
}

/**
 * The run after reading its examples. Matching strays are deleted, as are the examples; the others are
 * foreign.
 */
export function withStraysJudged(run: ProvisionRun): ProvisionRun {
  const examples = examplesOf(run)
  const known = new Map(run.known)
  const exampleOf = (stray: Stray) => examples.find((instance) => tableOf(instance) === stray.table)
  const judged = run.strays.filter((stray) => exampleOf(stray) !== undefined)
  const gone = judged.filter((stray) => untouched(known, stray.path, exampleOf(stray)!))
  if (run.example !== null) gone.push({ ...run.strays[0]!, path: run.example })
  const retired = gone.map(({ path, table, key: names }) => {
    const key = keyOf(known, path, names)
    // Unreadable still means present.
    for (const [name, value] of Object.entries(key)) known.set(path + name, { type: null, value })
    return { path, table, key }
  })
  const { declaration } = run
  return {
    ...run,
    known,
    strays: run.strays.filter((stray) => !judged.includes(stray)),
    declaration: { ...declaration, retired: [...(declaration.retired ?? []), ...retired] },
  }
}

const tableOf = (instance: string) => instance.replace(/\d+\.$/, '')

/**
 * Whether an instance still equals a fresh one, the `example`: no value was set, so it was added and never
 * filled in. When in doubt, false.
 */
function untouched(known: KnownValues, instance: string, example: string): boolean {
  const [one, other] = [valuesBelow(known, instance), valuesBelow(known, example)]
  return (
    other.size > 0 &&
    one.size === other.size &&
    [...one].every(([name, value]) => {
      const made = other.get(name)
      return made !== undefined && alike(value, numberOf(instance), made, numberOf(example))
    })
  )
}

/** Values that change by themselves are no evidence. */
const moving = /(?:^|\.)(?:Stats\.|LastChange$|UpTime$)/

function valuesBelow(known: KnownValues, instance: string): Map<string, string> {
  const below = new Map<string, string>()
  for (const [path, { value }] of known) {
    const name = path.startsWith(instance) ? path.slice(instance.length) : ''
    if (name !== '' && !moving.test(name)) below.set(name, value)
  }
  return below
}

const numberOf = (instance: string) => /(\d+)\.$/.exec(instance)?.[1] ?? ''

/**
 * Gateways number names: `cpe-3`, `Instance-17`, a MAC address. A bare number is a value, or its own index.
 */
function alike(one: string, oneNumber: string, other: string, otherNumber: string): boolean {
  if (one === other || (one === oneNumber && other === otherNumber)) return true
  const unnumbered = one.replaceAll(/\d+/g, '#')
  return /[a-z]/i.test(unnumbered) && unnumbered === other.replaceAll(/\d+/g, '#')
}
