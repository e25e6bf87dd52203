import type { ShippedRuleCode } from '@netward/contract/shipped-rules'
import { useTranslation } from 'react-i18next'

/** Of an own rule its name, of a shipped one what the language calls it. */
export function useRuleName(): (rule: string, name: string | null) => string {
  const { t } = useTranslation()
  return (rule, name) => name ?? t(`alarms.rules.names.${rule as ShippedRuleCode}`)
}
