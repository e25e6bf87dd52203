import type { CwmpFault } from '@netward/cwmp'
import { fault } from '@netward/cwmp'
import type { Definition, Template } from './parameter-tree.ts'

/**
 * Object differences from the factory: `added` and `gone` are instances such as `Device.NAT.PortMapping.3.`.
 */
export interface ObjectSnapshot {
  added: string[]
  gone: string[]
  highest: Record<string, number>
}

const maxInstances = 32

/** Table instances of one gateway. Numbers are never reused, so gaps stay (TR-069 A.2.2.1). */
export class ObjectInstances {
  readonly #template: Template
  readonly #added = new Map<string, Definition>()
  readonly #addedInstances = new Set<string>()
  readonly #gone = new Set<string>()
  readonly #highest = new Map<string, number>()

  constructor(template: Template) {
    this.#template = template
  }

  definition(name: string): Definition | undefined {
    return this.#added.get(name) ?? (this.#isGone(name) ? undefined : this.#template.parameters.get(name))
  }

  names(): string[] {
    const kept = [...this.#template.parameters.keys()]
    return [
      ...(this.#gone.size === 0 ? kept : kept.filter((name) => !this.#isGone(name))),
      ...this.#added.keys(),
    ]
  }

  /** Tables at and below a path, including empty ones. */
  tables(path: string): string[] {
    return [...this.#template.tables.keys()].filter((table) => table.startsWith(path) && !this.#isGone(table))
  }

  isTable(path: string): boolean {
    return this.#template.tables.has(path)
  }

  /** Whether a table accepts instances, or this instance can be deleted: writable in GetParameterNames. */
  isWritable(path: string): boolean {
    return this.isTable(path) || this.#tableOf(path) !== null
  }

  /** Instance count if this parameter is a table's count; undefined otherwise. */
  counted(name: string): number | undefined {
    const table = this.#template.counts.get(name)
    return table === undefined ? undefined : this.#numbers(table).length
  }

  /** AddObject, TR-069 A.3.2.6. */
  add(path: string): number | CwmpFault {
    const table = this.#template.tables.get(path)
    if (table === undefined) return fault('9005', 'Invalid parameter name')
    const numbers = this.#numbers(path)
    if (numbers.length >= maxInstances) return fault('9004', 'Resources exceeded')
    const number = Math.max(this.#highest.get(path) ?? 0, ...numbers) + 1
    this.#highest.set(path, number)
    this.#put(`${path}${number}.`)
    return number
  }

  /** DeleteObject, TR-069 A.3.2.7. */
  remove(path: string): CwmpFault | null {
    const table = this.#tableOf(path)
    if (table === null || !this.#numbers(table).includes(Number(path.slice(table.length, -1)))) {
      return fault('9005', 'Invalid parameter name')
    }
    this.#highest.set(table, Math.max(this.#highest.get(table) ?? 0, ...this.#numbers(table)))
    for (const name of this.#added.keys()) if (name.startsWith(path)) this.#added.delete(name)
    if (!this.#addedInstances.delete(path)) this.#gone.add(path)
    return null
  }

  reset(): void {
    this.restore({ added: [], gone: [], highest: {} })
  }

  snapshot(): ObjectSnapshot {
    return {
      added: [...this.#addedInstances],
      gone: [...this.#gone],
      highest: Object.fromEntries(this.#highest),
    }
  }

  restore({ added, gone, highest }: ObjectSnapshot): void {
    this.#added.clear()
    this.#addedInstances.clear()
    this.#gone.clear()
    this.#highest.clear()
    for (const [table, number] of Object.entries(highest)) this.#highest.set(table, number)
    for (const path of gone) this.#gone.add(path)
    for (const path of added) this.#put(path)
  }

  #put(path: string): void {
    const entries = this.#template.tables.get(this.#tableOf(path) ?? '') ?? []
    this.#addedInstances.add(path)
    for (const [name, definition] of entries) this.#added.set(path + name, definition)
  }

  #tableOf(path: string): string | null {
    const table = /^(.+\.)\d+\.$/.exec(path)?.[1]
    return table !== undefined && this.#template.tables.has(table) ? table : null
  }

  #numbers(table: string): number[] {
    const numbers = this.names()
      .filter((name) => name.startsWith(table))
      .map((name) => Number.parseInt(name.slice(table.length), 10))
    return [...new Set(numbers)]
  }

  #isGone(name: string): boolean {
    for (const path of this.#gone) if (name.startsWith(path)) return true
    return false
  }
}
