import { PrinterOutlined } from '@ant-design/icons'
import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useNow } from '../../lib/use-now.ts'
import { NoPermissionState, PendingState } from '../../ui/states.tsx'
import { type OrderPart, partsOfOrder } from './part.ts'
import '../../ui/print.css'
import './parts.css'

const orderRead = 'GET /api/v1/work/order/:orderId'

export function PartSlip() {
  const { orderId = '' }: { orderId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_PART') ? <Slip orderId={orderId} /> : <NoPermissionState />
}

/** The parts of an order on A4, with signatures and room for a stamp. */
function Slip({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(60_000)
  const order = useApi(orderRead, { orderId })
  const parts = useApi(partsOfOrder, { orderId })
  if (order.data === undefined || parts.data === undefined)
    return <PendingState read={order.error === null ? parts : order} rows={8} />
  const { number, title, companyName, outletName, assigneeName } = order.data
  const facts: readonly (readonly [string, string])[] = [
    [t('orders.company'), companyName],
    [t('orders.outlet'), outletName ?? '—'],
    [t('orders.assignee'), assigneeName ?? t('orders.unassigned')],
    [t('parts.at'), format.dateTime(new Date(now).toISOString())],
  ]
  return (
    <div className="print-page">
      <div className="print-tools">
        <Button href={`#${paths.order(orderId)}`}>{t('shell.titles.order')}</Button>
        <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
          {t('parts.print')}
        </Button>
      </div>
      <article className="print-sheet">
        <header>
          <h1>{t('parts.slipTitle')}</h1>
          <strong>#{number}</strong>
        </header>
        <h2>{title}</h2>
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Table parts={parts.data.filter(({ state }) => state !== 'freed')} />
        <footer className="part-slip-signs">
          {[t('parts.keeperSign'), t('parts.engineerSign'), t('parts.stamp')].map((label) => (
            <div key={label}>
              <h2>{label}</h2>
            </div>
          ))}
        </footer>
      </article>
    </div>
  )
}

function Table({ parts }: { parts: readonly OrderPart[] }) {
  const { t } = useTranslation()
  return (
    <table className="part-slip">
      <thead>
        <tr>
          <th scope="col">{t('parts.model')}</th>
          <th scope="col">{t('parts.serial')}</th>
          <th scope="col">{t('parts.warehouse')}</th>
          <th scope="col">{t('parts.quantity')}</th>
          <th scope="col">{t('parts.used')}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ id, brand, modelName, serial, warehouseName, quantity, used }) => (
          <tr key={id}>
            <td>{`${brand} ${modelName}`.trim()}</td>
            <td className="mono">{serial ?? '—'}</td>
            <td>{warehouseName}</td>
            <td>{quantity}</td>
            <td>{used}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
