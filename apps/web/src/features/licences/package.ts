import type { EndpointKey, EndpointOutput } from '@netward/contract'
import { isConsoleProduct } from '@netward/contract/product-routes'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/preferences.ts'

export const packagesEndpoint = 'GET /api/v1/package'
export const versionsEndpoint = 'GET /api/v1/package/:packageId'
export type Package = EndpointOutput<typeof packagesEndpoint>[number]

export const afterPackage: readonly EndpointKey[] = [packagesEndpoint, versionsEndpoint]

/** In the order of the design's table. */
export const packageQuotas = [
  ['internetLines', 'internet_lines'],
  ['devices', 'devices'],
  ['outlets', 'outlets'],
  ['workOrders', 'work_orders'],
  ['members', 'members'],
] as const

export function usePackageName(): (of: Pick<Package, 'nameZh' | 'nameEn'>) => string {
  const language = useLanguage()
  return ({ nameZh, nameEn }) => (language === 'zh' ? nameZh : nameEn)
}

/** The name of a product by its code; of one that an operator made up, the code. */
export function useProductNames(): (code: string) => string {
  const { t } = useTranslation()
  return (code) => (isConsoleProduct(code) ? t(`licences.productNames.${code}`) : code)
}
