import { useTranslation } from 'react-i18next'

/** The reason that the server names, in words; one without a phrase is shown as it is. */
export function useBecause(): (reason: unknown) => string {
  const { t, i18n } = useTranslation()
  return (reason) => {
    if (typeof reason !== 'string') return ''
    const key = `devices.because.${reason}`
    return i18n.exists(key) ? t(key as 'devices.because.no_answer') : reason
  }
}
