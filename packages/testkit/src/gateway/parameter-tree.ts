import type { CwmpFault, ParameterInfo, ParameterValue } from '@netward/cwmp'
import { fault, isSecretPath } from '@netward/cwmp'
import { ObjectInstances, type ObjectSnapshot } from './object-instances.ts'

export type ParameterType = 'string' | 'int' | 'unsignedInt' | 'boolean' | 'dateTime' | 'unsignedLong'

export interface Definition {
  type: ParameterType
  value: string
  writable: boolean
  /** Maximum length in characters. */
  maxLength?: number
  min?: number
  max?: number
  oneOf?: readonly string[]
}

/** Factory state of a model. Shared by all its gateways: changes are stored separately. */
export interface Template {
  /** By full path. */
  parameters: ReadonlyMap<string, Definition>
  /** Tables with addable and deletable instances: defaults of a new one, by relative name. */
  tables: ReadonlyMap<string, ReadonlyMap<string, Definition>>
  /** Instance count parameters, with their table. */
  counts: ReadonlyMap<string, string>
}

const ranges: Partial<Record<ParameterType, [number, number]>> = {
  int: [-2_147_483_648, 2_147_483_647],
  unsignedInt: [0, 4_294_967_295],
  unsignedLong: [0, Number.MAX_SAFE_INTEGER],
}

function isValid(definition: Definition, value: string): boolean {
  const range = ranges[definition.type]
  if (range !== undefined) {
    const [low, high] = [definition.min ?? range[0], definition.max ?? range[1]]
    return /^-?\d{1,16}$/.test(value) && Number(value) >= low && Number(value) <= high
  }
  if (definition.type === 'boolean') return ['0', '1', 'true', 'false'].includes(value)
  if (definition.type === 'dateTime') return !Number.isNaN(Date.parse(value))
  if (definition.oneOf !== undefined && !definition.oneOf.includes(value)) return false
  return value.length <= (definition.maxLength ?? 256)
}

export type SetResult = { changed: string[] } | { fault: CwmpFault }

/** The parameters of one gateway. */
export class ParameterTree {
  readonly #instances: ObjectInstances
  readonly #values = new Map<string, string>()
  /** Values computed on read. */
  readonly #dynamic: ReadonlyMap<string, () => string>
  readonly root: string

  constructor(template: Template, root: string, dynamic: ReadonlyMap<string, () => string>) {
    this.#instances = new ObjectInstances(template)
    this.root = root
    this.#dynamic = dynamic
  }

  has(name: string): boolean {
    return this.#instances.definition(name) !== undefined
  }

  /** The actual value, including secrets; '' if there is no such parameter. */
  get(name: string): string {
    const computed = this.#dynamic.get(name)?.() ?? this.#instances.counted(name)?.toString()
    return computed ?? this.#values.get(name) ?? this.#instances.definition(name)?.value ?? ''
  }

  /** Sets a value on the gateway's own behalf, without a writable check. */
  put(name: string, value: string): void {
    this.#values.set(name, value)
  }

