import { Button } from 'antd'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { useThrottled } from '../../lib/use-throttled.ts'
import { useMonitoringParts } from '../../ui/monitoring-parts.ts'
import { ListPage, type Selection } from '../../ui/list-page.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { ActButtons } from './act-buttons.tsx'
import { alarmList, type AlarmRow } from './alarm.ts'
import { AlarmSummary } from './alarm-summary.tsx'
import { useAlarmColumns } from './use-alarm-columns.tsx'
import { useAlarmFields } from './use-alarm-fields.ts'
import '../../ui/devices.css'
import './alarms.css'

const pauseMs = 2_000

export function AlarmList() {
  return useMay('DMS_SERVER_ALARM') ? <List /> : <NoPermissionState />
}

/** Current and past alarms of all companies in sight. */
function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const { CarrierOutages } = useMonitoringParts()
  const mayAct = useMay('DMS_SERVER_ALARM_EDIT')
  const columns = useAlarmColumns(several)
  const fields = useAlarmFields(several)
  const refresh = useRefreshReads()
  const reread = useThrottled(() => void refresh(alarmList, 'POST /monitor/api/v1/alarm/count'), pauseMs)
  useLiveEvents(['alarm.changed'], reread)
  const batchActions = useCallback(
    ({ rows, keep }: Selection<AlarmRow>) => <ActButtons alarms={rows} onDone={keep} />,
    [],
  )
  const rules = <Button href={`#${paths.alarmRules}`}>{t('shell.titles.alarmRules')}</Button>
  return (
    <ListPage
      name="alarms"
      title={t('shell.titles.alarms')}
      endpoint={alarmList}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ subjectName }) => subjectName}
      defaultSort="-raisedAt"
      exportCsv={{ endpoint: 'POST /monitor/api/v1/alarm/export', label: t('alarms.exportLabel') }}
      actions={rules}
      summary={
        <>
          <AlarmSummary />
          <CarrierOutages />
        </>
      }
      {...(mayAct && { batchActions })}
      empty={<EmptyState title={t('alarms.none')} hint={t('alarms.noneHint')} action={rules} />}
    />
  )
}
