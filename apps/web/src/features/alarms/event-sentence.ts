import type { SyslogMatch, TrapMatch } from '@netward/contract/alarm-events'
import type { RuleDefinition } from '@netward/contract/alarm-values'
import { useTranslation } from 'react-i18next'
import { useTrapName } from './use-trap-name.ts'

/** A rule over traps or messages as a person reads it: which events raise it, and what clears it. */
export function useEventSentence(): (definition: RuleDefinition) => string | null {
  const { t } = useTranslation()
  const trapName = useTrapName()
  const textOf = (text: string) => (text === '' ? [] : [t('alarmEvents.when.text', { text })])
  const trapText = ({ traps, oid, text }: TrapMatch) => [
    ...traps.map(trapName),
    ...(oid === '' ? [] : [t('alarmEvents.when.oid', { oid })]),
    ...textOf(text),
  ]
  const messageText = ({ severity, facilities, app, text }: SyslogMatch) => [
    ...(severity === null
      ? []
      : [t('alarmEvents.when.severity', { severity: t(`syslog.severities.${severity}`) })]),
    ...facilities,
    ...(app === '' ? [] : [t('alarmEvents.when.app', { app })]),
    ...textOf(text),
  ]
  return ({ of, bad, minutes, clearMinutes }) => {
    if (of.kind !== 'trap' && of.kind !== 'syslog') return null
    const list = (items: readonly string[]) => items.join(t('alarms.rules.comma'))
    const [raised, cleared] =
      of.kind === 'trap'
        ? [trapText(of.when), of.clearWhen === null ? null : trapText(of.clearWhen)]
        : [messageText(of.when), of.clearWhen === null ? null : messageText(of.clearWhen)]
    return [
      t(`alarmEvents.when.${of.kind}`, { what: list(raised) }),
      ...(bad > 1 ? [t('alarmEvents.when.count', { bad, minutes })] : []),
      ...(cleared === null ? [] : [t('alarmEvents.when.clearedBy', { what: list(cleared) })]),
      ...(clearMinutes > 0 ? [t('alarmEvents.when.quiet', { minutes: clearMinutes })] : []),
    ].join('')
  }
}