  /** Differences from the template, including secrets. */
  snapshot(): Record<string, string> {
    return Object.fromEntries(this.#values)
  }

  get objects(): ObjectSnapshot {
    return this.#instances.snapshot()
  }

  restoreObjects(objects: ObjectSnapshot): void {
    this.#instances.restore(objects)
  }

  reset(): void {
    this.#values.clear()
    this.#instances.reset()
  }

  /** The number of the new instance. */
  add(path: string): number | CwmpFault {
    return this.#instances.add(path)
  }

  /** Null: deleted, with everything below it. */
  remove(path: string): CwmpFault | null {
    const refusal = this.#instances.remove(path)
    if (refusal === null) {
      for (const name of this.#values.keys()) if (name.startsWith(path)) this.#values.delete(name)
    }
    return refusal
  }

  /** The value as reported to an ACS: passwords read back empty (TR-181, ManagementServer.Password). */
  read(name: string): ParameterValue {
    const type = this.#instances.definition(name)?.type ?? 'string'
    return { name, value: isSecretPath(name) ? '' : this.get(name), type }
  }

  #below(path: string): string[] {
    return this.#instances.names().filter((name) => name.startsWith(path))
  }

  /** GetParameterValues, TR-069 A.3.2.2: one unknown name fails the whole call. */
  values(names: readonly string[]): ParameterValue[] | CwmpFault {
    const found: string[] = []
    for (const name of names) {
      if (name === '' || name.endsWith('.')) {
        const below = this.#below(name)
        if (below.length === 0 && !this.#instances.isTable(name))
          return fault('9005', 'Invalid parameter name')
        found.push(...below)
      } else if (this.has(name)) found.push(name)
      else return fault('9005', 'Invalid parameter name')
    }
    return found.map((name) => this.read(name))
  }

  /** GetParameterNames, TR-069 A.3.2.3. */
  names(path: string, nextLevel: boolean): ParameterInfo[] | CwmpFault {
    const exact = this.#instances.definition(path)
    if (exact !== undefined) {
      if (nextLevel) return fault('9003', 'NextLevel needs a partial path')
      return [{ name: path, writable: exact.writable }]
    }
    const below = path === '' || path.endsWith('.') ? this.#below(path) : []
    if (below.length === 0 && !this.#instances.isTable(path)) return fault('9005', 'Invalid parameter name')
    const found = new Map<string, boolean>()
    if (path !== '' && !nextLevel) found.set(path, this.#instances.isWritable(path))
    for (const name of below) {
      for (let dot = name.indexOf('.', path.length); dot !== -1; dot = name.indexOf('.', dot + 1)) {
        const object = name.slice(0, dot + 1)
        if (!found.has(object)) found.set(object, this.#instances.isWritable(object))
        if (nextLevel) break
      }
      const isChild = !name.slice(path.length).includes('.')
      if (!nextLevel || isChild) found.set(name, this.#instances.definition(name)?.writable ?? false)
    }
    // Empty tables are listed too: an ACS that reads level by level learns of them only here.
    for (const table of this.#instances.tables(path)) {
      if (!nextLevel || table.indexOf('.', path.length) === table.length - 1) found.set(table, true)
    }
    return [...found].map(([name, writable]) => ({ name, writable }))
  }

  #check({ name, value, type }: ParameterValue): { code: string; text: string } | undefined {
    const definition = this.#instances.definition(name)
    if (definition === undefined) return { code: '9005', text: 'Invalid parameter name' }
    if (!definition.writable) return { code: '9008', text: 'Attempt to set a non-writable parameter' }
    if (type !== definition.type) return { code: '9006', text: 'Invalid parameter type' }
    if (!isValid(definition, value)) return { code: '9007', text: 'Invalid parameter value' }
    return undefined
  }

  /** SetParameterValues, TR-069 A.3.2.1: all or none. `veto` refuses values for its own reasons. */
  set(values: readonly ParameterValue[], veto: (value: ParameterValue) => boolean = () => false): SetResult {
    const refused: CwmpFault['parameters'] = []
    const seen = new Set<string>()
    for (const value of values) {
      const twice = seen.has(value.name) ? { code: '9003', text: 'Named twice' } : undefined
      const vetoed = veto(value) ? { code: '9007', text: 'Invalid parameter value' } : undefined
      const problem = twice ?? this.#check(value) ?? vetoed
      if (problem !== undefined) refused.push({ name: value.name, ...problem })
      seen.add(value.name)
    }
    if (refused.length > 0) return { fault: fault('9003', 'Invalid arguments', refused) }
    const changed = values.filter(({ name, value }) => this.get(name) !== value).map(({ name }) => name)
    for (const { name, value } of values) this.#values.set(name, value)
    return { changed }
  }
}
