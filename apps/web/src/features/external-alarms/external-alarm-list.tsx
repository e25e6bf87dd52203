import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { useThrottled } from '../../lib/use-throttled.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { ComparisonSummary } from './comparison-summary.tsx'
import { comparison, externalList } from './external-alarm.ts'
import { useExternalColumns } from './use-external-columns.tsx'
import { useExternalFields } from './use-external-fields.ts'
import '../../ui/devices.css'
import './external-alarms.css'

const pauseMs = 2_000

export function ExternalAlarmList() {
  return useMay('DMS_SERVER_ALARM') ? <List /> : <NoPermissionState />
}

/** Alarms of other systems, compared with those raised here. */
function List() {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_ALARM_EDIT')
  const columns = useExternalColumns()
  const fields = useExternalFields()
  const refresh = useRefreshReads()
  const reread = useThrottled(() => void refresh(externalList, comparison), pauseMs)
  useLiveEvents(['external_alarm.changed', 'alarm.changed'], reread)
  const manage = mayEdit && <Button href={`#${paths.alarmSources}`}>{t('externalAlarms.manage')}</Button>
  return (
    <ListPage
      name="externalAlarms"
      title={t('shell.titles.externalAlarms')}
      endpoint={externalList}
      columns={columns}
      fields={fields}
      rowKey={({ id, alarmId }) => (id === null ? `own-${alarmId}` : id)}
      rowName={({ host, deviceName, lineName, outletName }) => deviceName ?? lineName ?? outletName ?? host}
      defaultSort="-startedAt"
      actions={manage}
      summary={<ComparisonSummary />}
      empty={
        <EmptyState title={t('externalAlarms.none')} hint={t('externalAlarms.noneHint')} action={manage} />
      }
    />
  )
}
