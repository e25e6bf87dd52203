import type { EndpointKey } from '@netward/contract'
import type { LiveEventKind } from '@netward/contract/live'
import { useRefreshReads } from './use-api.ts'
import { useLiveEvents } from './use-live-events.ts'
import { useThrottled } from './use-throttled.ts'

const pauseMs = 2_000

/** Refetches an endpoint on live events of these kinds, at most every two seconds. */
export function useLiveReads(endpoint: EndpointKey, kinds: readonly LiveEventKind[]): void {
  const refresh = useRefreshReads()
  const reread = useThrottled(() => void refresh(endpoint), pauseMs)
  useLiveEvents(kinds, reread)
}
