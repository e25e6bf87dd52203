import type { Declaration, DesiredObject, Difference, KnownValues, Problem } from './declaration.ts'
import { hasKey, instanceOf, instancesOf, resolvePath } from './instances.ts'
import { sameValue } from './same-value.ts'

export interface Comparison {
  differences: Difference[]
  /**
   * Their identity in the declaration, whichever instance they resolve to: a declared path, a setting, or
   * `<table>#<index>.<name>`.
   */
  declared: string[]
  /** Indexes of `objects` without an instance. */
  missing: number[]
  /** Instances excluded by `only`, and unchanged ones to delete. */
  surplus: string[]
  problems: Problem[]
  /** Parameters whose drift cannot be detected. */
  unknowable: string[]
}

interface Wanted {
  path: string
  declared: string
  value: string
  type?: string
  secret?: boolean
  again?: boolean
  setting?: string
  /** Not reported yet: it belongs to an instance that was just added. */
  fresh: boolean
}

/**
 * Compares a declaration with the known state of a gateway. `added`: instances just added, by index of
 * `objects`. `renew`: rewrite secrets, since their drift cannot be detected.
 */
export function compare(
  declaration: Declaration,
  known: KnownValues,
  { added = new Map<number, string>(), renew = false }: { added?: Map<number, string>; renew?: boolean } = {},
): Comparison {
  const result: Comparison = {
    differences: [],
    declared: [],
    missing: [],
    surplus: [],
    problems: [],
    unknowable: [],
  }
  const instances: (string | null)[] = []
  const objects = declaration.objects.map((declared, index) => {
    const object = withReference(declared, instances)
    instances.push(added.get(index) ?? (object === null ? null : (instanceOf(known, object) ?? null)))
    return object
  })
  const wanted = [
    ...plainValues(declaration, known, result),
    ...objects.flatMap((object, index) => {
      const instance = instances[index]
      if (object === null || instance === null || instance === undefined) {
        result.missing.push(index)
        return []
      }
      return valuesBelow(object, `${object.table}#${index}.`, instance, added.has(index))
    }),
  ]
  for (const one of wanted) judge(one, known, renew, result)
  for (const table of new Set(declaration.objects.filter(({ only }) => only === true).map((o) => o.table))) {
    result.surplus.push(...instancesOf(known, table).filter((instance) => !instances.includes(instance)))
  }
  // An instance that holds declared values stays, regardless of its origin.
  const stands = [...instances, ...wanted.map(({ path }) => path)]
  for (const { path, key } of declaration.retired ?? []) {
    const free = !stands.some((one) => one?.startsWith(path)) && !result.surplus.includes(path)
    if (free && hasKey(known, path, key)) result.surplus.push(path)
  }
  return result
}

/** Its key with references resolved to earlier instances; null while one is missing. */
function withReference(
  { refers, ...object }: DesiredObject,
  before: readonly (string | null)[],
): DesiredObject | null {
  if (refers === undefined) return object
  const to = before[refers.object] ?? null
  if (to === null) return null
  return { ...object, key: { ...object.key, [refers.name]: refers.dot ? to : to.slice(0, -1) } }
}

function plainValues({ values }: Declaration, known: KnownValues, result: Comparison): Wanted[] {
  return values.flatMap((value) => {
    const path = resolvePath(known, value.path)
    if (path !== null) return [{ ...value, path, declared: value.setting ?? value.path, fresh: false }]
    result.problems.push({ path: value.path, code: 'no_instance', text: '' })
    return []
  })
}

function valuesBelow(object: DesiredObject, declared: string, instance: string, fresh: boolean): Wanted[] {
  const keys = Object.entries(object.key).map(([name, value]) => ({ name, value }))
  // A matched instance has its key.
  return [...(fresh ? keys : []), ...object.values].map(({ name, ...value }) => ({
    ...value,
    path: instance + name,
    declared: declared + name,
    fresh,
  }))
}

function judge(wanted: Wanted, known: KnownValues, renew: boolean, result: Comparison): void {
  const { path, value: after, fresh, setting } = wanted
  const secret = wanted.secret === true
  const parameter = known.get(path)
  const type = parameter?.type ?? wanted.type
  const differs = (before: string | null) => {
    result.differences.push({
      path,
      before,
      after,
      secret,
      ...(type === undefined ? {} : { type }),
      ...(setting === undefined ? {} : { setting }),
    })
    result.declared.push(wanted.declared)
  }
  if (parameter === undefined && !fresh) {
    result.problems.push({ path, code: '9005', text: '' })
  } else if (secret) {
    if (renew || fresh) differs(null)
    else result.unknowable.push(path)
  } else if (
    wanted.again === true ||
    parameter === undefined ||
    !sameValue({ path, type: type ?? null }, parameter.value, after)
  ) {
    differs(parameter?.value ?? null)
  }
}
