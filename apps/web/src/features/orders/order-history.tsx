import type { OpeningStep } from '@netward/contract/opening-values'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { CustomChanges } from './fields/custom-facts.tsx'
import type { OrderDetail } from './order.ts'

type Event = OrderDetail['history'][number]

/** All that happened, newest first. */
export function OrderHistory({ order: { id: orderId, history } }: { order: OrderDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Panel title={t('orders.history')}>
      <ol className="order-history">
        {history.map((event) => (
          <li key={event.id} className={event.internal ? 'order-internal' : undefined}>
            <time dateTime={event.at} title={format.zoned(event.at)}>
              {format.dateTime(event.at)}
            </time>
            <strong>{t(`orders.events.${event.kind}`)}</strong>
            {event.internal && <StatusTag tone="warn">{t('orders.internalTag')}</StatusTag>}
            <More event={event} />
            {event.custom.length > 0 && <CustomChanges orderId={orderId} changes={event.custom} />}
            {event.actorName !== null && (
              <span className="quiet">
                {event.actorCompanyName === null
                  ? event.actorName
                  : t('orders.actorOf', { name: event.actorName, company: event.actorCompanyName })}
              </span>
            )}
            {event.note !== null && <blockquote>{event.note}</blockquote>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

const fieldLabels = {
  type: 'orders.type',
  category: 'orders.category',
  title: 'orders.title',
  description: 'orders.description',
  impact: 'orders.impact',
  urgency: 'orders.urgency',
  contact_name: 'orders.contactName',
  contact_phone: 'orders.contactPhone',
  contact_email: 'orders.contactEmail',
  tags: 'orders.tags',
} as const

/** Its name is a step of an opening project. */
const stepOf = (kind: Event['kind']) => kind === 'step_done' || kind === 'step_undone'

function More({
  event: { kind, name, reason, until, cause, clock, percent, fields, files, leftOut },
}: {
  event: Event
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const labels = fields.flatMap((field) => {
    const label = fieldLabels[field as keyof typeof fieldLabels] as (typeof fieldLabels)['title'] | undefined
    return label === undefined ? [] : [t(label)]
  })
  return (
    <>
      {name !== null && <span>{stepOf(kind) ? t(`openings.steps.${name as OpeningStep}`) : name}</span>}
      {reason !== null && <span>{t(`orders.reasons.${reason}`)}</span>}
      {until !== null && <span>{format.dateTime(until)}</span>}
      {cause !== null && <span>{t(`orders.causes.${cause}`)}</span>}
      {clock !== null && percent !== null && (
        <span>{t('orders.warnedOf', { clock: t(`orders.clocks.${clock}`), percent })}</span>
      )}
      {files.length > 0 && <span>{t('orders.mails.files', { files: files.join(', ') })}</span>}
      {leftOut.length > 0 && <span>{t('orders.mails.leftOut', { files: leftOut.join(', ') })}</span>}
      {labels.length > 0 && <span>{t('orders.changedFields', { fields: labels.join(', ') })}</span>}
    </>
  )
}
