import type { PartCountState } from '@netward/contract/part-values'
import { useTranslation } from 'react-i18next'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'

const tones: Record<PartCountState, StatusTone> = { running: 'busy', confirmed: 'ok', cancelled: 'off' }

export function CountState({ state }: { state: PartCountState }) {
  const { t } = useTranslation()
  return <StatusTag tone={tones[state]}>{t(`parts.countStates.${state}`)}</StatusTag>
}
