import { useCallback, useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { Box, Point } from './layout.ts'

export interface View {
  readonly box: Box
  readonly zoom: (factor: number) => void
  readonly fit: () => void
  /** Where a pointer is in the drawing. */
  readonly pointOf: (event: { clientX: number; clientY: number }) => Point
  readonly panning: {
    readonly onPointerDown: (event: PointerEvent) => void
    readonly onPointerMove: (event: PointerEvent) => void
    readonly onPointerUp: () => void
  }
}

const closest = 0.2
const farthest = 4

/** The part of the drawing that is seen: all of it until somebody zooms or pans. */
export function useView(bounds: Box, svg: RefObject<SVGSVGElement | null>): View {
  const [chosen, setChosen] = useState<Box | null>(null)
  const from = useRef<Point | null>(null)
  const box = chosen ?? bounds
  const pointOf = useCallback(
    ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
      const matrix = svg.current?.getScreenCTM()?.inverse()
      if (matrix === undefined) return { x: 0, y: 0 }
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix)
      return { x, y }
    },
    [svg],
  )
  const zoom = (factor: number) => {
    const scale = box.width / factor / bounds.width
    if (scale < closest || scale > farthest) return
    const [width, height] = [box.width / factor, box.height / factor]
    setChosen({ x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height })
  }
  return {
    box,
    zoom,
    fit: () => setChosen(null),
    pointOf,
    panning: {
      onPointerDown(event) {
        if (event.button !== 0) return
        from.current = pointOf(event)
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove(event) {
        if (from.current === null) return
        const now = pointOf(event)
        setChosen({ ...box, x: box.x + from.current.x - now.x, y: box.y + from.current.y - now.y })
      },
      onPointerUp() {
        from.current = null
      },
    },
  }
}
