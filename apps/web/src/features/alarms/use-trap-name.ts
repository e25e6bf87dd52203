import type { RuleTrap } from '@netward/contract/alarm-events'
import { type TrapMeaning, trapMeanings } from '@netward/contract/device-values'
import { useTranslation } from 'react-i18next'

const isMeaning = (trap: RuleTrap): trap is TrapMeaning => (trapMeanings as readonly string[]).includes(trap)

/** What people call a trap. */
export function useTrapName(): (trap: RuleTrap) => string {
  const { t } = useTranslation()
  return (trap) => (isMeaning(trap) ? t(`metrics.traps.${trap}`) : t(`alarmEvents.traps.${trap}`))
}
