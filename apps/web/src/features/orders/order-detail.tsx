import { isEnded } from '@netward/contract/states/work-order'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { StarButton } from '../../ui/star-button.tsx'
import { chooseOrder } from '../../lib/for-order.ts'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi, useRefreshReads } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useThrottled } from '../../lib/use-throttled.ts'
import { ApprovalPanel } from '../../ui/approval/approval-panel.tsx'
import { AskAssistant } from '../../ui/ask-assistant.tsx'
import { DetailPage, type Fact, Panel } from '../../ui/detail-page.tsx'
import { useMonitoringParts } from '../../ui/monitoring-parts.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { Due } from './due.tsx'
import { OpeningPanel } from './openings/opening-panel.tsx'
import { afterOrder, type OrderDetail as Order, orderRead, subjectPath } from './order.ts'
import { OrderActs } from './order-acts.tsx'
import { KeptDrafts } from './drafts/kept-drafts.tsx'
import { actsRead } from './acts/acts.ts'
import { OrderDone } from './acts/order-done.tsx'
import { OrderProof } from './acts/order-proof.tsx'
import { CarrierPanel } from './extras/carrier-panel.tsx'
import { useCustomFacts } from './fields/custom-facts.tsx'
import { OrderFiles } from './files/order-files.tsx'
import { WaitingMails } from './mail/waiting-mails.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderState } from './order-state.tsx'
import { OrderWhy } from './order-why.tsx'
import { Priority } from './priority.tsx'
import { Relations } from './relations.tsx'
import { ChecklistPanel } from './templates/checklist-panel.tsx'
import { SitePanel } from './visit/site-panel.tsx'
import './orders.css'

const dash = '—'

