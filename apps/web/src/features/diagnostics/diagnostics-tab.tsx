import { deviceMoves } from '@netward/contract/states/device'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import type { DeviceDetail } from '../../lib/device-row.ts'
import { MoveButton } from '../../ui/move-button.tsx'
import { CheckPanel } from './check-panel.tsx'
import { DiagnosticDrawer } from './diagnostic-drawer.tsx'
import { type DiagnosticRun, runList, runTones } from './diagnostic-run.ts'
import { OverTime } from './over-time.tsx'
import { RunActions } from './run-actions.tsx'
import { RunResult } from './run-result.tsx'
import { WayOut } from './way-out.tsx'
import '../../ui/plain-table.css'
import './diagnostics.css'

const shown = 10

/** Whether the gateway has a problem, its diagnostics, and their trend. */
export function DiagnosticsTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const mayRun = useMay('DMS_SERVER_DEVICE_DIAGNOSE')
  const [drawer, setDrawer] = useState<{ open: boolean; like: DiagnosticRun | null }>({
    open: false,
    like: null,
  })
  const navigate = useNavigate()
  const search: { run?: unknown } = useSearch({ strict: false })
  // Asked for by the menu of the page.
  const asked = mayRun && search.run === 'ping'
  const close = () => {
    setDrawer({ ...drawer, open: false })
    if (asked) void navigate({ to: paths.smartCpe(device.id), search: { tab: 'diagnostics' }, replace: true })
  }
  const read = useApi(runList, { deviceId: device.id, page: 1, pageSize: shown }, { refetchInterval: 15_000 })
  const runs = read.data
  return (
    <>
      <CheckPanel device={device} />
      <Panel
        title={t('diagnostics.recent')}
        actions={
          <div className="check-buttons">
            <Button href={`#${paths.smartCpeDiagnostics(device.id)}`}>{t('diagnostics.all')}</Button>
            {mayRun && (
              <MoveButton
                type="primary"
                refusal={deviceMoves.diagnose(device)}
                onClick={() => setDrawer({ open: true, like: null })}
              >
                {t('diagnostics.run')}
              </MoveButton>
            )}
          </div>
        }
      >
        {read.error !== null && runs === undefined ? (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        ) : runs === undefined ? (
          <LoadingState />
        ) : runs.total === 0 ? (
          <EmptyState title={t('diagnostics.none')} hint={t('diagnostics.noneHint')} />
        ) : (
          <div className="plain-table-frame">
            <table className="plain-table" aria-label={t('diagnostics.recent')}>
              <thead>
                <tr>
                  <th>{t('diagnostics.kind')}</th>
                  <th>{t('diagnostics.state')}</th>
                  <th>{t('diagnostics.result')}</th>
                  <th>{t('diagnostics.startedBy')}</th>
                  <th>{t('diagnostics.createdAt')}</th>
                  <th>{t('common.actions')}</th>
                </tr>
              </thead>
              <tbody>
                {runs.items.map((run) => (
                  <RunRow
                    key={run.id}
                    run={run}
                    device={device}
                    onAgain={(like) => setDrawer({ open: true, like })}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Panel>
      {runs !== undefined && runs.total > 0 && <OverTime deviceId={device.id} />}
      <DiagnosticDrawer deviceId={device.id} like={drawer.like} open={drawer.open || asked} onClose={close} />
    </>
  )
}

interface RowProps {
  run: DiagnosticRun
  device: DeviceDetail
  onAgain: (run: DiagnosticRun) => void
}

function RunRow({ run, device, onAgain }: RowProps) {
  const { t } = useTranslation()
  return (
    <tr>
      <td data-label={t('diagnostics.kind')}>
        <div>{t(`diagnostics.kinds.${run.kind}`)}</div>
        <div className="device-quiet mono diagnostic-target">{run.target}</div>
        <WayOut run={run} />
      </td>
      <td data-label={t('diagnostics.state')}>
        <StatusTag tone={runTones[run.state]}>{t(`diagnostics.states.${run.state}`)}</StatusTag>
      </td>
      <td data-label={t('diagnostics.result')}>
        <RunResult run={run} />
      </td>
      <td data-label={t('diagnostics.startedBy')}>
        {run.createdByName ?? '—'}
        {run.checkId !== null && <div className="device-quiet">{t('diagnostics.fromCheck')}</div>}
      </td>
      <td data-label={t('diagnostics.createdAt')}>
        <RelativeTime at={run.createdAt} />
      </td>
      <td>
        <RunActions run={run} device={device} onAgain={onAgain} />
      </td>
    </tr>
  )
}
