/** The rendered rows: `size` rows from row `from`. */
export interface RowWindow {
  readonly from: number
  readonly size: number
}

/** Extra rows in the scroll direction, for scrolling faster than rendering; and in the opposite direction. */
const ahead = 6
const behind = 2

/** The visible rows and some extra; a constant number, so that elements are reused. */
export function rowWindow(room: {
  readonly scrollTop: number
  readonly height: number
  readonly rowHeight: number
  readonly count: number
  readonly upwards: boolean
}): RowWindow {
  const { scrollTop, height, rowHeight, count, upwards } = room
  const size = Math.min(count, Math.ceil(height / rowHeight) + 1 + ahead + behind)
  const first = Math.floor(scrollTop / rowHeight) - (upwards ? ahead : behind)
  return { from: Math.max(0, Math.min(first, count - size)), size }
}

/** An element of the window, its React key, and the row that it shows. */
export interface Slot {
  readonly slot: number
  readonly index: number
}

/**
 * The elements in document order. A row keeps its element as long as it is in the window; a new row takes the
 * element of one that left. The order follows `base`, not the window: moving elements is expensive, so `base
 * = from` restores row order once scrolling stops.
 */
export function slotsOf({ from, size }: RowWindow, base: number): readonly Slot[] {
  return Array.from({ length: size }, (_, place) => {
    const slot = (base + place) % size
    return { slot, index: from + ((((slot - from) % size) + size) % size) }
  })
}
