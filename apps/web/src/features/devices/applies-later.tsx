import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../ui/status-tag.tsx'

/** The gateway has taken a change and goes by it after a restart. `value`: what it will be; null where nobody tells. */
export function AppliesLater({ value }: { value: string | null }) {
  const { t } = useTranslation()
  return (
    <>
      <StatusTag tone="waiting">{t('devices.param.appliesLater')}</StatusTag>{' '}
      {value !== null && (
        <span className="device-quiet parameter-text">{t('devices.param.appliesLaterHint', { value })}</span>
      )}
    </>
  )
}
