import { useCallback, useEffect, useRef } from 'react'

interface Pause {
  timer: ReturnType<typeof setTimeout> | undefined
  /** Called again during the pause. */
  again: boolean
}

/**
 * Runs at once, then at most every `pauseMs`; calls during the pause run once at its end. Stable between
 * renders.
 */
export function useThrottled(act: () => void, pauseMs: number): () => void {
  const latest = useRef(act)
  const pause = useRef<Pause>({ timer: undefined, again: false })
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const { current } = pause
    return () => {
      clearTimeout(current.timer)
      current.timer = undefined
      current.again = false
    }
  }, [])
  return useCallback(() => {
    const { current } = pause
    if (current.timer !== undefined) {
      current.again = true
      return
    }
    const run = () => {
      latest.current()
      current.timer = setTimeout(() => {
        current.timer = undefined
        if (!current.again) return
        current.again = false
        run()
      }, pauseMs)
    }
    run()
  }, [pauseMs])
}
