import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface Held {
  readonly row: Element
  readonly key: string | undefined
  readonly element: HTMLElement
  /** A drawer or dialog took the focus, and returns it unless it is removed at once. */
  lent: boolean
}

/**
 * Row elements are reused for other rows. When that happens to the focused element, or when it is removed,
 * the frame takes the focus: the next key must not act on an unselected row. When a drawer closes, the focus
 * returns to its opener if that still shows the same row.
 * @returns the focus handler that records the focused row, and where the focus goes next.
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
