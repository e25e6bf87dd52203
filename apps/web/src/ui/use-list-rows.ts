import type { EndpointInput, EndpointKey, EndpointOutput } from '@netward/contract'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { api } from '../lib/api-client.ts'
import type { ListState } from './list-state.ts'

/** Endpoints that return a page of a list. */
export type ListKey = {
  [K in EndpointKey]: EndpointOutput<K> extends { items: unknown[]; total: number; totalCapped: boolean }
    ? K
    : never
}[EndpointKey]

export type RowOf<K extends ListKey> = EndpointOutput<K> extends { items: (infer Row)[] } ? Row : never

interface Page<Row> {
  items: Row[]
  total: number
  totalCapped: boolean
}

/** Rows per fetch while scrolling; and the scroll limit, where counting stops as well. */
const chunk = 200
export const scrollLimit = 10_000

/** What a list sends: page, sort and filters besides the screen's fixed input. A filter `a.b` is `b` of the object `a`. */
export function listInput(
  state: ListState,
  fixed: object,
  page: number,
  pageSize: number,
): Record<string, unknown> {
  const input: Record<string, unknown> = { ...fixed }
  for (const [name, value] of Object.entries(state.filters)) {
    const [outer = name, inner] = name.split('.')
    input[outer] = inner === undefined ? value : { ...(input[outer] as object | undefined), [inner]: value }
  }
  return { ...input, page, pageSize, ...(state.sort !== undefined && { sort: state.sort }) }
}

/** The rows of a list: one page, or the visible chunks when scrolling continuously. */
export function useListRows<K extends ListKey>(
  endpoint: K,
  state: ListState,
  fixed: Partial<EndpointInput<K>>,
) {
  const scrolling = state.pageSize === 'all'
  const [seen, setSeen] = useState<readonly [number, number]>([0, 0])
  const pages = scrolling
    ? Array.from({ length: seen[1] - seen[0] + 1 }, (_, index) => seen[0] + index + 1)
    : [state.page]
  // The first chunk is always fetched: it has the total.
  if (scrolling && pages[0] !== 1) pages.unshift(1)

  const results = useQueries({
    queries: pages.map((page) => {
      const input = listInput(state, fixed, page, state.pageSize === 'all' ? chunk : state.pageSize)
      return {
        queryKey: [endpoint, input],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          api(endpoint as never, input as never, { signal, errors: 'caller' }) as Promise<Page<RowOf<K>>>,
        ...(!scrolling && { placeholderData: keepPreviousData }),
      }
    }),
  })

  const chunks = useMemo(() => {
    const found = new Map<number, readonly RowOf<K>[]>()
    for (const [index, page] of pages.entries()) {
      const items = results[index]?.data?.items
      if (items !== undefined) found.set(scrolling ? page - 1 : 0, items)
    }
    return found
    // oxlint-disable-next-line react/exhaustive-deps -- the pages follow from what is seen and the results
  }, [results, scrolling])

  const head = results[0]
  const total = head?.data?.total ?? 0
  const onRange = useCallback((first: number, last: number) => {
    const next = [Math.floor(first / chunk), Math.floor(Math.max(first, last) / chunk)] as const
    setSeen((before) => (before[0] === next[0] && before[1] === next[1] ? before : next))
  }, [])
  const size = scrolling ? chunk : Infinity

  return {
    count: scrolling ? Math.min(total, scrollLimit) : (chunks.get(0)?.length ?? 0),
    rowAt: (index: number): RowOf<K> | undefined =>
      scrolling ? chunks.get(Math.floor(index / size))?.[index % size] : chunks.get(0)?.[index],
    total,
    totalCapped: head?.data?.totalCapped ?? false,
    loading: head?.isPending ?? true,
    refreshing: results.some((result) => result.isFetching),
    error: head?.data === undefined ? (head?.error ?? null) : null,
    refetch: () => Promise.all(results.map((result) => result.refetch())),
    ...(scrolling && { onRange }),
  }
}
