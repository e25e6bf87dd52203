import type { LiveEvent, LiveEventKind } from '@netward/contract/live'
import { useEffect, useEffectEvent } from 'react'
import { listenLive } from './live.ts'

/**
 * Calls the handler with each live event of these kinds, and with `null` when events were missed and shown
 * data must be reloaded. The handler may change on every render.
 */
export function useLiveEvents(
  kinds: readonly LiveEventKind[],
  handler: (event: LiveEvent | null) => void,
): void {
  const receive = useEffectEvent((event: LiveEvent | null) => {
    if (event === null || kinds.includes(event.kind)) handler(event)
  })
  useEffect(() => listenLive((news) => receive(news.type === 'event' ? news.event : null)), [])
}
