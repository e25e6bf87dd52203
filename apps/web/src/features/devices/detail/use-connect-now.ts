import type { EndpointOutput } from '@netward/contract'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { ApiError, reportError } from '../../../lib/api-errors.ts'
import { orderFor } from '../../../lib/for-order.ts'
import { useRefreshReads } from '../../../lib/use-api.ts'
import { useLiveEvents } from '../../../lib/use-live-events.ts'

type Entry = EndpointOutput<'GET /api/v1/device/:deviceId/timeline'>['items'][number]

export type ConnectState =
  | { kind: 'idle' }
  | { kind: 'waiting' }
  | { kind: 'connected'; seconds: number }
  | { kind: 'failed'; because: string }
  | { kind: 'silent' }

export interface ConnectButton {
  readonly state: ConnectState
  readonly start: () => void
}

/** Timeout for the gateway's Inform. */
const patienceMs = 30_000
const lookMs = 2_000
/** How long the success stays visible. */
const shownMs = 15_000

interface Before {
  lastInformAt: string | null
  lastEntryId: string
}

const noEntry = '0'
const newer = (entry: Entry, id: string) => BigInt(entry.id) > BigInt(id)

/**
 * Sends a connection request and watches for the Inform, which counts as success, not the response to the
 * request. Looks for event 6 or a newer last Inform every two seconds, and on every live event of the device.
 */
export function useConnectNow(deviceId: string): ConnectButton {
  const [state, setState] = useState<ConnectState>({ kind: 'idle' })
  const refresh = useRefreshReads()
  const stop = useRef<() => void>(() => undefined)
  const look = useRef<() => void>(() => undefined)
  useEffect(() => () => stop.current(), [])
  useEffect(() => {
    if (state.kind !== 'connected') return undefined
    const timer = setTimeout(() => setState({ kind: 'idle' }), shownMs)
    return () => clearTimeout(timer)
  }, [state])

  const start = () => {
    stop.current()
    const watch = new AbortController()
    const { signal } = watch
    const startedAt = Date.now()
    let before: Before | null = null
    let timer: ReturnType<typeof setInterval> | undefined
    let looking = false
    stop.current = () => {
      watch.abort()
      clearInterval(timer)
      look.current = () => undefined
    }
    const end = (outcome: ConnectState) => {
      if (signal.aborted) return
      stop.current()
      setState(outcome)
      void refresh('GET /api/v1/device/:deviceId', 'GET /api/v1/device/:deviceId/timeline')
    }
    const glance = async () => {
      const options = { signal, errors: 'caller' } as const
      const [device, timeline] = await Promise.all([
        api('GET /api/v1/device/:deviceId', { deviceId }, options),
        api('GET /api/v1/device/:deviceId/timeline', { deviceId, pageSize: 10 }, options),
      ])
      return { lastInformAt: device.lastInformAt, entries: timeline.items }
    }
    const check = async () => {
      if (looking || before === null) return
      looking = true
      const known = before
      try {
        const { lastInformAt, entries } = await glance()
        const failure = entries.find(
          (entry) => entry.kind === 'connection_request.failed' && newer(entry, known.lastEntryId),
        )
        const answer = entries.some(
          (entry) => entry.kind === 'inform.connection_request' && newer(entry, known.lastEntryId),
        )
        if (answer || lastInformAt !== known.lastInformAt) {
          end({ kind: 'connected', seconds: Math.max(1, Math.round((Date.now() - startedAt) / 1000)) })
        } else if (failure !== undefined) {
          end({ kind: 'failed', because: String(failure.detail['because']) })
        }
      } catch {
        // The next poll may succeed.
      } finally {
        looking = false
      }
      if (Date.now() - startedAt >= patienceMs) end({ kind: 'silent' })
    }
    const begin = async () => {
      try {
        const { lastInformAt, entries } = await glance()
        before = { lastInformAt, lastEntryId: entries[0]?.id ?? noEntry }
        await api(
          'POST /api/v1/device/:deviceId/connection-request',
          { deviceId, ...orderFor(deviceId) },
          { signal, errors: 'caller' },
        )
        if (signal.aborted) return
        timer = setInterval(() => void check(), lookMs)
        look.current = () => void check()
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ApiError && error.code === 'device.not_reachable') {
          error.reported = true
          end({ kind: 'failed', because: 'not_reachable' })
          return
        }
        reportError(error)
        end({ kind: 'idle' })
      }
    }
    setState({ kind: 'waiting' })
    void begin()
  }

  useLiveEvents(['device.presence', 'device.changed', 'command.changed'], (event) => {
    if (event?.subjectId === deviceId) look.current()
  })
  return { state, start }
}
