import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DetailPage, Panel } from '../../ui/detail-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { CountDrawer } from './count-drawer.tsx'
import { ConfirmCountDrawer } from './confirm-count-drawer.tsx'
import { CountState } from './count-state.tsx'
import { afterCount, type Count, countRead } from './part.ts'
import '../../ui/plain-table.css'
import './parts.css'

export function PartCountPage() {
  const { countId = '' }: { countId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_PART') ? <Page key={countId} countId={countId} /> : <NoPermissionState />
}

/** What was counted, and how it differs from the ledger. */
function Page({ countId }: { countId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const mayEdit = useMay('DMS_SERVER_PART_EDIT')
  const answer = useApi(countRead, { countId })
  const count = answer.data
  useLiveReads(countRead, ['part.changed'])
  return (
    <DetailPage
      title={count?.warehouseName ?? t('shell.titles.partCount')}
      path={paths.partCount(countId)}
      back={paths.partCounts}
      loading={count === undefined}
      error={count === undefined ? answer.error : null}
      onRetry={() => void answer.refetch()}
      {...(count !== undefined && {
        status: <CountState state={count.state} />,
        facts: [
          {
            label: t('parts.countStarted'),
            value: `${format.dateTime(count.startedAt)} ${count.startedBy}`,
          },
          ...(count.endedAt === null
            ? []
            : [
                {
                  label: t('parts.countEnded'),
                  value: `${format.dateTime(count.endedAt)} ${count.endedBy ?? ''}`,
                },
                { label: t('parts.countModels'), value: t('parts.countResult', count) },
                { label: t('parts.reason'), value: count.reason || '—' },
              ]),
        ],
        ...(mayEdit && count.state === 'running' && { actions: <Acts count={count} /> }),
      })}
      tabs={count === undefined ? [] : [{ key: 'count', label: '', content: <Content count={count} /> }]}
    />
  )
}

function Acts({ count: { id: countId, warehouseName } }: { count: Count }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [open, setOpen] = useState<'enter' | 'confirm' | null>(null)
  const end = useAct('POST /api/v1/work/part/count/:countId/end', { refresh: afterCount })
  const close = () => setOpen(null)
  return (
    <>
      <Button type="primary" onClick={() => setOpen('enter')}>
        {t('parts.countEnter')}
      </Button>
      <Button onClick={() => setOpen('confirm')}>{t('parts.countConfirm')}</Button>
      <Button
        onClick={() =>
          void confirm({
            title: t('parts.countCancelTitle', { name: warehouseName }),
            text: t('parts.countCancelText'),
            action: t('parts.countCancel'),
            act: () => end.mutateAsync({ countId, act: 'cancel' }),
          })
        }
      >
        {t('parts.countCancel')}
      </Button>
      <CountDrawer countId={countId} open={open === 'enter'} onClose={close} />
      <ConfirmCountDrawer countId={countId} open={open === 'confirm'} onClose={close} />
    </>
  )
}

function Content({ count }: { count: Count }) {
  const { t } = useTranslation()
  return (
    <>
      <Panel title={t('parts.countModels')}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('parts.model')}</th>
              <th scope="col">{t('parts.countExpected')}</th>
              <th scope="col">{t('parts.countCounted')}</th>
            </tr>
          </thead>
          <tbody>
            {count.models.map(({ modelId, brand, modelName, expected, counted }) => (
              <tr key={modelId}>
                <td>{`${brand} ${modelName}`.trim()}</td>
                <td data-label={t('parts.countExpected')}>{expected}</td>
                <td data-label={t('parts.countCounted')}>
                  {counted ?? <span className="quiet">{t('parts.countNot')}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
      {count.state === 'running' && <Differences count={count} />}
    </>
  )
}

function Differences({ count: { missing, unexpected } }: { count: Count }) {
  const { t } = useTranslation()
  return (
    <>
      <Panel title={t('parts.countMissing')}>
        {missing.length === 0 ? (
          <span className="quiet">{t('parts.countMissingNone')}</span>
        ) : (
          <ul className="order-parts">
            {missing.map(({ serialId, serial, modelName }) => (
              <li key={serialId}>
                <RowLink to={paths.partSerial(serialId)}>
                  <span className="mono">{serial}</span>
                </RowLink>
                <span className="quiet">{modelName}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={t('parts.countUnexpected')}>
        {unexpected.length === 0 ? (
          <span className="quiet">{t('parts.countUnexpectedNone')}</span>
        ) : (
          <ul className="order-parts">
            {unexpected.map(({ serialId, serial, modelName, state, warehouseName }) => (
              <li key={serial}>
                {serialId === null ? (
                  <span className="mono">{serial}</span>
                ) : (
                  <RowLink to={paths.partSerial(serialId)}>
                    <span className="mono">{serial}</span>
                  </RowLink>
                )}
                <span className="quiet">
                  {state === null
                    ? t('parts.countUnknown')
                    : [modelName, t(`parts.states.${state}`), warehouseName].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}
