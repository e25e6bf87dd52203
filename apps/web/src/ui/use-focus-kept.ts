import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Elements of rows are used again for other rows. When that happens to the one that has the focus, the frame takes
 * it: the next key must not act on a row that nobody chose. So it does when the focused element is gone.
 * @returns what notes the row that gets the focus.
 */
export function useFocusKept(
  frame: RefObject<HTMLElement | null>,
  keyAt: (index: number) => string | undefined,
): (event: FocusEvent) => void {
  const held = useRef<{ row: Element; key: string | undefined } | null>(null)
  const keyOf = (row: Element) => keyAt(Number(row.getAttribute('aria-rowindex')) - 2)
  useLayoutEffect(() => {
    const { current } = held
    if (current === null) return
    const focused = document.activeElement
    const gone = focused === document.body
    const other = current.row.contains(focused) && keyOf(current.row) !== current.key
    if (gone || other) frame.current?.focus({ preventScroll: true })
    if (gone || !current.row.contains(document.activeElement)) held.current = null
  })
  return ({ target }) => {
    const row = target.closest('[aria-rowindex]')
    held.current = row === null ? null : { row, key: keyOf(row) }
  }
}
