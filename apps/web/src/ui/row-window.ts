/** The rows that exist as elements: `size` of them from row `from`. */
export interface RowWindow {
  readonly from: number
  readonly size: number
}

/** Rows beyond the edge that one scrolls to, for a hand that is faster than the page draws; and beyond the other. */
const ahead = 6
const behind = 2

/** The rows in sight and some beyond; always the same number, so that elements are used again. */
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

/** An element of the window, by which React knows it again, and the row that it shows. */
export interface Slot {
  readonly slot: number
  readonly index: number
}

/**
 * The elements in the order of the document. A row keeps its element as long as it is in the window, and one that
 * comes into sight takes the element of one that left. The order of the elements follows `base` and not the window:
 * moving elements is dear, so the order of the rows is restored by `base = from` when the scrolling rests.
 */
export function slotsOf({ from, size }: RowWindow, base: number): readonly Slot[] {
  return Array.from({ length: size }, (_, place) => {
    const slot = (base + place) % size
    return { slot, index: from + ((((slot - from) % size) + size) % size) }
  })
}
