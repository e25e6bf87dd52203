/** What is due when: a binary heap. An entry whose time was changed since is skipped when it comes up. */
export class DueQueue<Item extends { dueAt: number }> {
  readonly #heap: { readonly at: number; readonly item: Item }[] = []

  /** Replaces the time of the item. */
  add(item: Item, at: number): void {
    item.dueAt = at
    const heap = this.#heap
    let place = heap.length
    heap.push({ at, item })
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!this.#swapIfEarlier(place, parent)) break
      place = parent
    }
  }

  /** The time of the earliest item; Infinity without one. */
  get next(): number {
    this.#dropStale()
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY
  }

  /** The earliest item, if it is due. It is due again only when it is added again. */
  takeDue(now: number): Item | null {
    this.#dropStale()
    const first = this.#heap[0]
    if (first === undefined || first.at > now) return null
    this.#removeFirst()
    first.item.dueAt = Number.POSITIVE_INFINITY
    return first.item
  }

  #dropStale(): void {
    for (
      let first = this.#heap[0];
      first !== undefined && first.item.dueAt !== first.at;
      first = this.#heap[0]
    ) {
      this.#removeFirst()
    }
  }

  #removeFirst(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    heap[0] = last
    for (let place = 0; ;) {
      const left = 2 * place + 1
      const right = left + 1
      const child =
        (heap[right]?.at ?? Number.POSITIVE_INFINITY) < (heap[left]?.at ?? Number.POSITIVE_INFINITY)
          ? right
          : left
      if (child >= heap.length || !this.#swapIfEarlier(child, place)) return
      place = child
    }
  }

  #swapIfEarlier(lower: number, upper: number): boolean {
    const heap = this.#heap
    const [below, above] = [heap[lower], heap[upper]]
    if (below === undefined || above === undefined || below.at >= above.at) return false
    heap[lower] = above
    heap[upper] = below
    return true
  }
}

/** A number from 0 to 1 that is the same for a device on each start (FNV-1a). */
export function jitterOf(deviceId: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < deviceId.length; at++)
    hash = Math.imul(hash ^ deviceId.charCodeAt(at), 0x01000193) >>> 0
  // FNV spreads the low bits of short texts, not the high ones.
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b) >>> 0
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/**
 * The first moment after `now` that lies at the jitter within its interval. All in milliseconds. The quotient of a slot may be
 * rounded to just below its number: the slot itself is not after it, and who waits for what is due would take it for ever.
 */
export function nextSlot(now: number, interval: number, jitter: number): number {
  const number = Math.floor(now / interval - jitter) + 1
  const slot = (number + jitter) * interval
  return slot > now ? slot : (number + 1 + jitter) * interval
}
