import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { devicePath, paths } from '../../lib/paths.ts'
import { useRuleName } from '../../lib/use-rule-name.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { SeverityTag } from '../../ui/severity-tag.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { loneTones, type ExternalAlarm } from './external-alarm.ts'

const dash = '—'

export function useExternalColumns(): readonly ListColumn<ExternalAlarm>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const ruleName = useRuleName()
  return useMemo(
    (): readonly ListColumn<ExternalAlarm>[] => [
      {
        key: 'name',
        title: t('externalAlarms.name'),
        width: 240,
        render: (row) =>
          row.alarmId !== null && row.rule !== null ? (
            <RowLink to={paths.alarm(row.alarmId)}>{ruleName(row.rule, row.ruleName)}</RowLink>
          ) : (
            <span title={row.text}>{row.name || dash}</span>
          ),
      },
      {
        key: 'severity',
        title: t('externalAlarms.severity'),
        width: 100,
        phone: 'status',
        render: (row) => <SeverityTag severity={row.severity} />,
      },
      {
        key: 'host',
        title: t('externalAlarms.host'),
        width: 150,
        render: (row) => row.host || dash,
      },
      {
        key: 'device',
        title: t('externalAlarms.device'),
        width: 160,
        phone: 'value',
        render: (row) => <Matched row={row} />,
      },
      {
        key: 'comparison',
        title: t('externalAlarms.comparison'),
        width: 150,
        phone: 'value',
        render: (row) => <Compared row={row} />,
      },
      {
        key: 'state',
        title: t('externalAlarms.state'),
        width: 130,
        phone: 'value',
        render: ({ state, begun }) => (
          <StatusTag tone={state === 'active' ? 'bad' : 'off'}>
            {begun ? t(`externalAlarms.states.${state}`) : t('externalAlarms.notBegun')}
          </StatusTag>
        ),
      },
      {
        key: 'startedAt',
        title: t('externalAlarms.startedAt'),
        width: 130,
        sortable: true,
        phone: 'value',
        render: (row) => <RelativeTime at={row.startedAt} />,
      },
      {
        key: 'endedAt',
        title: t('externalAlarms.endedAt'),
        width: 165,
        render: (row) => (row.endedAt === null ? dash : format.dateTime(row.endedAt)),
      },
      {
        key: 'source',
        title: t('externalAlarms.source'),
        width: 140,
        render: (row) => row.sourceName ?? t('externalAlarms.own'),
      },
      {
        key: 'text',
        title: t('externalAlarms.text'),
        width: 300,
        hidden: true,
        render: (row) => <span title={row.text}>{row.text || dash}</span>,
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the names of rules change with the language alone
    [t, format],
  )
}

/** What the host means: a device, a line or an outlet. */
function Matched({ row }: { row: ExternalAlarm }) {
  const { t } = useTranslation()
  const { deviceId, deviceName, deviceType, lineId, lineName, outletId, outletName } = row
  const [to, name] =
    deviceId !== null
      ? [devicePath(deviceId, deviceType), deviceName]
      : lineId !== null
        ? [paths.line(lineId), lineName]
        : outletId !== null
          ? [paths.outlet(outletId), outletName]
          : [null, null]
  if (to === null) return <span className="quiet">{t('externalAlarms.noDevice')}</span>
  return (
    <span className="external-link">
      <RowLink to={to}>{name}</RowLink>
    </span>
  )
}

/** An alarm that both raised leads to the one of ours. */
function Compared({ row: { alarmId, match } }: { row: ExternalAlarm }) {
  const { t } = useTranslation()
  if (match !== null)
    return (
      <span className="external-link">
        <RowLink to={paths.alarm(match.alarmId)}>{t('externalAlarms.comparisons.both')}</RowLink>
      </span>
    )
  const kind = alarmId === null ? 'theirs' : 'ours'
  return <StatusTag tone={loneTones[kind]}>{t(`externalAlarms.comparisons.${kind}`)}</StatusTag>
}
