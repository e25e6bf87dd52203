import { useCallback, useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
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

/** Below the first, names cannot be read; what is too wide begins at the second. Pixels for a unit of the drawing. */
const legible = 0.45
const readable = 0.75

/**
 * The part of the drawing that is seen until somebody zooms or pans: all of it, on a narrow screen what stands around its
 * middle.
 */
export function useView(bounds: Box, middle: Point, svg: RefObject<SVGSVGElement | null>): View {
  const [chosen, setChosen] = useState<Box | null>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const from = useRef<Point | null>(null)
  useLayoutEffect(() => {
    if (svg.current === null) return
    const measure = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    measure.observe(svg.current)
    return () => measure.disconnect()
  }, [svg])
  const box = chosen ?? begun(bounds, middle, size)
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
    fit: () => setChosen(bounds),
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

function begun(bounds: Box, middle: Point, size: { width: number; height: number } | null): Box {
  if (size === null || size.width === 0 || size.width / bounds.width >= legible) return bounds
  const [width, height] = [size.width / readable, size.height / readable]
  const between = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
  return {
    x: between(middle.x - width / 2, bounds.x, bounds.x + bounds.width - width),
    // From the top, where the lines are.
    y: height >= bounds.height ? bounds.y - (height - bounds.height) / 2 : bounds.y,
    width,
    height,
  }
}
