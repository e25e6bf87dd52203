import { useTranslation } from 'react-i18next'
import { StatusTag } from './status-tag.tsx'

/**
 * The gateway has accepted a change and applies it after a restart. `value`: the new value; null if unknown.
 */
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
