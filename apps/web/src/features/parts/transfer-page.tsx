import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { DetailPage, Panel } from '../../ui/detail-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type Transfer, transferRead, type TransferLine } from './part.ts'
import { ReceiveTransferDrawer } from './receive-transfer-drawer.tsx'
import { TransferState } from './transfer-state.tsx'
import './parts.css'

export function PartTransferPage() {
  const { transferId = '' }: { transferId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_PART') ? <Page key={transferId} transferId={transferId} /> : <NoPermissionState />
}

/** What a transfer carries, and what of it arrived. */
function Page({ transferId }: { transferId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const mayEdit = useMay('DMS_SERVER_PART_EDIT')
  const answer = useApi(transferRead, { transferId })
  const transfer = answer.data
  const [receiving, setReceiving] = useState<Transfer | null>(null)
  useLiveReads(transferRead, ['part.changed'])
  return (
    <DetailPage
      title={
        transfer === undefined ? t('shell.titles.partTransfer') : `${transfer.fromName} → ${transfer.toName}`
      }
      path={paths.partTransfer(transferId)}
      back={paths.partTransfers}
      loading={transfer === undefined}
      error={transfer === undefined ? answer.error : null}
      onRetry={() => void answer.refetch()}
      {...(transfer !== undefined && {
        status: <TransferState state={transfer.state} lost={transfer.lost} />,
        facts: [
          { label: t('parts.transferPieces'), value: transfer.pieces },
          { label: t('parts.sentAt'), value: `${format.dateTime(transfer.sentAt)} ${transfer.sentBy}` },
          {
            label: t('parts.receivedAt'),
            value:
              transfer.receivedAt === null
                ? '—'
                : `${format.dateTime(transfer.receivedAt)} ${transfer.receivedBy ?? ''}`,
          },
          { label: t('parts.trackingNumber'), value: transfer.tracking || '—' },
          { label: t('parts.note'), value: transfer.note || '—' },
          ...(transfer.lossReason === ''
            ? []
            : [{ label: t('parts.lossReason'), value: transfer.lossReason }]),
        ],
        ...(mayEdit &&
          transfer.state === 'sent' && {
            actions: (
              <Button type="primary" onClick={() => setReceiving(transfer)}>
                {t('parts.transferReceive')}
              </Button>
            ),
          }),
      })}
      tabs={
        transfer === undefined
          ? []
          : [
              {
                key: 'lines',
                label: '',
                content: (
                  <>
                    <Panel title={t('parts.transferLines')}>
                      <ul className="order-parts">
                        {transfer.lines.map((line) => (
                          <Line key={line.id} line={line} />
                        ))}
                      </ul>
                    </Panel>
                    <ReceiveTransferDrawer
                      transfer={receiving}
                      open={receiving !== null}
                      onClose={() => setReceiving(null)}
                    />
                  </>
                ),
              },
            ]
      }
    />
  )
}

function Line({ line: { brand, modelName, serialId, serial, quantity, received } }: { line: TransferLine }) {
  const { t } = useTranslation()
  return (
    <li>
      <span>
        {`${brand} ${modelName}`.trim()}{' '}
        {serialId !== null && (
          <RowLink to={paths.partSerial(serialId)}>
            <span className="mono">{serial}</span>
          </RowLink>
        )}
      </span>
      <span className="quiet">
        {received === null
          ? t('parts.transferLineSent', { quantity })
          : t('parts.transferLineReceived', { received, quantity })}
      </span>
      {received !== null && received < quantity && (
        <StatusTag tone="bad">{t('parts.transferLost', { count: quantity - received })}</StatusTag>
      )}
    </li>
  )
}
