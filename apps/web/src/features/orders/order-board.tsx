import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { ErrorState, LoadingState, NoPermissionState } from '../../ui/states.tsx'
import { Due } from './due.tsx'
import { orderBoard, type OrderRow } from './order.ts'
import { OrderDrawer } from './order-drawer.tsx'
import { OrderState } from './order-state.tsx'
import { Priority } from './priority.tsx'
import './orders.css'

export function OrderBoard() {
  return useMay('DMS_SERVER_WORK_ORDER') ? <Board /> : <NoPermissionState />
}

/** Open orders by state, those due first at the top. */
function Board() {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const [mine, setMine] = useState(false)
  const answer = useApi(orderBoard, mine ? { assignee: 'me' as const } : {}, { keepPrevious: true })
  useLiveReads(orderBoard, ['work_order.changed'])
  const filter = mine ? { assignee: 'me' } : {}
  return (
    <div className="list-page">
      <div className="list-head">
        <h1>{t('shell.titles.orderBoard')}</h1>
        <div className="list-actions">
          <Button
            aria-pressed={mine}
            type={mine ? 'primary' : 'default'}
            ghost={mine}
            onClick={() => setMine(!mine)}
          >
            {t('orders.mineCount')}
          </Button>
          <Button href={`#${paths.orders}`}>{t('orders.list')}</Button>
          <Permission codes={['DMS_SERVER_WORK_ORDER_EDIT']}>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              {t('orders.add')}
            </Button>
          </Permission>
        </div>
      </div>
      {answer.data === undefined ? (
        answer.error === null ? (
          <LoadingState rows={8} />
        ) : (
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        )
      ) : (
        <div className="order-board">
          {answer.data.map(({ state, items, total, totalCapped }) => (
            <section key={state} aria-labelledby={`board-${state}`}>
              <header>
                <h2 id={`board-${state}`}>
                  <OrderState state={state} />
                </h2>
                <strong>{totalCapped ? `${total}+` : total}</strong>
              </header>
              <ol>
                {items.map((order) => (
                  <Card key={order.id} order={order} />
                ))}
                {items.length === 0 && <li className="quiet order-board-none">{t('orders.columnEmpty')}</li>}
              </ol>
              {total > items.length && (
                <Link to={paths.orders} search={{ state, sort: 'resolveDue', ...filter }}>
                  {t('orders.more', { count: total })}
                </Link>
              )}
            </section>
          ))}
        </div>
      )}
      <OrderDrawer order={null} about={{}} open={adding} onClose={() => setAdding(false)} />
    </div>
  )
}

function Card({ order }: { order: OrderRow }) {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const { id, number, title, priority, outletName, subjectName, assigneeName, companyName } = order
  const place = [several ? companyName : null, outletName, subjectName].filter(Boolean).join(' · ')
  return (
    <li className="order-card">
      <div>
        <Priority priority={priority} />{' '}
        <RowLink to={paths.order(id)}>
          #{number} {title}
        </RowLink>
      </div>
      {place !== '' && <div className="quiet">{place}</div>}
      <div className="order-card-foot">
        <Due order={order} />
        <span className="quiet">
          {assigneeName ?? t(order.pooled ? 'fieldWork.pooled' : 'orders.unassigned')}
        </span>
      </div>
    </li>
  )
}
