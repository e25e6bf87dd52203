import type { RuleDefinition } from '@netward/contract/alarm-values'
import { metricOf } from '@netward/contract/metric-catalogue'
import { useTranslation } from 'react-i18next'
import { useMetricText } from '../../lib/metric-format.ts'
import { useEventSentence } from './event-sentence.ts'

const everywhere = ({ of }: RuleDefinition): 'all' | 'allLines' | 'company' => {
  if (of.kind === 'metric' && metricOf(of.metric).of === 'line') return 'allLines'
  if (of.kind !== 'fact' || of.fact === 'configuration_drift') return 'all'
  return of.fact === 'line_blind' ? 'allLines' : 'company'
}

/** A rule as a person reads it: when it raises, when it clears, and for which devices. */
export function useRuleSentence(): (
  definition: RuleDefinition,
  outletNames: readonly string[],
) => { readonly when: string; readonly where: string } {
  const { t } = useTranslation()
  const metricText = useMetricText()
  const eventSentence = useEventSentence()
  const conditionOf = ({ of }: RuleDefinition): string => {
    if (of.kind === 'trap' || of.kind === 'syslog') return ''
    if (of.kind === 'state') return t(`alarms.rules.when.${of.state}`)
    if (of.kind === 'fact') return t(`alarms.rules.when.${of.fact}`)
    const name = t(`metrics.names.${of.metric}`)
    const metric =
      of.parts === 'mean'
        ? t('alarms.rules.when.mean', { metric: name })
        : of.ports === 'connected'
          ? t('alarms.rules.when.connected', { metric: name })
          : name
    return of.raise === null
      ? t('alarms.rules.when.ownLimit', { metric })
      : t(`alarms.rules.when.${of.compare}`, { metric, value: metricText(of.metric, of.raise) })
  }
  const clearingOf = ({ of, clearMinutes }: RuleDefinition): string => {
    const lasting = clearMinutes > 0 ? t('alarms.rules.when.clearFor', { minutes: clearMinutes }) : ''
    if (of.kind !== 'metric' || of.compare === 'equal' || of.raise === null)
      return lasting === '' ? '' : `${t('alarms.rules.when.clear')}${lasting}`
    const value = metricText(of.metric, of.clear ?? of.raise)
    return `${t(`alarms.rules.when.clear_${of.compare}`, { value })}${lasting}`
  }
  return (definition, outletNames) => {
    const { minutes, bad, last, types, tags, lineProfiles } = definition
    const list = (items: readonly string[]) => items.join(t('alarms.rules.comma'))
    const where = [
      ...(types.length === 0
        ? []
        : [
            t('alarms.rules.where.types', { types: list(types.map((type) => t(`equipment.types.${type}`))) }),
          ]),
      ...(lineProfiles.length === 0
        ? []
        : [
            t('alarms.rules.where.lineProfiles', {
              profiles: list(lineProfiles.map((kind) => t(`lines.profiles.${kind}`))),
            }),
          ]),
      ...(tags.length === 0 ? [] : [t('alarms.rules.where.tags', { tags: list(tags) })]),
      ...(outletNames.length === 0 ? [] : [t('alarms.rules.where.outlets', { outlets: list(outletNames) })]),
    ]
    return {
      when:
        eventSentence(definition) ??
        [
          conditionOf(definition),
          ...(minutes > 0 ? [t('alarms.rules.when.for', { minutes })] : []),
          ...(last > 1 ? [t('alarms.rules.when.count', { bad, last })] : []),
          clearingOf(definition),
        ].join(''),
      where:
        where.length === 0
          ? t(`alarms.rules.where.${everywhere(definition)}`)
          : where.join(t('alarms.rules.comma')),
    }
  }
}
