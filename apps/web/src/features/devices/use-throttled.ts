import { useEffect, useMemo, useRef } from 'react'

/** Runs at once, then at most every `pauseMs`; calls during the pause run once at its end. The same value between renders. */
export function useThrottled(act: () => void, pauseMs: number): () => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  const throttle = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wanted = false
    const start = () => {
      latest.current()
      timer = setTimeout(() => {
        timer = undefined
        if (!wanted) return
        wanted = false
        start()
      }, pauseMs)
    }
    return {
      trigger() {
        if (timer === undefined) start()
        else wanted = true
      },
      stop() {
        clearTimeout(timer)
        timer = undefined
        wanted = false
      },
    }
  }, [pauseMs])
  useEffect(() => throttle.stop, [throttle])
  return throttle.trigger
}
