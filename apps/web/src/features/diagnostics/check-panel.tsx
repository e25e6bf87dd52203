import { deviceMoves } from '@netward/contract/states/device'
import { Button, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { useDrawer } from '../../ui/use-drawer.ts'
import type { DeviceDetail } from '../../lib/device-row.ts'
import { MoveButton } from '../../ui/move-button.tsx'
import { CheckDrawer } from './check-drawer.tsx'
import { Findings } from './check-findings.tsx'
import { CheckTag } from './check-tag.tsx'
import { type CheckHead, checkList, oneCheck } from './device-check.ts'
import { useCheck } from '../../ui/use-check.tsx'

const pageSize = 5

/** The latest check, its progress, and earlier checks. */
export function CheckPanel({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const mayRun = useMay('DMS_SERVER_DEVICE_DIAGNOSE')
  const [pages, setPages] = useState(1)
  const detail = useDrawer<CheckHead>()
  const check = useCheck(device.id)
  const read = useApi(
    checkList,
    { deviceId: device.id, page: 1, pageSize: pages * pageSize },
    { refetchInterval: 15_000, keepPrevious: true },
  )
  const checks = read.data
  const latest = checks?.items[0]
  const isRunning = latest?.state === 'running'
  return (
    <Panel
      title={t('diagnostics.check.title')}
      actions={
        mayRun &&
        !isRunning && (
          <MoveButton
            type="primary"
            loading={check.busy}
            refusal={deviceMoves.diagnose(device)}
            onClick={check.start}
          >
            {t('diagnostics.check.start')}
          </MoveButton>
        )
      }
    >
      {read.error !== null && checks === undefined ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : checks === undefined ? (
        <LoadingState />
      ) : latest === undefined ? (
        <EmptyState title={t('diagnostics.check.none')} hint={t('diagnostics.check.noneHint')} />
      ) : (
        <>
          <Latest deviceId={device.id} check={latest} mayRun={mayRun} onShow={() => detail.show(latest)} />
          {checks.total > 1 && (
            <ul className="check-history" aria-label={t('diagnostics.check.history')}>
              {checks.items.slice(1).map((one) => (
                <li key={one.id}>
                  <CheckTag check={one} />
                  <button type="button" className="check-link" onClick={() => detail.show(one)}>
                    {one.sentence ?? t('diagnostics.check.show')}
                  </button>
                  <span className="device-quiet">
                    <RelativeTime at={one.createdAt} /> · {one.createdByName ?? '—'}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {checks.total > pages * pageSize && pages < 20 && (
            <Button className="device-more" onClick={() => setPages(pages + 1)}>
              {t('common.more')}
            </Button>
          )}
        </>
      )}
      {detail.about !== null && (
        <CheckDrawer
          key={detail.about.id}
          deviceId={device.id}
          check={detail.about}
          open={detail.open}
          onClose={detail.close}
        />
      )}
    </Panel>
  )
}

interface LatestProps {
  deviceId: string
  check: CheckHead
  mayRun: boolean
  onShow: () => void
}

function Latest({ deviceId, check, mayRun, onShow }: LatestProps) {
  const { t } = useTranslation()
  const read = useApi(
    oneCheck,
    { deviceId, checkId: check.id },
    { refetchInterval: check.state === 'running' ? 5_000 : 60_000 },
  )
  const cancel = useAct('POST /api/v1/device/:deviceId/checks/:checkId/cancel', {
    refresh: [checkList, oneCheck],
  })
  const steps = read.data?.steps ?? []
  const over = steps.filter(({ state }) => state !== 'waiting' && state !== 'running').length
  return (
    <div className="check-latest">
      <div className="check-head">
        <CheckTag check={check} />
        <strong>{check.sentence}</strong>
        <span className="device-quiet">
          <RelativeTime at={check.endedAt ?? check.createdAt} /> · {check.createdByName ?? '—'}
        </span>
      </div>
      {check.state === 'running' && (
        <div className="check-progress">
          <output>{t('diagnostics.check.progress', { done: over, all: steps.length })}</output>
          <Progress
            percent={steps.length === 0 ? 0 : Math.round((over / steps.length) * 100)}
            showInfo={false}
            strokeColor="var(--accent)"
            size="small"
          />
          <div className="device-quiet">{t('diagnostics.check.progressHint')}</div>
        </div>
      )}
      {read.data !== undefined && <Findings findings={read.data.findings} />}
      <div className="check-buttons">
        <Button onClick={onShow}>{t('diagnostics.check.detail')}</Button>
        {mayRun && check.state === 'running' && (
          <Button
            loading={cancel.isPending}
            onClick={() =>
              cancel.mutate(
                { deviceId, checkId: check.id },
                { onSuccess: () => notify.success(t('diagnostics.check.cancelled')) },
              )
            }
          >
            {t('diagnostics.check.cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
