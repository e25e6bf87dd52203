import type { EndpointOutput } from '@netward/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Panel } from '../../../ui/detail-page.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { ExchangeDrawer } from './exchange-drawer.tsx'
import '../../../ui/plain-table.css'

type Exchange = EndpointOutput<'GET /api/v1/device/:deviceId/exchanges'>[number]

/** The latest raw messages and the failed ones. */
export function ExchangesTab({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const [viewed, setViewed] = useState<Exchange | null>(null)
  const read = useApi('GET /api/v1/device/:deviceId/exchanges', { deviceId }, { refetchInterval: 15_000 })
  return (
    <Panel
      title={t('devices.tab.exchanges')}
      actions={
        <Button loading={read.isRefetching} onClick={() => void read.refetch()}>
          {t('common.refresh')}
        </Button>
      }
    >
      <p className="device-plain device-quiet">{t('devices.exchange.hint')}</p>
      {read.error !== null && read.data === undefined ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data === undefined ? (
        <LoadingState />
      ) : read.data.length === 0 ? (
        <EmptyState title={t('devices.exchange.none')} />
      ) : (
        <ExchangeTable exchanges={read.data} onView={setViewed} />
      )}
      <ExchangeDrawer deviceId={deviceId} exchange={viewed} onClose={() => setViewed(null)} />
    </Panel>
  )
}

function ExchangeTable({
  exchanges,
  onView,
}: {
  exchanges: readonly Exchange[]
  onView: (one: Exchange) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="plain-table-frame">
      <table className="plain-table" aria-label={t('devices.tab.exchanges')}>
        <thead>
          <tr>
            <th>{t('devices.exchange.at')}</th>
            <th>{t('devices.exchange.method')}</th>
            <th>{t('devices.exchange.reason')}</th>
            <th>{t('devices.exchange.size')}</th>
            <th>{t('common.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {exchanges.map((exchange) => (
            <tr key={exchange.id}>
              <td data-label={t('devices.exchange.at')}>{format.dateTime(exchange.at)}</td>
              <td data-label={t('devices.exchange.method')}>
                <div className="mono">
                  <MethodName method={exchange.method} />
                </div>
                <div className="device-quiet">{t(`devices.exchange.directions.${exchange.direction}`)}</div>
              </td>
              <td data-label={t('devices.exchange.reason')}>
                {exchange.failed ? (
                  <>
                    <StatusTag tone="bad">{t('devices.exchange.failed')}</StatusTag>
                    {exchange.reason !== null && <div className="command-detail">{exchange.reason}</div>}
                  </>
                ) : (
                  '—'
                )}
              </td>
              <td data-label={t('devices.exchange.size')}>{format.bytes(exchange.bytes)}</td>
              <td>
                <Button
                  size="small"
                  aria-label={`${t('devices.exchange.view')} ${exchange.method} ${format.dateTime(exchange.at)}`}
                  onClick={() => onView(exchange)}
                >
                  {t('devices.exchange.view')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The RPC's own name; a word for a message without one. */
function MethodName({ method }: { method: string }) {
  const { t } = useTranslation()
  if (method === 'empty') return <>{t('devices.exchange.empty')}</>
  if (method === 'fault') return <>{t('devices.exchange.fault')}</>
  return <>{method}</>
}
