import { useEffect, useState } from 'react'

type Loaded<T> = { value: T } | { error: unknown } | null

/** Response of a call that the view depends on; `again` retries after a failure. */
export function useOnce<T>(ask: () => Promise<T>): { loaded: Loaded<T>; again: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let shown = true
    ask().then(
      (value) => shown && setLoaded({ value }),
      (error: unknown) => shown && setLoaded({ error }),
    )
    return () => {
      shown = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- one call for the view, however often it is rendered
  }, [round])
  return {
    loaded,
    again() {
      setLoaded(null)
      setRound(round + 1)
    },
  }
}
