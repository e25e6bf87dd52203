import { useQueryClient } from '@tanstack/react-query'
import type { LiveEventKind } from '@netward/contract/live'
import { useEffect } from 'react'
import { refreshReads } from '../../lib/use-api.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { useThrottled } from '../../lib/use-throttled.ts'

/** In a large network events are constant. */
const pauseMs = 5_000
/** Changes without a live event: an expiring invitation, a failure that is a day old. */
const rereadMs = 120_000

const kinds: readonly LiveEventKind[] = [
  'device.added',
  'device.presence',
  'device.changed',
  'device.released',
  'command.changed',
  'pool.changed',
  'registration.changed',
  'invitation.changed',
  'acting.changed',
  'campaign.changed',
]

/** Refetches the workbench on events, at most every few seconds. */
export function useLiveWorkbench(): void {
  const client = useQueryClient()
  const reread = useThrottled(() => {
    if (document.visibilityState === 'visible')
      void refreshReads(client, ['GET /api/v1/workbench', 'GET /api/v1/workbench/failed-commands'])
  }, pauseMs)
  useLiveEvents(kinds, reread)
  useEffect(() => {
    const timer = setInterval(reread, rereadMs)
    document.addEventListener('visibilitychange', reread)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', reread)
    }
  }, [reread])
}
