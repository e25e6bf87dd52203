import { configurationTroubles } from '@netward/contract/template-values'
import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { ListPage, type Selection } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import type { DeviceRow } from '../../lib/device-row.ts'
import { useDeviceParts } from '../../ui/device-parts.ts'
import { useChecks } from '../../ui/use-check.tsx'
import { useSmartCpeColumns } from './smart-cpe-columns.tsx'
import { SmartCpeSummary } from './smart-cpe-summary.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { useOutletField } from '../../ui/use-outlet-field.ts'
import { useLiveDevices } from './use-live-devices.ts'
import { TerminalAct } from './terminal-act.tsx'
import { useFactoryReset } from './use-factory-reset.tsx'
import type { Restarts } from './restarts-drawer.tsx'
import type { Queued } from './use-queued-for-each.ts'
import { useReboot } from './use-reboot.tsx'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import '../../ui/devices.css'

// Loaded on first use: most lists have gateways, and most visits tag none.
const PlaceDrawer = lazy(async () => ({ default: (await import('./place-drawer.tsx')).PlaceDrawer }))
const RestartsDrawer = lazy(async () => ({ default: (await import('./restarts-drawer.tsx')).RestartsDrawer }))
const TagDrawer = lazy(async () => ({ default: (await import('./tag-drawer.tsx')).TagDrawer }))

const smartCpeOnly = { type: ['smart_cpe' as const] }
const presences = ['online', 'overdue', 'offline', 'unknown'] as const
const guards = ['none', 'quarantined', 'duplicate'] as const
/** Stable across renders, or every row renders on every scroll. */
const rowActions = (row: DeviceRow) => <TerminalAct device={row} />

export function SmartCpeList() {
  const mayView = useMay('DMS_SERVER_DEVICE_VIEW')
  return mayView ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const { DiagnosticBatchDrawer, EnrolmentButton, FirstGateway } = useDeviceParts()
  const columns = useSmartCpeColumns(several)
  const fields = useFields(several)
  const { added, refresh } = useLiveDevices()
  const mayTerminal = useMay('DMS_SERVER_DEVICE_TERMINAL')
  const [tagging, setTagging] = useState<Selection<DeviceRow> | null>(null)
  const [placing, setPlacing] = useState<Selection<DeviceRow> | null>(null)
  const [diagnosing, setDiagnosing] = useState<Selection<DeviceRow> | null>(null)
  const [restarting, setRestarting] = useState<Restarts | null>(null)
  const summary = useApi('GET /api/v1/device/summary', {}).data
  const batchActions = useCallback(
    (selection: Selection<DeviceRow>) => (
      <BatchActions
        selection={selection}
        onTag={() => setTagging(selection)}
        onPlace={() => setPlacing(selection)}
        onDiagnose={() => setDiagnosing(selection)}
        onRestart={setRestarting}
      />
    ),
    [],
  )

  // With nothing to search, the guide for the first gateway fills the page.
  if (summary !== undefined && summary.online + summary.overdue + summary.offline + summary.unknown === 0) {
    return (
      <section className="list-page">
        <header className="list-head">
          <h1>{t('shell.titles.smartCpe')}</h1>
        </header>
        <div className="list-card">
          <FirstGateway />
        </div>
      </section>
    )
  }

  return (
    <>
      <ListPage
        name="smartCpe"
        title={t('shell.titles.smartCpe')}
        endpoint="POST /api/v1/device/lists"
        fixedInput={smartCpeOnly}
        columns={columns}
        fields={fields}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        defaultSort="name"
        exportCsv={{ endpoint: 'POST /api/v1/device/export', label: t('devices.exportLabel') }}
        actions={
          <>
            {added > 0 && (
              <Button className="device-added" icon={<ReloadOutlined />} onClick={refresh} aria-live="polite">
                {t('devices.addedSince', { count: added })}
              </Button>
            )}
            <Permission codes={['DMS_SERVER_DEVICE_CLAIM']}>
              <Button href={`#${paths.unknownGateways}`}>{t('shell.titles.unknownGateways')}</Button>
            </Permission>
            <Permission codes={['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_DEVICE_DIAGNOSE']}>
              <Button href={`#${paths.diagnosticBatches}`}>{t('shell.titles.diagnosticBatches')}</Button>
            </Permission>
            <Permission codes={['DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_DEVICE_REBOOT']}>
              <Button href={`#${paths.restartBatches}`}>{t('shell.titles.restartBatches')}</Button>
            </Permission>
            <EnrolmentButton />
          </>
        }
        summary={<SmartCpeSummary />}
        {...(mayTerminal && { rowActions, actionsWidth: 100 })}
        batchActions={batchActions}
        empty={<FirstGateway />}
      />
      {diagnosing !== null && (
        <DiagnosticBatchDrawer
          devices={diagnosing.rows}
          open
          onClose={() => setDiagnosing(null)}
          onDone={() => diagnosing.clear()}
        />
      )}
      {restarting !== null && (
        <Suspense fallback={null}>
          <RestartsDrawer restarts={restarting} onClose={() => setRestarting(null)} />
        </Suspense>
      )}
      {placing !== null && (
        <Suspense fallback={null}>
          <PlaceDrawer devices={placing.rows} open onClose={() => setPlacing(null)} onDone={placing.keep} />
        </Suspense>
      )}
      {tagging !== null && (
        <Suspense fallback={null}>
          <TagDrawer devices={tagging.rows} open onClose={() => setTagging(null)} onDone={tagging.keep} />
        </Suspense>
      )}
    </>
  )
}

