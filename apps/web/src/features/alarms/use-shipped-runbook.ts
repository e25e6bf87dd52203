import { shippedRules, type ShippedRuleCode } from '@netward/contract/shipped-rules'
import { useTranslation } from 'react-i18next'

/** What the release says to do about an alarm of a shipped rule; of an own rule nothing. */
export function useShippedRunbook(): (rule: string) => string {
  const { t } = useTranslation()
  return (rule) =>
    shippedRules.some(({ code }) => code === rule) ? t(`alarmRunbooks.${rule as ShippedRuleCode}`) : ''
}
