import { PrinterOutlined } from '@ant-design/icons'
import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useApi } from '../../../lib/use-api.ts'
import { ErrorState, LoadingState, NoPermissionState } from '../../../ui/states.tsx'
import { type Acts, actsRead } from '../acts/acts.ts'
import { PrintedDone, PrintedProofs } from '../acts/printed.tsx'
import { useCarrierTexts } from '../extras/use-carrier-texts.ts'
import { useCustomFacts } from '../fields/custom-facts.tsx'
import { type OrderDetail, orderRead } from '../order.ts'
import { type Site, siteRead } from './site.ts'
import '../../../ui/print.css'

export function OrderPrint() {
  const { orderId = '' }: { orderId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_WORK_ORDER') ? <Print orderId={orderId} /> : <NoPermissionState />
}

/** An order on A4, with the signature and room for a stamp. */
function Print({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const order = useApi(orderRead, { orderId })
  const site = useApi(siteRead, { orderId })
  const acts = useApi(actsRead, { orderId })
  const error = order.error ?? site.error ?? acts.error
  const isKnown = order.data !== undefined && site.data !== undefined && acts.data !== undefined
  return (
    <div className="print-page">
      <div className="print-tools">
        <Button href={`#${paths.order(orderId)}`}>{t('shell.titles.order')}</Button>
        <Button type="primary" icon={<PrinterOutlined />} disabled={!isKnown} onClick={() => window.print()}>
          {t('fieldWork.print')}
        </Button>
      </div>
      {error !== null ? (
        <ErrorState
          error={error}
          onRetry={() => void Promise.all([order.refetch(), site.refetch(), acts.refetch()])}
        />
      ) : order.data === undefined || site.data === undefined || acts.data === undefined ? (
        <LoadingState rows={8} />
      ) : (
        <Sheet order={order.data} site={site.data} acts={acts.data} />
      )}
    </div>
  )
}

function Sheet({ order, site, acts }: { order: OrderDetail; site: Site; acts: Acts }) {
  const { t } = useTranslation()
  const format = useFormat()
  const moment = (at: string | null) => (at === null ? '—' : format.dateTime(at))
  const arrived = site.visits.findLast(({ state }) => state === 'arrived')
  const rows: readonly (readonly [string, string])[] = [
    [t('orders.company'), order.companyName],
    [t('orders.outlet'), [order.outletName, site.address].filter(Boolean).join(' · ') || '—'],
    [t('orders.subject'), order.subjectName || '—'],
    [t('orders.contact'), [order.contactName, order.contactPhone].filter(Boolean).join(' ') || '—'],
    [t('orders.type'), t(`orders.types.${order.type}`)],
    [t('orders.category'), t(`orders.categories.${order.category}`)],
    [t('orders.priority'), `P${order.priority}`],
    [t('orders.state'), t(`orders.states.${order.state}`)],
    [t('orders.assignee'), order.assigneeName ?? t('orders.unassigned')],
    [t('orders.createdAt'), moment(order.createdAt)],
    [t('fieldWork.arrival'), moment(arrived?.arrivedAt ?? null)],
    [t('orders.resolvedAt'), moment(order.resolvedAt)],
    ...useCustomFacts(order).map(({ label, value }) => [label, value] as const),
  ]
  const text = (label: string, value: string) => (
    <section>
      <h2>{label}</h2>
      <p>{value === '' ? '—' : value}</p>
    </section>
  )
  return (
    <article className="print-sheet">
      <header>
        <h1>{t('fieldWork.printTitle')}</h1>
        <strong>#{order.number}</strong>
      </header>
      <h2>{order.title}</h2>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.carrier !== null && <CarrierRows carrier={order.carrier} />}
      {text(t('orders.description'), order.description)}
      {order.checks.length > 0 &&
        text(
          t('orderForms.check.title'),
          order.checks.map((check) => `${check.doneAt === null ? '☐' : '☑'} ${check.text}`).join('\n'),
        )}
      {text(t('orders.cause'), order.cause === null ? '' : t(`orders.causes.${order.cause}`))}
      {text(t('orders.solution'), order.solution)}
      <PrintedProofs acts={acts} />
      <PrintedDone acts={acts.acts} />
      <footer>
        <div>
          <h2>{t('fieldWork.signature')}</h2>
          {site.signature !== null && (
            <>
              <img src={site.signature.picture} alt={t('fieldWork.signature')} />
              <p>
                {site.signature.signer} {moment(site.signature.signedAt)}
              </p>
            </>
          )}
        </div>
        <div>
          <h2>{t('fieldWork.stamp')}</h2>
        </div>
      </footer>
    </article>
  )
}

function CarrierRows({ carrier }: { carrier: NonNullable<OrderDetail['carrier']> }) {
  const { t } = useTranslation()
  return (
    <>
      <h2>{t('orders.carrier.title')}</h2>
      <dl>
        {useCarrierTexts(carrier).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