export function OrderDetail() {
  const { orderId = '' }: { orderId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_WORK_ORDER') ? <Detail key={orderId} orderId={orderId} /> : <NoPermissionState />
}

function Detail({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_WORK_ORDER_EDIT')
  const answer = useApi(orderRead, { orderId })
  const order = answer.data
  const refresh = useRefreshReads()
  const reread = useThrottled(() => void refresh(orderRead), 1_000)
  useLiveEvents(['work_order.changed', 'approval.changed'], (event) => {
    if (event === null || event.kind === 'approval.changed' || event.data['orderId'] === orderId) reread()
  })
  const facts = useFacts(order)
  return (
    <DetailPage
      title={order === undefined ? t('shell.titles.order') : `#${order.number} ${order.title}`}
      path={paths.order(orderId)}
      back={paths.orders}
      loading={order === undefined}
      error={order === undefined ? answer.error : null}
      onRetry={() => void answer.refetch()}
      facts={facts}
      tabs={order === undefined ? [] : [{ key: 'order', label: '', content: <Content order={order} /> }]}
      {...(order !== undefined && {
        status: (
          <>
            <Priority priority={order.priority} />
            <OrderState state={order.state} />
            <Due order={order} />
            <StarButton kind="order" id={order.id} />
          </>
        ),
        actions: (
          <>
            <AskAssistant
              recipe="summarise_order"
              subject={{ kind: 'order', id: order.id }}
              name={`#${order.number}`}
            />
            {mayEdit && <OrderActs order={order} />}
          </>
        ),
      })}
    />
  )
}

function useFacts(order: Order | undefined): readonly Fact[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { several } = useCompanyScope()
  const mayOutlets = useMay('DMS_SERVER_OUTLET_VIEW')
  const mayAlarms = useMay('DMS_SERVER_ALARM')
  if (order === undefined) return []
  const { outletId, outletName, alarmId, suspendedUntil, resolveDue } = order
  const subject = subjectPath(order)
  return [
    {
      label: t('orders.assignee'),
      value: order.assigneeName ?? t(order.pooled ? 'fieldWork.pooled' : 'orders.unassigned'),
    },
    {
      label: t('orders.resolveDue'),
      value: resolveDue === null ? t('orders.paused') : format.dateTime(resolveDue),
    },
    ...(suspendedUntil === null
      ? []
      : [{ label: t('orders.suspendedUntil'), value: format.dateTime(suspendedUntil) }]),
    ...(several ? [{ label: t('orders.company'), value: order.companyName }] : []),
    {
      label: t('orders.outlet'),
      value:
        outletId === null ? (
          dash
        ) : mayOutlets ? (
          <RowLink to={paths.outlet(outletId)}>{outletName}</RowLink>
        ) : (
          outletName
        ),
    },
    ...(order.subjectName === ''
      ? []
      : [
          {
            label: t('orders.subject'),
            value:
              subject === null ? (
                order.subjectName
              ) : (
                // What is done on its page is for this order, until somebody chooses another.
                <span onClickCapture={() => chooseFor(order)}>
                  <RowLink to={subject}>{order.subjectName}</RowLink>
                </span>
              ),
          },
        ]),
    ...(alarmId === null || !mayAlarms
      ? []
      : [
          {
            label: t('orders.alarm'),
            value: <RowLink to={paths.alarm(alarmId)}>{t('shell.titles.alarmDetail')}</RowLink>,
          },
        ]),
    { label: t('orders.type'), value: t(`orders.types.${order.type}`) },
    { label: t('orders.createdAt'), value: format.dateTime(order.createdAt) },
    { label: t('orders.createdBy'), value: order.createdBy || t('orders.byItself') },
  ]
}

function chooseFor({ id, deviceId, state }: Order) {
  if (deviceId !== null && !isEnded(state)) chooseOrder(deviceId, id)
}

function Content({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { OrderExternal, OrderParts } = useMonitoringParts()
  const mayEdit = useMay('DMS_SERVER_WORK_ORDER_EDIT')
  const acts = useApi(actsRead, { orderId: order.id }).data
  useLiveReads(actsRead, ['work_order.changed', 'command.changed', 'terminal.changed'])
  return (
    <div className="order-columns">
      <div>
        <KeptDrafts orderId={order.id} />
        <Approval order={order} mayEdit={mayEdit} />
        <CarrierPanel order={order} mayEdit={mayEdit} />
        <WaitingMails orderId={order.id} />
        <What order={order} />
        <ChecklistPanel order={order} mayEdit={mayEdit} />
        {order.type === 'installation' && <OpeningPanel order={order} />}
        {acts !== undefined && <OrderProof order={order} acts={acts} />}
        <SitePanel order={order} />
        <OrderParts orderId={order.id} state={order.state} />
        <OrderFiles order={order} />
        <OrderHistory order={order} />
      </div>
      <div>
        <OrderWhy order={order} />
        {acts !== undefined && <OrderDone acts={acts.acts} />}
        <OrderExternal orderId={order.id} state={order.state} />
        <Relations order={order} mayEdit={mayEdit} />
        <Panel title={t('orders.watchers')}>
          {order.watchers.length === 0 ? (
            <span className="quiet">{t('orders.watchersNone')}</span>
          ) : (
            order.watchers.map(({ name }) => name).join(', ')
          )}
        </Panel>
      </div>
    </div>
  )
}

function Approval({ order, mayEdit }: { order: Order; mayEdit: boolean }) {
  const { id: orderId, version, approval, approvalAsked } = order
  const ask = useAct('POST /api/v1/work/order/:orderId/approval', { refresh: afterOrder, errors: 'caller' })
  return (
    <ApprovalPanel
      approval={approvalAsked}
      standing={approval}
      {...(mayEdit && { onAsk: (note: string) => ask.mutateAsync({ orderId, version, note }) })}
    />
  )
}

function What({ order }: { order: Order }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { description, contactName, contactPhone, contactEmail, cause, solution, tags, risk, amount, cost } =
    order
  const custom = useCustomFacts(order)
  return (
    <Panel title={t('orders.details')}>
      {description !== '' && <p className="order-text">{description}</p>}
      <dl className="facts">
        <Named label={t('orders.category')}>{t(`orders.categories.${order.category}`)}</Named>
        <Named label={t('orders.impact')}>{t(`orders.impacts.${order.impact}`)}</Named>
        <Named label={t('orders.urgency')}>{t(`orders.urgencies.${order.urgency}`)}</Named>
        <Named label={t('orders.contact')}>
          {contactName + contactPhone + contactEmail === '' ? (
            t('orders.noContact')
          ) : (
            <>
              {contactName} {contactPhone !== '' && <a href={`tel:${contactPhone}`}>{contactPhone}</a>}{' '}
              {contactEmail !== '' && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
            </>
          )}
        </Named>
        {custom.map(({ id, label, value }) => (
          <Named key={id} label={label}>
            {value}
          </Named>
        ))}
        {tags.length > 0 && <Named label={t('orders.tags')}>{tags.join(', ')}</Named>}
        {risk !== null && <Named label={t('approvals.risk')}>{t(`approvals.risks.${risk}`)}</Named>}
        {amount !== null && <Named label={t('approvals.amount')}>{amount}</Named>}
        {cost.beyond && (
          <Named label={t('orderCosts.title')}>
            {cost.price === null
              ? t('orderCosts.beyond')
              : t('orderCosts.beyondPrice', { price: format.number(cost.price) })}
          </Named>
        )}
        {cause !== null && <Named label={t('orders.cause')}>{t(`orders.causes.${cause}`)}</Named>}
        {solution !== '' && (
          <Named label={t('orders.solution')}>
            <span className="order-text">{solution}</span>
          </Named>
        )}
      </dl>
    </Panel>
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
