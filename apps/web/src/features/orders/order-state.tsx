import type { OrderState as State } from '@netward/contract/states/work-order'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../ui/status-tag.tsx'
import { toneOf } from './order.ts'

export function OrderState({ state }: { state: State }) {
  const { t } = useTranslation()
  return <StatusTag tone={toneOf[state]}>{t(`orders.states.${state}`)}</StatusTag>
}
