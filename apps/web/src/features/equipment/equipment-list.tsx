import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { useThrottled } from '../../lib/use-throttled.ts'
import { ListPage, type Selection } from '../../ui/list-page.tsx'
import { useMonitoringParts } from '../../ui/monitoring-parts.ts'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { useEquipmentColumns } from './equipment-columns.tsx'
import { EquipmentImport } from './equipment-import.tsx'
import { EquipmentSummary } from './equipment-summary.tsx'
import { equipmentEvents, equipmentList, type EquipmentRow } from './equipment.ts'
import { useDelete, usePoll } from './use-equipment-acts.ts'
import { useEquipmentFields } from './use-equipment-fields.ts'
import '../../ui/devices.css'

// Loaded on first use: most visits add nothing.
const EquipmentDrawer = lazy(async () => ({
  default: (await import('./equipment-drawer.tsx')).EquipmentDrawer,
}))

const rereadMs = 60_000

export function EquipmentList() {
  return useMay('DMS_SERVER_DEVICE_VIEW') ? <List /> : <NoPermissionState />
}

/** All devices of a company, whatever their type and however they are reached. */
function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const { TagDrawer, PlaceDrawer } = useMonitoringParts()
  const columns = useEquipmentColumns(several)
  const fields = useEquipmentFields(several)
  const [adding, setAdding] = useState(false)
  const [added, setAdded] = useState(false)
  const [importing, setImporting] = useState(false)
  const [tagging, setTagging] = useState<Selection<EquipmentRow> | null>(null)
  const [placing, setPlacing] = useState<Selection<EquipmentRow> | null>(null)
  useFreshList()
  const batchActions = useCallback(
    (selection: Selection<EquipmentRow>) => (
      <BatchActions
        selection={selection}
        onTag={() => setTagging(selection)}
        onPlace={() => setPlacing(selection)}
      />
    ),
    [],
  )
  const addButton = (
    <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
      <Button
        type="primary"
        icon={<PlusOutlined />}
        onClick={() => {
          setAdded(true)
          setAdding(true)
        }}
      >
        {t('monitoring.list.add')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="equipment"
        title={t('shell.titles.deviceList')}
        endpoint={equipmentList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort="name"
        exportCsv={{ endpoint: 'POST /monitor/api/v1/device/export', label: t('equipment.exportLabel') }}
        summary={<EquipmentSummary />}
        batchActions={batchActions}
        actions={
          <>
            <Permission codes={['DMS_SERVER_DEVICE_CREDENTIAL']}>
              <Button href={`#${paths.snmpCredentials}`}>{t('monitoring.list.credentials')}</Button>
            </Permission>
            <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
              <Button href={`#${paths.zabbixImports}`}>{t('monitoring.list.fromZabbix')}</Button>
            </Permission>
            <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
              <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
                {t('monitoring.list.import')}
              </Button>
            </Permission>
            {addButton}
          </>
        }
        empty={
          <EmptyState
            title={t('monitoring.list.none')}
            hint={t('monitoring.list.noneHint')}
            action={addButton}
          />
        }
      />
      {added && (
        <Suspense fallback={null}>
          <EquipmentDrawer device={null} open={adding} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      <EquipmentImport open={importing} onClose={() => setImporting(false)} />
      {tagging !== null && (
        <TagDrawer devices={tagging.rows} open onClose={() => setTagging(null)} onDone={tagging.keep} />
      )}
      {placing !== null && (
        <PlaceDrawer devices={placing.rows} open onClose={() => setPlacing(null)} onDone={placing.keep} />
      )}
    </>
  )
}

/** Polls and Informs that change no state send no event: rows are read again every minute too. */
function useFreshList(): void {
  const refresh = useRefreshReads()
  const reread = useThrottled(() => void refresh(equipmentList, 'GET /monitor/api/v1/device/summary'), 3_000)
  useLiveEvents(equipmentEvents, reread)
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reread()
    }, rereadMs)
    return () => clearInterval(timer)
  }, [reread])
}

function BatchActions({
  selection,
  onTag,
  onPlace,
}: {
  selection: Selection<EquipmentRow>
  onTag: () => void
  onPlace: () => void
}) {
  const { t } = useTranslation()
  const poll = usePoll()
  const remove = useDelete()
  const { rows, keep } = selection
  return (
    <>
      <Button onClick={() => void poll(rows).then(keep, () => undefined)}>{t('monitoring.list.poll')}</Button>
      <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
        <Button onClick={onTag}>{t('devices.tagAction')}</Button>
      </Permission>
      <Permission codes={['DMS_SERVER_DEVICE_EDIT', 'DMS_SERVER_OUTLET_VIEW']}>
        <Button onClick={onPlace}>{t('outlets.place.action')}</Button>
      </Permission>
      <Permission codes={['DMS_SERVER_DEVICE_RELEASE']}>
        <span className="list-batch-apart" aria-hidden="true" />
        <Button danger onClick={() => remove(rows, keep)}>
          {t('monitoring.list.delete')}
        </Button>
      </Permission>
    </>
  )
}
