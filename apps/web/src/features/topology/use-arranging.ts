import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Point } from './layout.ts'

export interface Arranging {
  /** Where each node is now. */
  readonly places: ReadonlyMap<string, Point>
  readonly onGrab: (event: PointerEvent<SVGGElement>, key: string) => void
  readonly onNudge: (event: KeyboardEvent<SVGGElement>, key: string) => void
  /** @returns whether a node is dragged */
  readonly drag: (event: PointerEvent) => boolean
  readonly drop: () => void
}

const nudge = 20
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -nudge, y: 0 },
  ArrowRight: { x: nudge, y: 0 },
  ArrowUp: { x: 0, y: -nudge },
  ArrowDown: { x: 0, y: nudge },
}
/** A pointer that moves less was a click. */
const still = 3

/**
 * Moving of nodes by pointer or keys. A node that somebody moves stands there until the server has answered; then its answer
 * counts, in which others may have moved it further. Handlers stay the same, so that only moved nodes render.
 */
export function useArranging(given: {
  readonly laidOut: ReadonlyMap<string, Point>
  readonly mayMove: boolean
  readonly pointOf: (event: { clientX: number; clientY: number }) => Point
  /** Settles once the drawing holds what the server says, also where it refuses. */
  readonly onMove: (node: string, to: Point) => Promise<void>
}): Arranging {
  const { laidOut, pointOf } = given
  const [moved, setMoved] = useState<ReadonlyMap<string, Point>>(new Map())
  const places = useMemo(
    () => (moved.size === 0 ? laidOut : new Map([...laidOut, ...moved])),
    [laidOut, moved],
  )
  const latest = useRef({ ...given, places })
  useLayoutEffect(() => {
    latest.current = { ...given, places }
  })
  const dragged = useRef<{ key: string; from: Point; at: Point; to: Point } | null>(null)

  const place = useCallback(
    (key: string, to: Point) => setMoved((before) => new Map(before).set(key, to)),
    [],
  )
  const keep = useCallback(async (key: string, to: Point) => {
    await latest.current.onMove(key, to)
    setMoved((before) => {
      // Moved on meanwhile: the next answer counts.
      if (before.get(key) !== to) return before
      return new Map([...before].filter(([other]) => other !== key))
    })
  }, [])
  const onGrab = useCallback(
    (event: PointerEvent<SVGGElement>, key: string) => {
      event.stopPropagation()
      const at = latest.current.places.get(key)
      if (!latest.current.mayMove || event.button !== 0 || at === undefined) return
      dragged.current = { key, from: pointOf(event), at, to: at }
      event.currentTarget.ownerSVGElement?.setPointerCapture(event.pointerId)
    },
    [pointOf],
  )
  const onNudge = useCallback(
    (event: KeyboardEvent<SVGGElement>, key: string) => {
      const by = arrows[event.key]
      const at = latest.current.places.get(key)
      if (by === undefined || at === undefined || !latest.current.mayMove) return
      event.preventDefault()
      const to = { x: at.x + by.x, y: at.y + by.y }
      place(key, to)
      void keep(key, to)
    },
    [place, keep],
  )
  return {
    places,
    onGrab,
    onNudge,
    drag(event) {
      if (dragged.current === null) return false
      const { key, from, at } = dragged.current
      const now = pointOf(event)
      const to = { x: at.x + now.x - from.x, y: at.y + now.y - from.y }
      dragged.current.to = to
      place(key, to)
      return true
    },
    drop() {
      const node = dragged.current
      dragged.current = null
      if (node === null || node.to === node.at) return
      if (Math.hypot(node.to.x - node.at.x, node.to.y - node.at.y) > still) void keep(node.key, node.to)
      else setMoved((before) => new Map([...before].filter(([key]) => key !== node.key)))
    },
  }
}
