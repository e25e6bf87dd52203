import { useTranslation } from 'react-i18next'

/** The server's reason in words; the raw value if there is no phrase. */
export function useBecause(): (reason: unknown) => string {
  const { t, i18n } = useTranslation()
  return (reason) => {
    if (typeof reason !== 'string') return ''
    const key = `devices.because.${reason}`
    return i18n.exists(key) ? t(key as 'devices.because.no_answer') : reason
  }
}
