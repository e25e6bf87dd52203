import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMetricText } from '../../lib/metric-format.ts'
import { devicePath, paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useNow } from '../../lib/use-now.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { AlarmRow } from './alarm.ts'
import { AlarmStates } from './alarm-states.tsx'
import { SeverityTag } from '../../ui/severity-tag.tsx'
import { usePartName } from '../../lib/use-part-name.ts'
import { useRuleName } from '../../lib/use-rule-name.ts'

const dash = '—'

export function useAlarmColumns(withCompany: boolean): readonly ListColumn<AlarmRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const ruleName = useRuleName()
  const metricText = useMetricText()
  const partName = usePartName()
  return useMemo(
    (): readonly ListColumn<AlarmRow>[] => [
      {
        key: 'rule',
        title: t('alarms.rule'),
        width: 170,
        render: (row) => <RowLink to={paths.alarm(row.id)}>{ruleName(row.rule, row.ruleName)}</RowLink>,
      },
      {
        key: 'severity',
        title: t('alarms.severity'),
        width: 90,
        sortable: true,
        phone: 'status',
        render: (row) => <SeverityTag severity={row.severity} />,
      },
      {
        key: 'device',
        title: t('alarms.subject'),
        width: 170,
        phone: 'value',
        render: (row) => <Subject alarm={row} />,
      },
      {
        key: 'label',
        title: t('alarms.part'),
        width: 110,
        phone: 'value',
        render: (row) => partName(row) || dash,
      },
      { key: 'outlet', title: t('alarms.outlet'), width: 120, render: (row) => row.outletName ?? dash },
      ...(withCompany
        ? [
            {
              key: 'companyName',
              title: t('alarms.company'),
              width: 140,
              phone: 'value' as const,
              render: (row: AlarmRow) => row.companyName,
            },
          ]
        : []),
      {
        key: 'raisedAt',
        title: t('alarms.raisedAt'),
        width: 110,
        sortable: true,
        phone: 'value',
        render: (row) => <RelativeTime at={row.raisedAt} />,
      },
      {
        key: 'duration',
        title: t('alarms.duration'),
        width: 100,
        render: (row) => <Duration alarm={row} />,
      },
      {
        key: 'group',
        title: t('alarms.group'),
        width: 100,
        phone: 'value',
        render: (row) => <GroupLink alarm={row} />,
      },
      {
        key: 'states',
        title: t('alarms.state'),
        width: 220,
        render: (row) => <AlarmStates alarm={row} />,
      },
      {
        key: 'assignee',
        title: t('alarms.assignee'),
        width: 110,
        render: (row) => row.assigneeName ?? dash,
      },
      {
        key: 'value',
        title: t('alarms.value'),
        width: 110,
        hidden: true,
        render: (row) =>
          row.value === null || row.metric === null ? dash : metricText(row.metric, row.value),
      },
      {
        key: 'clearedAt',
        title: t('alarms.clearedAt'),
        width: 150,
        sortable: true,
        hidden: true,
        render: (row) => (row.clearedAt === null ? dash : format.dateTime(row.clearedAt)),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the text functions are new on every render
    [t, format, withCompany],
  )
}

type SubjectOf = Pick<AlarmRow, 'deviceId' | 'lineId' | 'deviceType' | 'subjectName'>

/** What an alarm is about, with a link to its page: smart CPE have their own. */
export function Subject({ alarm }: { alarm: SubjectOf }) {
  const { deviceId, lineId, deviceType, subjectName } = alarm
  const mayLines = useMay('DMS_SERVER_LINE')
  if (lineId !== null && mayLines) return <RowLink to={paths.line(lineId)}>{subjectName}</RowLink>
  if (deviceId === null) return <>{subjectName}</>
  return <RowLink to={devicePath(deviceId, deviceType)}>{subjectName}</RowLink>
}

/** Leads to the alarms of its group in the same state; alone it is no group. */
export function GroupLink({ alarm }: { alarm: Pick<AlarmRow, 'groupId' | 'groupSize' | 'state'> }) {
  const { t } = useTranslation()
  const { groupId, groupSize, state } = alarm
  if (groupSize < 2) return <>{dash}</>
  return (
    <Link
      to={paths.alarms}
      search={{ groupId, suppressed: 'all', ...(state === 'cleared' && { state }) }}
      title={t('alarms.groupHint')}
    >
      {t('alarms.groupSize', { count: groupSize })}
    </Link>
  )
}

/** Nothing where the alarm is about the device or line itself. */
export function PartName({ of }: { of: Pick<AlarmRow, 'deviceId' | 'label'> }) {
  const name = usePartName()(of)
  return name === '' ? null : <span>{name}</span>
}

/** Until it was cleared, or until now. */
export function Duration({
  alarm: { raisedAt, clearedAt },
}: {
  alarm: Pick<AlarmRow, 'raisedAt' | 'clearedAt'>
}) {
  const metricText = useMetricText()
  const now = useNow(10_000)
  const end = clearedAt === null ? now : Date.parse(clearedAt)
  return <span>{metricText('device_uptime', Math.max(0, end - Date.parse(raisedAt)) / 1000)}</span>
}