function BatchActions({
  selection,
  onTag,
  onPlace,
  onDiagnose,
  onRestart,
}: {
  selection: Selection<DeviceRow>
  onTag: () => void
  onPlace: () => void
  onDiagnose: () => void
  onRestart: (restarts: Restarts) => void
}) {
  const { t } = useTranslation()
  const reboot = useReboot()
  const reset = useFactoryReset()
  const check = useChecks()
  const follow = (kind: Restarts['kind']) => (queued: Queued) => {
    selection.keep(queued.failed)
    onRestart({ kind, devices: selection.rows, ...queued })
  }
  const checkAll = async () => {
    const refused = await check(selection.rows)
    if (refused !== null) selection.keep(refused)
  }
  return (
    <>
      <Permission codes={['DMS_SERVER_DEVICE_DIAGNOSE']}>
        <Button onClick={() => void checkAll()}>{t('diagnostics.check.start')}</Button>
        <Button onClick={onDiagnose}>{t('diagnostics.run')}</Button>
      </Permission>
      <Permission codes={['DMS_SERVER_DEVICE_EDIT']}>
        <Button onClick={onTag}>{t('devices.tagAction')}</Button>
      </Permission>
      <Permission codes={['DMS_SERVER_DEVICE_EDIT', 'DMS_SERVER_OUTLET_VIEW']}>
        <Button onClick={onPlace}>{t('outlets.place.action')}</Button>
      </Permission>
      <Permission codes={['DMS_SERVER_DEVICE_REBOOT']}>
        <Button onClick={() => void reboot(selection.rows, follow('reboot'))}>{t('devices.reboot')}</Button>
      </Permission>
      <Permission codes={['DMS_SERVER_DEVICE_OTA_CAMPAIGN']}>
        <Button href={`#${paths.upgradeOf(selection.ids)}`}>{t('ota.upgrade')}</Button>
      </Permission>
      <Permission codes={['DMS_SERVER_DEVICE_FACTORY_RESET']}>
        <span className="list-batch-apart" aria-hidden="true" />
        <Button danger onClick={() => void reset(selection.rows, follow('factory_reset'))}>
          {t('devices.resetAll.action')}
        </Button>
      </Permission>
    </>
  )
}

function useFields(withCompany: boolean): readonly SearchField[] {
  const { t } = useTranslation()
  const offered = useApi('GET /api/v1/device/summary', {}, { keepPrevious: true }).data
  const company = useCompanyField(withCompany)
  const outlet = useOutletField()
  return useMemo(() => {
    const asOptions = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }))
    return [
      { kind: 'text', name: 'search', label: t('devices.searchLabel'), placeholder: t('devices.searchHint') },
      {
        kind: 'multi',
        name: 'presence',
        label: t('devices.presenceLabel'),
        options: presences.map((value) => ({ value, label: t(`devices.presence.${value}`) })),
      },
      {
        kind: 'select',
        name: 'modelName',
        label: t('devices.modelName'),
        options: asOptions(offered?.models),
      },
      ...(withCompany ? [company] : []),
      ...outlet,
      {
        kind: 'select',
        name: 'softwareVersion',
        label: t('devices.softwareVersion'),
        options: asOptions(offered?.softwareVersions),
      },
      { kind: 'multi', name: 'tag', label: t('devices.tags'), options: asOptions(offered?.tags) },
      {
        kind: 'multi',
        name: 'configuration',
        label: t('provisioning.troubles.filter'),
        options: configurationTroubles.map((value) => ({
          value,
          label: t(`provisioning.troubles.${value}`),
        })),
      },
      {
        kind: 'multi',
        name: 'guard',
        label: t('devices.guardLabel'),
        options: guards.map((value) => ({ value, label: t(`devices.guard.${value}`) })),
      },
    ]
  }, [t, offered, company, outlet, withCompany])
}
