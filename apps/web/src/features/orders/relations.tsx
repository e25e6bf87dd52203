import { orderRelations } from '@netward/contract/work-order-values'
import { Button, Form, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { type OrderDetail, orderRead } from './order.ts'
import { OrderState } from './order-state.tsx'

const relate = 'POST /api/v1/work/order/:orderId/relation'

export function Relations({ order, mayEdit }: { order: OrderDetail; mayEdit: boolean }) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const end = useAct(relate, { refresh: [orderRead] })
  return (
    <Panel
      title={t('orders.related')}
      actions={
        mayEdit && (
          <Button size="small" onClick={() => setAdding(true)}>
            {t('orders.relate')}
          </Button>
        )
      }
    >
      {order.relations.length === 0 ? (
        <span className="quiet">{t('orders.relatedNone')}</span>
      ) : (
        <ul className="order-plain">
          {order.relations.map(({ kind, inverse, orderId, number, title, state }) => (
            <li key={`${kind} ${String(inverse)} ${orderId}`}>
              <span>{t(inverse ? `orders.inverse.${kind}` : `orders.relations.${kind}`)}</span>
              <RowLink to={paths.order(orderId)}>
                #{number} {title}
              </RowLink>
              <OrderState state={state} />
              {mayEdit && !inverse && (
                <Button
                  type="link"
                  size="small"
                  aria-label={`${t('orders.unrelate')} #${number}`}
                  onClick={() => end.mutate({ orderId: order.id, kind, number, related: false })}
                >
                  {t('orders.unrelate')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <RelateDrawer orderId={order.id} open={adding} onClose={() => setAdding(false)} />
    </Panel>
  )
}

function RelateDrawer({ orderId, open, onClose }: { orderId: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const send = useAct(relate, { errors: 'caller', refresh: [orderRead] })
  return (
    <FormDrawer<{ kind: (typeof orderRelations)[number]; number?: number }>
      title={t('orders.relate')}
      open={open}
      onClose={onClose}
      initialValues={{ kind: 'duplicate_of' }}
      onSubmit={({ kind, number = 0 }) => send.mutateAsync({ orderId, kind, number })}
    >
      <Form.Item name="kind" label={t('orders.relateKind')}>
        <Select options={orderRelations.map((value) => ({ value, label: t(`orders.relations.${value}`) }))} />
      </Form.Item>
      <Form.Item
        name="number"
        label={t('orders.relateNumber')}
        rules={[{ required: true, message: t('orders.relateNumberEmpty') }]}
      >
        <InputNumber min={1} max={999_999_999} precision={0} prefix="#" />
      </Form.Item>
    </FormDrawer>
  )
}
