import { PlusOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useAct } from '../../../lib/use-api.ts'
import { useCompanyScope } from '../../../lib/use-company-scope.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../../ui/list-page.tsx'
import type { SearchField } from '../../../ui/list-search-form.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { EmptyState, NoPermissionState } from '../../../ui/states.tsx'
import { useOutletField } from '../../../ui/use-outlet-field.ts'
import { WhyButton } from '../../../ui/why-button.tsx'
import { stickerList, type StickerRow } from '../order.ts'
import { StickerDrawer } from './sticker-drawer.tsx'

export function StickerList() {
  return useMay('DMS_SERVER_WORK_ORDER_EDIT') ? <List /> : <NoPermissionState />
}

/** QR stickers by which shops report faults. */
function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const outlet = useOutletField()
  const [adding, setAdding] = useState(false)
  const columns = useColumns()
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('orders.searchLabel'),
        placeholder: t('fieldWork.stickerSearch'),
      },
      ...outlet,
      {
        kind: 'select',
        name: 'ended',
        label: t('orders.state'),
        placeholder: t('fieldWork.stickerInForce'),
        options: [{ value: 'yes', label: t('fieldWork.stickerEnded') }],
      },
    ],
    [t, outlet],
  )
  const rowActions = useCallback((row: StickerRow) => <End row={row} />, [])
  const add = (
    <WhyButton
      type="primary"
      icon={<PlusOutlined />}
      reason={several ? t('fieldWork.stickerInCompany') : null}
      onClick={() => setAdding(true)}
    >
      {t('fieldWork.stickerAdd')}
    </WhyButton>
  )
  return (
    <>
      <ListPage
        name="workStickers"
        title={t('shell.titles.workStickers')}
        endpoint={stickerList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ outletName, deviceName }) => deviceName ?? outletName}
        rowActions={rowActions}
        actionsWidth={90}
        defaultSort="-createdAt"
        actions={
          <>
            <Button icon={<PrinterOutlined />} href={`#${paths.workStickersPrint}`}>
              {t('fieldWork.print')}
            </Button>
            {add}
          </>
        }
        empty={
          <EmptyState title={t('fieldWork.stickerNone')} hint={t('fieldWork.stickerNoneHint')} action={add} />
        }
      />
      <StickerDrawer open={adding} onClose={() => setAdding(false)} />
    </>
  )
}

function End({ row: { id: stickerId, outletName, deviceName, endedAt } }: { row: StickerRow }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const end = useAct('DELETE /api/v1/work/sticker/:stickerId', { refresh: [stickerList] })
  const name = deviceName ?? outletName
  if (endedAt !== null) return null
  return (
    <Button
      type="link"
      size="small"
      danger
      aria-label={`${t('fieldWork.stickerEnd')} ${name}`}
      onClick={() =>
        void confirm({
          title: t('fieldWork.stickerEndTitle', { name }),
          text: t('fieldWork.stickerEndText'),
          action: t('fieldWork.stickerEnd'),
          act: () => end.mutateAsync({ stickerId }),
        })
      }
    >
      {t('fieldWork.stickerEnd')}
    </Button>
  )
}

function useColumns(): readonly ListColumn<StickerRow>[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly ListColumn<StickerRow>[] => [
      { key: 'outlet', title: t('orders.outlet'), width: 220, render: ({ outletName }) => outletName },
      {
        key: 'device',
        title: t('orders.device'),
        width: 200,
        phone: 'value',
        render: ({ deviceName }) => deviceName ?? '—',
      },
      {
        key: 'reports',
        title: t('fieldWork.stickerReports'),
        width: 110,
        phone: 'value',
        render: ({ reports }) => reports,
      },
      {
        key: 'createdAt',
        title: t('orders.createdAt'),
        width: 150,
        sortable: true,
        phone: 'value',
        render: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
      { key: 'createdBy', title: t('orders.createdBy'), width: 130, render: ({ createdBy }) => createdBy },
    ],
    [t],
  )
}
