import { PlusOutlined } from '@ant-design/icons'
import { partTransferStates } from '@netward/contract/part-values'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { type Transfer, transferList } from './part.ts'
import { ReceiveTransferDrawer } from './receive-transfer-drawer.tsx'
import { SendDrawer } from './send-drawer.tsx'
import { TransferState } from './transfer-state.tsx'
import { useWarehouseField } from './use-warehouse-field.ts'

export function PartTransferList() {
  return useMay('DMS_SERVER_PART') ? <List /> : <NoPermissionState />
}

/** Transfers between warehouses: those on the way first. */
function List() {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_PART_EDIT')
  const columns = useColumns()
  const warehouse = useWarehouseField()
  const [sending, setSending] = useState(false)
  const [receiving, setReceiving] = useState<Transfer | null>(null)
  useLiveReads(transferList, ['part.changed'])
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'select',
        name: 'state',
        label: t('parts.transferState'),
        options: partTransferStates.map((value) => ({ value, label: t(`parts.transferStates.${value}`) })),
      },
      warehouse,
    ],
    [t, warehouse],
  )
  const rowActions = useCallback(
    (transfer: Transfer) =>
      transfer.state === 'received' ? null : (
        <Button
          type="link"
          size="small"
          aria-label={`${t('parts.transferReceive')} ${transfer.fromName} → ${transfer.toName}`}
          onClick={() => setReceiving(transfer)}
        >
          {t('parts.transferReceive')}
        </Button>
      ),
    [t],
  )
  const send = (
    <Permission codes={['DMS_SERVER_PART_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setSending(true)}>
        {t('parts.transfer')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="partTransfers"
        title={t('shell.titles.partTransfers')}
        endpoint={transferList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ fromName, toName }) => `${fromName} → ${toName}`}
        {...(mayEdit && { rowActions, actionsWidth: 90 })}
        defaultSort="state"
        exportCsv={{
          endpoint: 'POST /api/v1/work/part/transfer/export',
          label: t('shell.titles.partTransfers'),
        }}
        actions={send}
        empty={
          <EmptyState title={t('parts.transfersNone')} hint={t('parts.transfersNoneHint')} action={send} />
        }
      />
      <SendDrawer open={sending} onClose={() => setSending(false)} />
      <ReceiveTransferDrawer
        transfer={receiving}
        open={receiving !== null}
        onClose={() => setReceiving(null)}
      />
    </>
  )
}

function useColumns(): readonly ListColumn<Transfer>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<Transfer>[] => [
      {
        key: 'way',
        title: `${t('parts.transferFrom')} → ${t('parts.transferTo')}`,
        width: 260,
        render: ({ id, fromName, toName }) => (
          <RowLink to={paths.partTransfer(id)}>{`${fromName} → ${toName}`}</RowLink>
        ),
      },
      {
        key: 'state',
        title: t('parts.transferState'),
        width: 190,
        sortable: true,
        phone: 'status',
        render: ({ state, lost }) => <TransferState state={state} lost={lost} />,
      },
      {
        key: 'pieces',
        title: t('parts.transferPieces'),
        width: 80,
        phone: 'value',
        render: ({ pieces }) => pieces,
      },
      {
        key: 'sentAt',
        title: t('parts.sentAt'),
        width: 220,
        sortable: true,
        phone: 'value',
        render: ({ sentAt, sentBy }) => `${format.dateTime(sentAt)} ${sentBy}`,
      },
      {
        key: 'receivedAt',
        title: t('parts.receivedAt'),
        width: 220,
        phone: 'value',
        render: ({ receivedAt, receivedBy }) =>
          receivedAt === null ? '—' : `${format.dateTime(receivedAt)} ${receivedBy ?? ''}`,
      },
      {
        key: 'tracking',
        title: t('parts.trackingNumber'),
        width: 160,
        render: ({ tracking }) => tracking || '—',
      },
      {
        key: 'note',
        title: t('parts.note'),
        width: 220,
        render: ({ note, lossReason }) => [note, lossReason].filter(Boolean).join(' · ') || '—',
      },
    ],
    [t, format],
  )
}
