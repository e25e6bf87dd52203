import type { EndpointOutput } from '@netward/contract'
import type { LiveEvent } from '@netward/contract/live'
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { cacheKey, refreshReads } from '../../lib/use-api.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import type { DeviceRow } from '../../lib/device-row.ts'
import { useThrottled } from '../../lib/use-throttled.ts'

const list = 'POST /api/v1/device/lists'
const summary = 'GET /api/v1/device/summary'
type Page = EndpointOutput<typeof list>

/** Periodic Informs send no live event: their row data is refetched at this interval. */
const rereadMs = 60_000

function isPresence(value: unknown): value is DeviceRow['presence'] {
  return value === 'online' || value === 'overdue' || value === 'offline' || value === 'unknown'
}

/** A page with one row changed; the same page if the row is not on it. */
export function patchedPage(page: Page, deviceId: string, change: Partial<DeviceRow>): Page {
  if (!page.items.some((row) => row.id === deviceId)) return page
  return { ...page, items: page.items.map((row) => (row.id === deviceId ? { ...row, ...change } : row)) }
}

/** The row fields in a presence event. */
export function presenceChange(event: LiveEvent): Partial<DeviceRow> | null {
  const { presence } = event.data
  if (!isPresence(presence)) return null
  return presence === 'online' ? { presence, lastInformAt: event.at } : { presence }
}

function patchRow(client: QueryClient, deviceId: string, change: Partial<DeviceRow>): void {
  client.setQueriesData<Page>({ queryKey: cacheKey(list) }, (page) =>
    page === undefined ? page : patchedPage(page, deviceId, change),
  )
}

function listed(client: QueryClient, deviceId: string | null): boolean {
  return client
    .getQueriesData<Page>({ queryKey: cacheKey(list) })
    .some(([, page]) => page?.items.some((row) => row.id === deviceId) === true)
}

/** The list's own reads: the header's search uses the same endpoint without a type. */
function isListRead(key: QueryKey): boolean {
  return key[0] === list && typeof key[1] === 'object' && key[1] !== null && 'type' in key[1]
}

/**
 * Keeps the list current without a reload: presence changes are written into their row, other changes trigger
 * a refetch at most every few seconds. New devices are only counted, so that rows do not jump under the
 * pointer: `refresh` shows them.
 */
export function useLiveDevices(): { added: number; refresh: () => void } {
  const client = useQueryClient()
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const refresh = useCallback(() => void refreshReads(client, [list, summary]), [client])
  const recount = useThrottled(() => void refreshReads(client, [summary]), 2_000)
  const reread = useThrottled(() => void refreshReads(client, [list]), 3_000)

  useLiveEvents(['device.presence', 'device.changed', 'device.added', 'device.released'], (event) => {
    if (event === null) {
      refresh()
      return
    }
    recount()
    const { kind, subjectId } = event
    if (kind === 'device.presence') {
      const change = presenceChange(event)
      if (change !== null && subjectId !== null) patchRow(client, subjectId, change)
      // A response in flight predates the event and would undo its change.
      if (client.isFetching({ queryKey: cacheKey(list) }) > 0 || isEmpty(client)) reread()
    } else if (kind === 'device.added') {
      if (isEmpty(client)) reread()
      else if (subjectId !== null) setAdded((before) => new Set(before).add(subjectId))
    } else if (listed(client, subjectId)) {
      reread()
    }
  })

  useEffect(
    () =>
      client.getQueryCache().subscribe((news) => {
        const read = news.type === 'updated' && news.action.type === 'success' && news.action.manual !== true
        if (read && isListRead(news.query.queryKey))
          setAdded((before) => (before.size === 0 ? before : new Set()))
      }),
    [client],
  )

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reread()
    }, rereadMs)
    return () => clearInterval(timer)
  }, [reread])

  return { added: added.size, refresh }
}

/** Whether the first-gateway guide is visible: the first gateway appears there by itself. */
function isEmpty(client: QueryClient): boolean {
  const pages = client.getQueriesData<Page>({ queryKey: cacheKey(list) }).filter(([key]) => isListRead(key))
  return pages.every(([, page]) => (page?.items.length ?? 0) === 0)
}
