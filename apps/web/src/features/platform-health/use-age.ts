import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'

/** How long ago a moment is, in one unit. */
export function useAge(): (at: string) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(10_000)
  return (at) => {
    const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1000))
    if (seconds < 120) return t('platformHealth.seconds', { count: seconds })
    if (seconds < 7200) return t('platformHealth.minutes', { count: Math.floor(seconds / 60) })
    if (seconds < 172_800) return t('platformHealth.hours', { count: Math.floor(seconds / 3600) })
    return t('platformHealth.days', { count: format.number(Math.floor(seconds / 86_400)) })
  }
}
