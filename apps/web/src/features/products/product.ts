import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { ServiceState } from '@netward/contract/states/application'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const productsEndpoint = 'POST /api/v1/product/lists'

export type Product = EndpointOutput<typeof productsEndpoint>['items'][number]

export const stateTones: Record<ServiceState, StatusTone> = {
  activating: 'waiting',
  normal: 'ok',
  maintenance: 'warn',
  abnormal: 'bad',
  deactivated: 'off',
  deleted: 'off',
}

/** Refetched when a product has changed. */
export const afterChange: readonly EndpointKey[] = [productsEndpoint, 'GET /api/v1/product/:productId']

/** Its name in the console's language. */
export function nameIn(
  language: 'zh' | 'en',
  { nameZh, nameEn }: Pick<Product, 'nameZh' | 'nameEn'>,
): string {
  return language === 'zh' ? nameZh : nameEn
}
