import type { EndpointOutput } from '@netward/contract'
import type { ConsoleProduct } from '@netward/contract/product-routes'
import { useApi } from './use-api.ts'
import { useLiveReads } from './use-live-reads.ts'

const endpoint = 'GET /api/v1/auth/application/maintenance'
export type ProductStop = EndpointOutput<typeof endpoint>[number]

/** Its end comes by the clock, as the stream may be broken. */
const lookMs = 60_000

/** What stops the first of these products that is stopped; null: none is; undefined: not known (yet). */
export function useProductStop(products: readonly ConsoleProduct[]): ProductStop | null | undefined {
  const { data } = useApi(endpoint, {}, { refetchInterval: lookMs })
  useLiveReads(endpoint, ['application.changed', 'product.changed'])
  return data && (data.find(({ productCode }) => products.some((one) => one === productCode)) ?? null)
}
