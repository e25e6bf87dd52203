import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useAct } from '../../../lib/use-api.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Facts, Panel } from '../../../ui/detail-page.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { afterOrder, type OrderDetail } from '../order.ts'
import { type CarrierValues, carrierValuesOf, sentCarrier } from './carrier.ts'
import { CarrierItems } from './carrier-items.tsx'

/** What the ISP said of a carrier fault: ticket, promise, restoration, compensation. */
export function CarrierPanel({ order, mayEdit }: { order: OrderDetail; mayEdit: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { id: orderId, version, carrier, type } = order
  const set = useAct('PUT /api/v1/work/order/:orderId/carrier', { errors: 'caller', refresh: afterOrder })
  const initialValues = useMemo(() => carrierValuesOf(carrier), [carrier])
  if (type !== 'carrier_fault') return null
  const submit = async (values: CarrierValues) => {
    const sent = sentCarrier(values)
    if (sent !== undefined) await set.mutateAsync({ orderId, version, ...sent })
  }
  return (
    <Panel
      title={t('orders.carrier.title')}
      actions={mayEdit && <Button onClick={() => setOpen(true)}>{t('orders.carrier.edit')}</Button>}
    >
      {carrier === null ? (
        <span className="quiet">{t('orders.carrier.none')}</span>
      ) : (
        <CarrierFacts carrier={carrier} />
      )}
      <FormDrawer<CarrierValues>
        title={t('orders.carrier.title')}
        open={open}
        onClose={() => setOpen(false)}
        width={560}
        initialValues={initialValues}
        onSubmit={submit}
      >
        <CarrierItems within={[]} isNew={false} />
      </FormDrawer>
    </Panel>
  )
}

export function CarrierFacts({ carrier }: { carrier: NonNullable<OrderDetail['carrier']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  const { isp, ispName, ticket, reportedAt, promisedAt, restoredAt, compensation, note } = carrier
  const at = (moment: string | null) => (moment === null ? '—' : format.dateTime(moment))
  const late =
    promisedAt !== null && (restoredAt === null ? now : Date.parse(restoredAt)) > Date.parse(promisedAt)
  return (
    <Facts
      facts={[
        {
          label: t('orders.carrier.isp'),
          value: isp === 'other' && ispName !== '' ? ispName : t(`outlets.isps.${isp}`),
        },
        { label: t('orders.carrier.ticket'), value: ticket || '—' },
        { label: t('orders.carrier.reportedAt'), value: at(reportedAt) },
        {
          label: t('orders.carrier.promisedAt'),
          value: (
            <>
              {at(promisedAt)} {late && <StatusTag tone="bad">{t('orders.carrier.late')}</StatusTag>}
            </>
          ),
        },
        { label: t('orders.carrier.restoredAt'), value: at(restoredAt) },
        { label: t('orders.carrier.compensation'), value: compensation ?? '—' },
        ...(note === '' ? [] : [{ label: t('orders.carrier.note'), value: note }]),
      ]}
    />
  )
}
