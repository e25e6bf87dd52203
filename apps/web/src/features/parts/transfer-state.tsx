import type { PartTransferState } from '@netward/contract/part-values'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../ui/status-tag.tsx'

/** Whether a transfer has arrived, and how much of it was lost. */
export function TransferState({ state, lost }: { state: PartTransferState; lost: number }) {
  const { t } = useTranslation()
  return (
    <>
      <StatusTag tone={state === 'sent' ? 'waiting' : 'ok'}>{t(`parts.transferStates.${state}`)}</StatusTag>{' '}
      {state === 'received' && lost > 0 && (
        <StatusTag tone="bad">{t('parts.transferLost', { count: lost })}</StatusTag>
      )}
    </>
  )
}
