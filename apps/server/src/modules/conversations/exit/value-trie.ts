/** Finds the longest of many values at a position, in time that the length of the value bounds. */
export class ValueTrie<K> {
  readonly #root: Node<K> = { next: new Map(), kind: undefined }

  add(value: string, kind: K) {
    let node = this.#root
    for (let at = 0; at < value.length; at++) {
      const unit = folded(value.charCodeAt(at))
      let next = node.next.get(unit)
      if (!next) node.next.set(unit, (next = { next: new Map(), kind: undefined }))
      node = next
    }
    node.kind ??= kind
  }

  /** The longest value at `start` that `fits`. */
  longest(text: string, start: number, fits: (end: number) => boolean) {
    let node = this.#root
    let found: { end: number; kind: K } | undefined
    for (let at = start; at < text.length; at++) {
      const next = node.next.get(folded(text.charCodeAt(at)))
      if (!next) break
      node = next
      if (node.kind !== undefined && fits(at + 1)) found = { end: at + 1, kind: node.kind }
    }
    return found
  }
}

interface Node<K> {
  readonly next: Map<number, Node<K>>
  kind: K | undefined
}

/** ASCII letters without their case: one unit stays one unit. */
const folded = (unit: number) => (unit >= 65 && unit <= 90 ? unit + 32 : unit)
