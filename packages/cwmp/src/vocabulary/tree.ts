import type { DataModelRoot } from '../data-model.ts'

/** The stored state of one parameter. */
export interface KnownParameter {
  /** '' for an object, a secret, or a value never read; `readAt` is null only for the last. */
  value: string
  type: string | null
  writable: boolean | null
  readAt: string | null
}

const longestText = 256

/** Gateway text made displayable: no control characters, no broken surrogates, bounded length. */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestText)
    .toWellFormed()
}

/** The known parameters of one gateway, by full path; objects end in a dot. */
export class GatewayTree {
  readonly root: DataModelRoot
  readonly parameters: ReadonlyMap<string, KnownParameter>
  /** By object: names of its direct parameters, and its instance numbers. */
  readonly #leaves = new Map<string, string[]>()
  readonly #numbers = new Map<string, Set<number>>()

  constructor(root: DataModelRoot, parameters: ReadonlyMap<string, KnownParameter>) {
    this.root = root
    this.parameters = parameters
    this.#index()
  }

  find(path: string): KnownParameter | undefined {
    return this.parameters.get(path)
  }

  /** '' if unknown. */
  text(path: string): string {
    return cleanText(this.parameters.get(path)?.value ?? '')
  }

  isOn(path: string): boolean {
    return ['1', 'true'].includes(this.text(path).toLowerCase())
  }

  /** Instance paths of a table below the root, by number; numbers may have gaps. */
  instances(table: string): string[] {
    const path = this.absolute(table)
    return [...(this.#numbers.get(path) ?? [])].toSorted((a, b) => a - b).map((number) => `${path}${number}.`)
  }

  absolute(path: string): string {
    return path.startsWith(this.root) ? path : this.root + path
  }

  /** Names of parameters directly below an object. */
  leaves(object: string): readonly string[] {
    return this.#leaves.get(object) ?? []
  }

  /** Whether anything is known at or below a path. */
  knows(path: string): boolean {
    return this.parameters.has(path) || this.#leaves.has(path)
  }

  /** Whether a table accepts new instances; null if the gateway has not reported it. */
  mayAdd(table: string): boolean | null {
    return this.parameters.get(table)?.writable ?? null
  }

  mayDelete(instance: string): boolean {
    return this.parameters.get(instance)?.writable !== false
  }

  /**
   * Objects named by a reference, as object paths: with or without trailing dot, with or without the root;
   * missing ones are left out.
   */
  references(path: string): string[] {
    return this.text(path)
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one) => (one.endsWith('.') ? one : `${one}.`))
      .map((one) => this.absolute(one))
      .filter((one) => this.knows(one))
  }

  /** Instances of a table whose parameter refers to an object. */
  referring(table: string, parameter: string, object: string): string[] {
    return this.instances(table).filter((one) => this.references(one + parameter).includes(object))
  }

  /** An object and everything below it by LowerLayers, nearest first. Links may form a cycle. */
  stack(object: string): string[] {
    const seen = [object]
    for (let at = 0; at < seen.length && seen.length < 16; at++) {
      for (const lower of this.references(`${seen[at]}LowerLayers`)) {
        if (!seen.includes(lower)) seen.push(lower)
      }
    }
    return seen
  }

  /** Whether this gateway ends references in a dot, judged by its existing references. */
  get dotted(): boolean {
    for (const [path, { value }] of this.parameters) {
      if (
        /(?:LowerLayers|Interface|SSIDReference|DefaultConnectionService)$/.test(path) &&
        value.trim() !== ''
      )
        return value.trim().endsWith('.')
    }
    return false
  }

  asReference(object: string): string {
    return this.dotted ? object : object.slice(0, -1)
  }

  /** One pass over the tree: a gateway has 10,000 parameters, and a section reads many tables. */
  #index(): void {
    let before = ''
    for (const path of this.parameters.keys()) {
      const object = path.slice(0, path.lastIndexOf('.') + 1)
      // Most follow directly on the previous one.
      if (object !== before) this.#indexObject(object)
      before = object
      if (object.length < path.length) this.#leaves.get(object)?.push(path.slice(object.length))
    }
  }

  #indexObject(path: string): void {
    let object = path
    while (object !== '' && !this.#leaves.has(object)) {
      this.#leaves.set(object, [])
      const parent = object.slice(0, object.lastIndexOf('.', object.length - 2) + 1)
      const segment = object.slice(parent.length, -1)
      if (instanceNumber.test(segment)) {
        const numbers = this.#numbers.get(parent) ?? new Set<number>()
        this.#numbers.set(parent, numbers.add(Number(segment)))
      }
      object = parent
    }
  }
}

/** TR-069 A.2.2.1: greater than zero. */
const instanceNumber = /^[1-9]\d{0,9}$/
