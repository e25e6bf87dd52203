import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const nearPixels = 48

/** Follows growing content while the reader is at its end, and only then. */
export function useAtEnd(key: unknown): {
  frame: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  isAtEnd: boolean
  toEnd: () => void
} {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)
  const toEnd = useCallback(() => {
    follows.current = true
    const box = frame.current
    if (box !== null) box.scrollTop = box.scrollHeight
  }, [])
  useEffect(() => {
    const [box, inner] = [frame.current, content.current]
    if (box === null || inner === null) return undefined
    let top = box.scrollTop
    const look = () => {
      const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < nearPixels
      // Content that grew is no move of the reader.
      if (isNear) follows.current = true
      else if (box.scrollTop < top) follows.current = false
      top = box.scrollTop
      setAtEnd(follows.current)
    }
    const observer = new ResizeObserver(() => {
      if (follows.current) box.scrollTop = box.scrollHeight
    })
    observer.observe(inner)
    observer.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])
  useEffect(toEnd, [key, toEnd])
  return { frame, content, isAtEnd, toEnd }
}
