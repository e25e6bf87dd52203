import { deviceMoves } from '@netward/contract/states/device'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/notify.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { Panel } from '../../../ui/detail-page.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../../ui/status-tag.tsx'
import type { DeviceDetail } from '../device-row.ts'
import { MoveButton } from '../move-button.tsx'
import { DiagnosticDrawer } from './diagnostic-drawer.tsx'
import type { DiagnosticRun } from './diagnostic-run.ts'
import { RoundTrips } from './round-trips.tsx'
import { RunResult } from './run-result.tsx'
import '../../../ui/plain-table.css'
import './diagnostics.css'

const endpoint = 'GET /api/v1/device/:deviceId/diagnostics'
const pageSize = 50

const tones: Record<DiagnosticRun['state'], StatusTone> = {
  requested: 'waiting',
  running: 'busy',
  complete: 'ok',
  failed: 'bad',
  expired: 'off',
  cancelled: 'off',
}

/** What the gateway tried out by itself, the newest first. */
export function DiagnosticsTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const mayRun = useMay('DMS_SERVER_DEVICE_DIAGNOSE')
  const [drawer, setDrawer] = useState<{ open: boolean; like: DiagnosticRun | null }>({
    open: false,
    like: null,
  })
  const [pages, setPages] = useState(1)
  const first = useApi(endpoint, { deviceId: device.id, page: 1, pageSize }, { refetchInterval: 15_000 })
  const runs = first.data
  const newestPing = runs?.items.find(({ result }) => result?.kind === 'ping')
  return (
    <>
      <Panel
        title={t('diagnostics.tab')}
        actions={
          mayRun && (
            <MoveButton
              type="primary"
              refusal={deviceMoves.diagnose(device)}
              onClick={() => setDrawer({ open: true, like: null })}
            >
              {t('diagnostics.run')}
            </MoveButton>
          )
        }
      >
        {first.error !== null && runs === undefined ? (
          <ErrorState error={first.error} onRetry={() => void first.refetch()} />
        ) : runs === undefined ? (
          <LoadingState />
        ) : runs.total === 0 ? (
          <EmptyState title={t('diagnostics.none')} hint={t('diagnostics.noneHint')} />
        ) : (
          <>
            <div className="plain-table-frame">
              <table className="plain-table" aria-label={t('diagnostics.tab')}>
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
                  {Array.from({ length: pages }, (_, index) => (
                    <RunPage
                      key={index + 1}
                      device={device}
                      page={index + 1}
                      onAgain={(run) => setDrawer({ open: true, like: run })}
                    />
                  ))}
                </tbody>
              </table>
            </div>
            {runs.total > pages * pageSize && (
              <Button className="device-more" onClick={() => setPages(pages + 1)}>
                {t('common.more')}
              </Button>
            )}
          </>
        )}
      </Panel>
      {newestPing !== undefined && <RoundTrips deviceId={device.id} target={newestPing.target} />}
      <DiagnosticDrawer
        deviceId={device.id}
        like={drawer.like}
        open={drawer.open}
        onClose={() => setDrawer({ ...drawer, open: false })}
      />
    </>
  )
}

interface RowProps {
  device: DeviceDetail
  onAgain: (run: DiagnosticRun) => void
}

function RunPage({ page, ...row }: RowProps & { page: number }) {
  const runs = useApi(endpoint, { deviceId: row.device.id, page, pageSize })
  return (runs.data?.items ?? []).map((run) => <RunRow key={run.id} run={run} {...row} />)
}

function RunRow({ run, device, onAgain }: RowProps & { run: DiagnosticRun }) {
  const { t } = useTranslation()
  const mayRun = useMay('DMS_SERVER_DEVICE_DIAGNOSE')
  const cancel = useAct('POST /api/v1/device/:deviceId/diagnostics/:runId/cancel', { refresh: [endpoint] })
  const isOpen = run.state === 'requested' || run.state === 'running'
  const about = `${t(`diagnostics.kinds.${run.kind}`)} ${run.target}`
  return (
    <tr>
      <td data-label={t('diagnostics.kind')}>
        <div>{t(`diagnostics.kinds.${run.kind}`)}</div>
        <div className="device-quiet mono diagnostic-target">{run.target}</div>
      </td>
      <td data-label={t('diagnostics.state')}>
        <StatusTag tone={tones[run.state]}>{t(`diagnostics.states.${run.state}`)}</StatusTag>
      </td>
      <td data-label={t('diagnostics.result')}>
        <RunResult run={run} />
      </td>
      <td data-label={t('diagnostics.startedBy')}>{run.createdByName ?? '—'}</td>
      <td data-label={t('diagnostics.createdAt')}>
        <RelativeTime at={run.createdAt} />
      </td>
      <td>
        {mayRun && isOpen && (
          <Button
            size="small"
            loading={cancel.isPending}
            aria-label={`${t('diagnostics.cancel')} ${about}`}
            onClick={() =>
              cancel.mutate(
                { deviceId: device.id, runId: run.id },
                { onSuccess: () => notify.success(t('diagnostics.cancelled')) },
              )
            }
          >
            {t('diagnostics.cancel')}
          </Button>
        )}
        {mayRun && !isOpen && (
          <MoveButton
            size="small"
            refusal={deviceMoves.diagnose(device)}
            aria-label={`${t('diagnostics.again')} ${about}`}
            onClick={() => onAgain(run)}
          >
            {t('diagnostics.again')}
          </MoveButton>
        )}
      </td>
    </tr>
  )
}
