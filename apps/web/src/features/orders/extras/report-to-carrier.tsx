import type { Isp } from '@netward/contract/outlet-values'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../lib/permissions.ts'
import { useProductStop } from '../../../lib/use-product-stop.ts'
import { clockAt } from '../../../lib/wall-clock.ts'
import { type About, OrderDrawer } from '../order-drawer.tsx'
import { emptyCarrier } from './carrier.ts'

const products = ['work_orders'] as const

export interface ReportToCarrierProps {
  lineId: string
  title: string
  description: string
  isp: Isp
  ispName: string
}

/** A carrier fault from an outage of a line, with what is known of it filled in. */
export function ReportToCarrier(props: ReportToCarrierProps) {
  return useMay('DMS_SERVER_WORK_ORDER_EDIT') ? <WithProduct {...props} /> : null
}

function WithProduct({ lineId, title, description, isp, ispName }: ReportToCarrierProps) {
  const { t } = useTranslation()
  const stopped = useProductStop(products) !== null
  const [open, setOpen] = useState(false)
  const [now, setNow] = useState('')
  const about = useMemo(
    (): About => ({
      lineId,
      title,
      preset: {
        type: 'carrier_fault',
        category: 'internet_line',
        impact: 'high',
        description,
        carrier: { ...emptyCarrier, isp, ispName, reportedAt: now },
      },
    }),
    [lineId, title, description, isp, ispName, now],
  )
  if (stopped) return null
  return (
    <>
      <Button
        type="link"
        size="small"
        onClick={() => {
          setNow(clockAt(new Date()))
          setOpen(true)
        }}
      >
        {t('orders.carrier.report')}
      </Button>
      <OrderDrawer order={null} about={about} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
