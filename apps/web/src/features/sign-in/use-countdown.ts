import { useEffect, useState } from 'react'

/** Seconds until a moment, updated once a second; 0 once it has passed. */
export function useCountdown(): { seconds: number; start: (seconds: number) => void } {
  const [until, setUntil] = useState(0)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (until === 0) return undefined
    const show = () => setSeconds(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    const timer = setInterval(show, 250)
    return () => clearInterval(timer)
  }, [until])
  return {
    seconds,
    start(wanted) {
      setUntil(Date.now() + wanted * 1000)
      setSeconds(wanted)
    },
  }
}
