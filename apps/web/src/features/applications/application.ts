import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { ServiceState } from '@netward/contract/states/application'
import { useCallback } from 'react'
import { useLanguage } from '../../lib/preferences.ts'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const applicationsEndpoint = 'POST /api/v1/auth/application/lists'
export const applicationEndpoint = 'GET /api/v1/auth/application/:applicationId'
export const offeredEndpoint = 'GET /api/v1/auth/application/products'

export type Application = EndpointOutput<typeof applicationsEndpoint>['items'][number]
export type ApplicationDetail = EndpointOutput<typeof applicationEndpoint>

export const stateTones: Record<ServiceState, StatusTone> = {
  activating: 'busy',
  normal: 'ok',
  maintenance: 'warn',
  abnormal: 'bad',
  deactivated: 'off',
  deleted: 'off',
}

/** Refetched when an application has changed. */
export const afterChange: readonly EndpointKey[] = [
  applicationsEndpoint,
  applicationEndpoint,
  offeredEndpoint,
  'GET /api/v1/auth/application/maintenance',
]

/** The name of a product in the console's language. */
export function useProductName(): (of: Pick<Application, 'productNameZh' | 'productNameEn'>) => string {
  const language = useLanguage()
  return useCallback(
    ({ productNameZh, productNameEn }) => (language === 'zh' ? productNameZh : productNameEn),
    [language],
  )
}
