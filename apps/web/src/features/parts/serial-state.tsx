import type { PartSerialState } from '@netward/contract/part-values'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/use-now.ts'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'

const tones: Record<PartSerialState, StatusTone> = {
  in_stock: 'ok',
  reserved: 'busy',
  in_use: 'off',
  in_transit: 'waiting',
  in_repair: 'waiting',
  scrapped: 'off',
  lost: 'bad',
  replaced: 'off',
}

/** Where a piece is, and that it is defective. */
export function SerialState({
  serial: { state, defective },
}: {
  serial: { state: PartSerialState; defective: boolean }
}) {
  const { t } = useTranslation()
  return (
    <>
      <StatusTag tone={tones[state]}>{t(`parts.states.${state}`)}</StatusTag>{' '}
      {defective && <StatusTag tone="warn">{t('parts.isDefective')}</StatusTag>}
    </>
  )
}

/** The last day of a warranty, and that it is over. */
export function Warranty({ until }: { until: string | null }) {
  const { t } = useTranslation()
  const now = useNow(3_600_000)
  if (until === null) return '—'
  const over = Date.parse(`${until}T23:59:59`) < now
  return (
    <>
      {until} {over && <StatusTag tone="off">{t('parts.warrantyEnded')}</StatusTag>}
    </>
  )
}
