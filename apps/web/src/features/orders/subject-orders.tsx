import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useProductStop } from '../../lib/use-product-stop.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { Due } from './due.tsx'
import { orderList } from './order.ts'
import { type About, OrderDrawer } from './order-drawer.tsx'
import { OrderState } from './order-state.tsx'
import './orders.css'

/**
 * Open orders about an alarm, a device or a site, and a button for another; nothing where there is neither, or the company
 * has no work orders.
 */
export function SubjectOrders({ title = '', ...about }: About) {
  return useMay('DMS_SERVER_WORK_ORDER') ? <WithProduct about={about} title={title} /> : null
}

function WithProduct(props: { about: About; title: string }) {
  return useProductStop(products) === null ? <Orders {...props} /> : null
}

const products = ['work_orders'] as const

const shown = 5

function Orders({ about, title }: { about: About; title: string }) {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_WORK_ORDER_EDIT')
  const [adding, setAdding] = useState(false)
  const orders = useApi(orderList, { ...about, pageSize: shown, sort: 'resolveDue' }).data
  useLiveReads(orderList, ['work_order.changed'])
  // One open order an alarm.
  const mayAdd = mayEdit && (about.alarmId === undefined || orders?.total === 0)
  if (orders === undefined || (orders.total === 0 && !mayAdd)) return null
  return (
    <section className="order-orders" aria-label={t('orders.deviceOrders')}>
      <strong>{t('orders.deviceOrders')}</strong>
      <ul>
        {orders.items.map((order) => (
          <li key={order.id}>
            <RowLink to={paths.order(order.id)}>
              #{order.number} {order.title}
            </RowLink>
            <OrderState state={order.state} />
            <Due order={order} />
          </li>
        ))}
      </ul>
      {orders.total > shown && <span className="quiet">{t('orders.more', { count: orders.total })}</span>}
      {mayAdd && (
        <Button size="small" onClick={() => setAdding(true)}>
          {t(about.alarmId === undefined ? 'orders.add' : 'orders.fromAlarm')}
        </Button>
      )}
      <OrderDrawer order={null} about={{ ...about, title }} open={adding} onClose={() => setAdding(false)} />
    </section>
  )
}
