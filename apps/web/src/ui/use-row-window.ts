import { type RefObject, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { rowWindow, type Slot, slotsOf } from './row-window.ts'

const restMs = 160

interface Room {
  readonly count: number
  readonly rowHeight: number
  /** Otherwise all rows are rendered. */
  readonly virtual: boolean
}

/** Which rows are rendered at a scroll position, and in which elements. */
export function useRowWindow(
  frame: RefObject<HTMLElement | null>,
  { count, rowHeight, virtual }: Room,
): { from: number; slots: readonly Slot[] } {
  const [{ from, size }, setWindow] = useState(() =>
    rowWindow({ scrollTop: 0, height: virtual ? window.innerHeight : 0, rowHeight, count, upwards: false }),
  )
  const [base, setBase] = useState(0)

  useEffect(() => {
    const element = frame.current
    if (!virtual || element === null) return undefined
    let height = element.clientHeight
    let rest: ReturnType<typeof setTimeout> | undefined
    let before = 0
    let upwards = false
    const look = () => {
      const { scrollTop } = element
      if (scrollTop !== before) upwards = scrollTop < before
      before = scrollTop
      const next = rowWindow({ scrollTop, height, rowHeight, count, upwards })
      setWindow((now) => (now.from === next.from && now.size === next.size ? now : next))
      return next
    }
    /** Screen readers and Tab follow the document order. */
    const order = () => flushSync(() => setBase(look().from))
    const follow = () => {
      clearTimeout(rest)
      const { activeElement } = document
      // Tabbing scrolls the frame, and must not run past the last element.
      if (activeElement !== element && element.contains(activeElement)) {
        order()
        return
      }
      // In this frame, not the next: rows in view must not be empty.
      flushSync(look)
      rest = setTimeout(order, restMs)
    }
    // Also called once at the start.
    const sized = new ResizeObserver(() => {
      height = element.clientHeight
      setBase(look().from)
    })
    element.addEventListener('scroll', follow, { passive: true })
    sized.observe(element)
    return () => {
      clearTimeout(rest)
      element.removeEventListener('scroll', follow)
      sized.disconnect()
    }
  }, [frame, virtual, count, rowHeight])

  return useMemo(
    () => (virtual ? { from, slots: slotsOf({ from, size: Math.min(size, count) }, base) } : all(count)),
    [virtual, from, size, base, count],
  )
}

function all(count: number): { from: number; slots: readonly Slot[] } {
  return { from: 0, slots: Array.from({ length: count }, (_, index) => ({ slot: index, index })) }
}
