import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface Held {
  readonly row: Element
  readonly key: string | undefined
  readonly element: HTMLElement
  /** A drawer or a dialog took the focus from it, and gives it back, unless it is gone all at once. */
  lent: boolean
}

/**
 * Elements of rows are used again for other rows. When that happens to the one that has the focus, the frame takes
 * it: the next key must not act on a row that nobody chose. So it does when the focused element is gone. From a
 * drawer that is gone it comes back to what opened it, where that is still of the same row.
 * @returns what notes the row that gets the focus, and to whom it goes from there.
 */
export function useFocusKept(
  frame: RefObject<HTMLElement | null>,
  keyAt: (index: number) => string | undefined,
): { onFocus: (event: FocusEvent<HTMLElement>) => void; onBlur: (event: FocusEvent) => void } {
  const held = useRef<Held | null>(null)
  const keyOf = (row: Element) => keyAt(Number(row.getAttribute('aria-rowindex')) - 2)
  useLayoutEffect(() => {
    const { current } = held
    if (current === null) return
    const nowhere = () => document.activeElement === document.body
    const other = keyOf(current.row) !== current.key
    if (current.lent) {
      if (!nowhere()) return
      if (!other && current.row.contains(current.element)) current.element.focus({ preventScroll: true })
    }
    const inRow = current.row.contains(document.activeElement)
    if (nowhere() || (inRow && other)) frame.current?.focus({ preventScroll: true })
    if (!current.row.contains(document.activeElement)) held.current = null
  })
  return {
    onFocus({ target }) {
      const row = target.closest('[aria-rowindex]')
      held.current = row === null ? null : { row, key: keyOf(row), element: target, lent: false }
    },
    onBlur({ relatedTarget }) {
      if (held.current !== null)
        held.current.lent = relatedTarget?.closest('.ant-drawer, .ant-modal-root') != null
    },
  }
}
