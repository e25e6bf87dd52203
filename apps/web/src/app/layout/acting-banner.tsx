import { SwapOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useActing } from '../../lib/session.ts'
import { StopActing } from './tenant-select.tsx'

/** On every screen while somebody acts in a tenant. */
export function ActingBanner() {
  const { t } = useTranslation()
  const acting = useActing()
  if (acting === null) return null
  return (
    <output className="acting-banner">
      <SwapOutlined aria-hidden="true" />
      <strong>{t('shell.actingIn', { company: acting.name })}</strong>
      <span>{t('shell.actingHint')}</span>
      <StopActing />
    </output>
  )
}
