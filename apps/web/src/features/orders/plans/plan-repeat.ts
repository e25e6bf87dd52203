import { weekdays } from '@netward/contract/maintenance-values'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type Frequency, repeatParts, type Weekday } from '../../../ui/repeat-items.tsx'
import type { PlanRow } from '../order.ts'

export interface RepeatValues {
  frequency: Frequency
  interval: number
  weekdays: Weekday[]
  startsOn: string
}

/** What the form shows of a rule; one that a program wrote may say more. */
export function repeatValuesOf({ rule, startsOn }: Pick<PlanRow, 'rule' | 'startsOn'>): RepeatValues {
  const part = (name: string) => new RegExp(`(?:^|;)${name}=([^;]+)`).exec(rule)?.[1] ?? ''
  const days = part('BYDAY').split(',')
  return {
    frequency: part('FREQ') as Frequency,
    interval: Number(part('INTERVAL') || 1),
    weekdays: weekdays.filter((day) => days.includes(day)),
    startsOn,
  }
}

export const ruleOf = ({ startsOn, ...values }: RepeatValues): string =>
  repeatParts({ ...values, first: startsOn }).join(';')

/** How often, as a sentence. */
export function useRepeatText(): (plan: Pick<PlanRow, 'rule' | 'startsOn'>) => string {
  const { t } = useTranslation()
  return useCallback(
    (plan) => {
      const { frequency, interval, weekdays: days } = repeatValuesOf(plan)
      const every = t(`orderForms.plan.intervals.${frequency}`, { n: interval })
      const dayOfMonth = /BYMONTHDAY=(\d+)/.exec(plan.rule)?.[1]
      const on =
        days.length > 0
          ? days.map((day) => t(`alarms.maintenance.days.${day}`)).join(', ')
          : dayOfMonth === undefined
            ? ''
            : t('orderForms.plan.dayOfMonth', { day: dayOfMonth })
      return on === '' ? every : t('orderForms.plan.on', { every, days: on })
    },
    [t],
  )
}
