import { Select } from 'antd'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseOrder, severalDevices, useOrderFor } from '../lib/for-order.ts'
import { useMay } from '../lib/permissions.ts'
import { useApi } from '../lib/use-api.ts'
import { useProductStop } from '../lib/use-product-stop.ts'
import { OrderSelect, useMayNameOrder } from './order-select.tsx'
import './for-order.css'

const products = ['work_orders'] as const

/** Open orders of a device; undefined while they are not known, or without work orders. */
export function useOpenOrders(
  deviceId: string,
  enabled = true,
): { value: string; label: string }[] | undefined {
  const mayOrders = useMay('DMS_SERVER_WORK_ORDER')
  const may = useProductStop(products) === null && mayOrders
  const orders = useApi(
    'POST /api/v1/work/order/lists',
    { deviceId, pageSize: 50, sort: 'resolveDue' },
    { enabled: enabled && may },
  ).data
  return orders?.items.map(({ id, number, title }) => ({ value: id, label: `#${number} ${title}` }))
}

/** The open order for which the person works on the device; nothing where there is none. */
export function ForOrder({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const id = useId()
  const orders = useOpenOrders(deviceId)
  const chosen = useOrderFor(deviceId)
  const isGone = orders !== undefined && chosen !== undefined && orders.every(({ value }) => value !== chosen)
  useEffect(() => {
    if (isGone) chooseOrder(deviceId, undefined)
  }, [isGone, deviceId])
  if (orders === undefined || orders.length === 0) return null
  return (
    <div className="for-order">
      <label htmlFor={id}>{t('orders.forOrder')}</label>
      <Select
        id={id}
        allowClear
        placeholder={t('orders.forNone')}
        value={isGone ? null : (chosen ?? null)}
        options={orders}
        onChange={(orderId: string | undefined) => chooseOrder(deviceId, orderId ?? undefined)}
      />
      <span className="quiet">{t('orders.forOrderHint')}</span>
    </div>
  )
}

/** The open order for which the person acts on several devices; nothing where orders cannot be named. */
export function ForOrderOfSeveral() {
  const { t } = useTranslation()
  const id = useId()
  const may = useMayNameOrder()
  const chosen = useOrderFor(severalDevices)
  useEffect(() => chooseOrder(severalDevices, undefined), [])
  if (!may) return null
  return (
    <div className="for-order">
      <label htmlFor={id}>{t('orders.forOrder')}</label>
      <OrderSelect
        id={id}
        enabled
        value={chosen ?? null}
        onChange={(orderId: string | undefined) => chooseOrder(severalDevices, orderId ?? undefined)}
      />
    </div>
  )
}
