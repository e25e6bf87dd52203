import type { EndpointInput, EndpointKey, EndpointOutput } from '@netward/contract'
import {
  keepPreviousData,
  type MutateOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { api, type CallOptions, type Exactly } from './api-client.ts'

type ApiKey = Parameters<typeof api>[0]

/** The cache key of a call: derived from the endpoint, so that there is only one scheme. */
export function cacheKey<K extends EndpointKey>(key: K, input?: EndpointInput<K>): readonly unknown[] {
  // As unknown: the union of all keys with all inputs is too large for the compiler.
  const given: unknown = input
  return given === undefined ? [key] : [key, given]
}

/** Reads an endpoint through the cache. Screens show errors with `error` and `refetch`. */
export function useApi<K extends ApiKey, I extends EndpointInput<K> = EndpointInput<K>>(
  key: K,
  input: Exactly<K, I>,
  options: {
    enabled?: boolean
    keepPrevious?: boolean
    refetchInterval?: number
    staleTime?: number
    /** Reads in that tenant; without it where the person acts. */
    actingIn?: string | undefined
  } = {},
) {
  const { keepPrevious, actingIn, ...rest } = options
  const whole = cacheKey(key, input)
  return useQuery<EndpointOutput<K>>({
    queryKey: actingIn === undefined ? whole : [...whole, actingIn],
    queryFn: ({ signal }) => api<K, I>(key, input, { signal, errors: 'caller', actingIn }),
    ...rest,
    ...(keepPrevious === true && { placeholderData: keepPreviousData }),
  })
}

/**
 * Calls an endpoint that changes something, then refetches reads of the `refresh` endpoints. `mutateAsync`
 * throws the ApiError, already reported unless `errors` is `caller`.
 */
export function useAct<K extends ApiKey>(
  key: K,
  options: { refresh?: readonly EndpointKey[] } & Pick<CallOptions, 'errors' | 'timeoutMs' | 'actingIn'> = {},
) {
  const client = useQueryClient()
  const { refresh = [], ...call } = options
  const act = useMutation<EndpointOutput<K>, Error, EndpointInput<K>>({
    mutationFn: (input) => api(key, input as Exactly<K, typeof input>, call),
    onSettled: () => refreshReads(client, refresh),
  })
  return act as WithoutStart<typeof act> & Acting<K>
}

/** Of each state of an act, so that the states stay apart. */
type WithoutStart<Act> = Act extends unknown ? Omit<Act, 'mutate' | 'mutateAsync'> : never
type Acted<K extends ApiKey> = MutateOptions<EndpointOutput<K>, Error, EndpointInput<K>>

/** What starts an act: with the declared fields alone. */
interface Acting<K extends ApiKey> {
  // Properties, not methods: they are taken out of their object.
  readonly mutate: <I extends EndpointInput<K> = EndpointInput<K>>(
    input: Exactly<K, I>,
    options?: Acted<K>,
  ) => void
  readonly mutateAsync: <I extends EndpointInput<K> = EndpointInput<K>>(
    input: Exactly<K, I>,
    options?: Acted<K>,
  ) => Promise<EndpointOutput<K>>
}

/**
 * Marks reads of these endpoints as stale; those on the screen are refetched. A first read in progress is not
 * restarted, which frequent events would do endlessly: it may predate the change, so another follows.
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
