import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { ModelFailureReason } from '@netward/contract/assistant-values'
import { useTranslation } from 'react-i18next'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const providerList = 'GET /api/v1/assistant/provider'
export const consentList = 'GET /api/v1/assistant/consent'
export const settingsRead = 'GET /api/v1/assistant/settings'
export const statisticsRead = 'POST /api/v1/assistant/statistics'
export const callList = 'POST /api/v1/assistant/call/lists'

export const offerList = 'GET /api/v1/assistant/offer'
export const offeredList = 'GET /api/v1/assistant/offered'
export const requestList = 'POST /api/v1/assistant/request/lists'
export const reconciliationRead = 'POST /api/v1/assistant/reconciliation'

export type Provider = EndpointOutput<typeof providerList>[number]
export type Offer = EndpointOutput<typeof offerList>['items'][number]
export type Offered = EndpointOutput<typeof offeredList>['items'][number]
/** A service of the company, or one that is offered to it. */
export type Service = Pick<
  Provider,
  'id' | 'name' | 'address' | 'model' | 'models' | 'isAbroad' | 'consented'
>

/** Reads that another service, key, price, offer or consent changes. */
export const afterProviders: readonly EndpointKey[] = [providerList, consentList, offerList, offeredList]
/** A call also changes what is used. */
export const afterCall: readonly EndpointKey[] = [
  providerList,
  offeredList,
  settingsRead,
  statisticsRead,
  reconciliationRead,
  callList,
]

export const stateTones: Readonly<Record<Provider['state'], StatusTone>> = {
  unused: 'unknown',
  working: 'ok',
  failing: 'bad',
  waiting: 'waiting',
  paused: 'off',
}

export const offeredTones: Readonly<Record<Offered['state'], StatusTone>> = {
  working: 'ok',
  failing: 'bad',
  waiting: 'waiting',
  paused: 'off',
  quota: 'waiting',
}

/** Why a call failed, in words, with what the service said. */
export function useFailureText(): (failure: { reason: ModelFailureReason; detail: string }) => string {
  const { t } = useTranslation()
  return ({ reason, detail }) => {
    const text = t(`assistant.failures.${reason}`)
    return detail === '' ? text : `${text} (${detail})`
  }
}
