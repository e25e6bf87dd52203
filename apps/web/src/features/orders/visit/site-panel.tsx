import { isEnded } from '@netward/contract/states/work-order'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useLiveReads } from '../../../lib/use-live-reads.ts'
import { Panel } from '../../../ui/detail-page.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { WhyButton } from '../../../ui/why-button.tsx'
import type { OrderDetail } from '../order.ts'
import { CancelVisitDrawer } from './cancel-visit-drawer.tsx'
import { CheckInDrawer } from './check-in-drawer.tsx'
import { RatingPart } from './rating-part.tsx'
import { SignatureDrawer } from './signature-drawer.tsx'
import { plannedOf, type Site, siteRead, type Visit } from './site.ts'
import { VisitDrawer } from './visit-drawer.tsx'

/** Appointment, arrivals and the signature of the customer. */
export function SitePanel({ order }: { order: OrderDetail }) {
  const { t } = useTranslation()
  const site = useApi(siteRead, { orderId: order.id }).data
  useLiveReads(siteRead, ['work_order.changed'])
  if (site === undefined) return null
  const arrivals = site.visits.filter(({ state }) => state !== 'planned')
  return (
    <Panel
      title={t('fieldWork.onSite')}
      actions={<RowLink to={paths.orderPrint(order.id)}>{t('fieldWork.print')}</RowLink>}
    >
      <Acts order={order} site={site} />
      <dl className="facts">
        <Named label={t('fieldWork.appointment')}>
          <Appointment visit={plannedOf(site)} />
        </Named>
        {site.businessHours !== '' && (
          <Named label={t('orders.outlet')}>
            {t('fieldWork.businessHours', { hours: site.businessHours, zone: site.timeZone })}
          </Named>
        )}
        {site.helpers.length > 0 && (
          <Named label={t('fieldWork.helpers')}>{site.helpers.map(({ name }) => name).join(', ')}</Named>
        )}
        <Named label={t('fieldWork.signature')}>
          <Signature signature={site.signature} />
        </Named>
        <Named label={t('fieldWork.rating')}>
          <RatingPart order={order} site={site} />
        </Named>
      </dl>
      {arrivals.length > 0 && (
        <ul className="order-plain">
          {arrivals.map((visit) => (
            <Past key={visit.id} visit={visit} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Acts({ order, site }: { order: OrderDetail; site: Site }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'plan' | 'cancel' | 'arrive' | 'sign' | null>(null)
  const close = () => setOpen(null)
  if (!useMay('DMS_SERVER_WORK_ORDER_EDIT')) return null
  const planned = plannedOf(site)
  const over = isEnded(order.state) ? t('orders.refusals.state') : null
  const helps = site.helpers.some(({ personId }) => personId === order.personId)
  const here =
    order.state !== 'accepted' && order.state !== 'in_progress'
      ? t('orders.refusals.state')
      : order.assigneeId === order.personId || helps
        ? null
        : t('orders.refusals.not_assignee')
  const signable = ['new', 'closed', 'cancelled'].includes(order.state) ? t('orders.refusals.state') : null
  return (
    <div className="order-site-acts">
      <WhyButton type={here === null ? 'primary' : 'default'} reason={here} onClick={() => setOpen('arrive')}>
        {t('fieldWork.checkIn')}
      </WhyButton>
      <WhyButton
        reason={over ?? (order.assigneeId === null ? t('errors.visit.assignee_needed') : null)}
        onClick={() => setOpen('plan')}
      >
        {t(planned === undefined ? 'fieldWork.plan' : 'fieldWork.replan')}
      </WhyButton>
      {planned !== undefined && (
        <WhyButton reason={over} onClick={() => setOpen('cancel')}>
          {t('fieldWork.cancelVisit')}
        </WhyButton>
      )}
      <WhyButton reason={signable} onClick={() => setOpen('sign')}>
        {t(site.signature === null ? 'fieldWork.sign' : 'fieldWork.signAgain')}
      </WhyButton>
      <VisitDrawer order={order} site={site} open={open === 'plan'} onClose={close} />
      <CancelVisitDrawer order={order} open={open === 'cancel'} onClose={close} />
      <CheckInDrawer order={order} open={open === 'arrive'} onClose={close} />
      <SignatureDrawer order={order} open={open === 'sign'} onClose={close} />
    </div>
  )
}

function Appointment({ visit }: { visit: Visit | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (visit === undefined) return <span className="quiet">{t('fieldWork.noAppointment')}</span>
  return t('fieldWork.visitOf', {
    name: visit.engineerName,
    from: format.dateTime(visit.startsAt),
    to: format.dateTime(visit.endsAt),
  })
}

function Past({ visit: { state, arrivedAt, startsAt, engineerName, place } }: { visit: Visit }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li>
      <StatusTag tone={state === 'arrived' ? 'ok' : 'off'}>{t(`fieldWork.visitStates.${state}`)}</StatusTag>
      <span>{format.dateTime(arrivedAt ?? startsAt)}</span>
      <span>{engineerName}</span>
      {place !== null && (
        <span className="quiet">
          {t('fieldWork.placeOf', {
            latitude: place.latitude.toFixed(5),
            longitude: place.longitude.toFixed(5),
            metres: Math.round(place.accuracyMetres),
          })}
        </span>
      )}
    </li>
  )
}

function Signature({ signature }: { signature: Site['signature'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (signature === null) return <span className="quiet">{t('fieldWork.noSignature')}</span>
  const { signer, signedAt, takenBy, picture } = signature
  return (
    <>
      <img className="order-signature" src={picture} alt={t('fieldWork.signature')} />
      <div>{t('fieldWork.signedOf', { name: signer, at: format.dateTime(signedAt), by: takenBy })}</div>
    </>
  )
}

function Named({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
