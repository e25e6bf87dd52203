import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { ListPage, type Selection } from '../../ui/list-page.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { SummaryChip } from '../../ui/summary-chip.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import { KeptDrafts } from './drafts/kept-drafts.tsx'
import { orderCount, orderList, type OrderRow } from './order.ts'
import { OrderBulk } from './order-bulk.tsx'
import { OrderViews } from './order-views.tsx'
import { OrderImport } from './order-import.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import { useOrderColumns } from './use-order-columns.tsx'
import { useOrderFields } from './use-order-fields.ts'
import '../../ui/devices.css'
import './orders.css'

export function OrderList() {
  return useMay('DMS_SERVER_WORK_ORDER') ? <List /> : <NoPermissionState />
}

/** Work orders of all companies in sight. */
function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const mayEdit = useMay('DMS_SERVER_WORK_ORDER_EDIT')
  const columns = useOrderColumns(several)
  const fields = useOrderFields(several)
  const asked: { new?: unknown } = useSearch({ strict: false })
  // The workbench links to a new one.
  const [adding, setAdding] = useState(asked.new === '1' && mayEdit)
  const [importing, setImporting] = useState(false)
  useLiveReads(orderList, ['work_order.changed'])
  useLiveReads(orderCount, ['work_order.changed'])
  const batchActions = useCallback(
    (selection: Selection<OrderRow>) => <OrderBulk selection={selection} several={several} />,
    [several],
  )
  const add = (
    <Permission codes={['DMS_SERVER_WORK_ORDER_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
        {t('orders.add')}
      </Button>
    </Permission>
  )
  return (
    <>
      <div className="kept-above">
        <KeptDrafts />
      </div>
      <ListPage
        name="orders"
        title={t('shell.titles.orders')}
        endpoint={orderList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ number, title }) => `#${number} ${title}`}
        defaultSort="-createdAt"
        exportCsv={{ endpoint: 'POST /api/v1/work/order/export', label: t('orders.exportLabel') }}
        actions={
          <>
            <OrderViews />
            <Button href={`#${paths.orderBoard}`}>{t('orders.board')}</Button>
            <Button href={`#${paths.workRegions}`}>{t('fieldWork.byRegion')}</Button>
            <Permission codes={['DMS_SERVER_WORK_ORDER_EDIT']}>
              <WhyButton
                icon={<ImportOutlined />}
                reason={several ? t('openings.inCompany') : null}
                onClick={() => setImporting(true)}
              >
                {t('orders.import.open')}
              </WhyButton>
            </Permission>
            {add}
          </>
        }
        summary={<Summary />}
        {...(mayEdit && { batchActions })}
        empty={<EmptyState title={t('orders.none')} hint={t('orders.noneHint')} action={add} />}
      />
      <OrderImport open={importing} onClose={() => setImporting(false)} />
      <OrderDrawer order={null} about={{}} open={adding} onClose={() => setAdding(false)} />
    </>
  )
}

function Summary() {
  const { t } = useTranslation()
  const counts = useApi(orderCount, {}, { keepPrevious: true }).data
  const chip = (label: string, count: number | undefined, search: Record<string, string>) => (
    <SummaryChip to={paths.orders} label={label} count={count} search={search} />
  )
  return (
    <nav className="device-summary" aria-label={t('shell.titles.orders')}>
      {chip(t('orders.openCount'), counts?.open, {})}
      {chip(t('orders.unassignedCount'), counts?.unassigned, { state: 'new', assignee: 'nobody' })}
      {chip(t('orders.overdueCount'), counts?.overdue, { overdue: 'yes' })}
      {chip(t('orders.mineCount'), counts?.mine, { assignee: 'me' })}
      {chip(t('fieldWork.toClaim'), counts?.toClaim, { pool: 'mine' })}
    </nav>
  )
}
