import type { EndpointInput, EndpointKey, EndpointOutput } from '@netward/contract'
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { api, type CallOptions } from './api-client.ts'

type ApiKey = Parameters<typeof api>[0]

/** The cache key of a call: derived from the endpoint, so that nobody invents another. */
export function cacheKey<K extends EndpointKey>(key: K, input?: EndpointInput<K>): readonly unknown[] {
  return input === undefined ? [key] : [key, input]
}

/** Reads an endpoint through the cache. Errors are for the screen to show, with `error` and `refetch`. */
export function useApi<K extends ApiKey>(
  key: K,
  input: EndpointInput<K>,
  options: { enabled?: boolean; keepPrevious?: boolean; refetchInterval?: number; staleTime?: number } = {},
) {
  const { keepPrevious, ...rest } = options
  return useQuery<EndpointOutput<K>>({
    queryKey: cacheKey(key, input),
    queryFn: ({ signal }) => api(key, input, { signal, errors: 'caller' }),
    ...rest,
    ...(keepPrevious === true && { placeholderData: keepPreviousData }),
  })
}

/**
 * Calls an endpoint that changes something; afterwards what was read from the endpoints `refresh` is read
 * again. `mutateAsync` throws the ApiError, which has been reported unless `errors` is `caller`.
 */
export function useAct<K extends ApiKey>(
  key: K,
  options: { refresh?: readonly EndpointKey[]; errors?: CallOptions['errors']; timeoutMs?: number } = {},
) {
  const client = useQueryClient()
  const { refresh = [], ...call } = options
  return useMutation<EndpointOutput<K>, Error, EndpointInput<K>>({
    mutationFn: (input) => api(key, input, call),
    onSettled: () => refreshReads(client, refresh),
  })
}

/**
 * Marks what was read from these endpoints as old; what is on the screen is read again. A first read that is under way
 * is not begun anew, which a busy moment would do without end: it may have looked before the change, so another follows.
 */
export async function refreshReads(client: QueryClient, keys: readonly EndpointKey[]): Promise<void> {
  const firstReads = client.getQueryCache().findAll({
    fetchStatus: 'fetching',
    predicate: ({ queryKey, state }) => state.data === undefined && keys.some((key) => key === queryKey[0]),
  })
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
  await Promise.all(firstReads.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })))
}

export function useRefreshReads(): (...keys: EndpointKey[]) => Promise<void> {
  const client = useQueryClient()
  return (...keys) => refreshReads(client, keys)
}
