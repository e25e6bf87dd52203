import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { ModelFailureReason } from '@netward/contract/assistant-values'
import { useTranslation } from 'react-i18next'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const providerList = 'GET /api/v1/assistant/provider'
export const consentList = 'GET /api/v1/assistant/consent'
export const settingsRead = 'GET /api/v1/assistant/settings'
export const statisticsRead = 'POST /api/v1/assistant/statistics'
export const callList = 'POST /api/v1/assistant/call/lists'

export type Provider = EndpointOutput<typeof providerList>[number]

/** Reads that another service, key, price or consent changes. */
export const afterProviders: readonly EndpointKey[] = [providerList, consentList]
/** A call also changes what is used. */
export const afterCall: readonly EndpointKey[] = [providerList, settingsRead, statisticsRead, callList]

export const stateTones: Readonly<Record<Provider['state'], StatusTone>> = {
  unused: 'unknown',
  working: 'ok',
  failing: 'bad',
  waiting: 'waiting',
  paused: 'off',
}

/** Why a call failed, in words, with what the service said. */
export function useFailureText(): (failure: { reason: ModelFailureReason; detail: string }) => string {
  const { t } = useTranslation()
  return ({ reason, detail }) => {
    const text = t(`assistant.failures.${reason}`)
    return detail === '' ? text : `${text} (${detail})`
  }
}
