import type { EndpointKey, EndpointOutput } from '@netward/contract'
import type { ChannelState, SendFailureReason } from '@netward/contract/integration-values'
import { useTranslation } from 'react-i18next'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const channelList = 'POST /api/v1/integration/lists'
export const channelRead = 'GET /api/v1/integration/:channelId'
export type ChannelRow = EndpointOutput<typeof channelList>['items'][number]
export type Channel = EndpointOutput<typeof channelRead>

export const afterChannels: readonly EndpointKey[] = [channelList, channelRead]

export const stateTones: Record<ChannelState, StatusTone> = {
  working: 'ok',
  failing: 'bad',
  paused: 'off',
  unused: 'waiting',
}

/** Why a message did not go out, in words, with what the other side said. */
export function useFailureText(): (
  failure: { reason: SendFailureReason; detail: string } | null,
) => string | null {
  const { t } = useTranslation()
  return (failure) => {
    if (failure === null) return null
    const reason = t(`integrations.failures.${failure.reason}`)
    return failure.detail === '' ? reason : t('integrations.said', { reason, detail: failure.detail })
  }
}
