import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../lib/use-api.ts'
import { useRuleName } from '../../lib/use-rule-name.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { SeverityTag } from '../../ui/severity-tag.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { afterRota, type Handover } from './rota.ts'

/** Of each list; the pages of alarms and orders have the rest. */
const shown = 10

/** One hand-over: who to whom, what was found, and what they wrote. */
export function HandoverRow({ row, onComplete }: { row: Handover; onComplete: (row: Handover) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const accept = useAct('POST /monitor/api/v1/alarm/rota/handover/:handoverId/accept', { refresh: afterRota })
  const { id: handoverId, from, to, writtenAt, shiftEndedAt, completedAt, acceptedAt } = row
  return (
    <li>
      <span>
        {shiftEndedAt === null
          ? format.dateTime(writtenAt)
          : t('rotas.shiftEnded', { at: format.dateTime(shiftEndedAt) })}
      </span>
      <strong>{t('rotas.handedOver', { from, to })}</strong>
      {completedAt === null && acceptedAt === null && (
        <StatusTag tone="waiting">{t('rotas.notCompleted')}</StatusTag>
      )}
      <StatusTag tone={acceptedAt === null ? 'waiting' : 'ok'}>
        {acceptedAt === null
          ? t('rotas.notTakenOver')
          : t('rotas.takenOver', { at: format.dateTime(acceptedAt) })}
      </StatusTag>
      {row.mayComplete && (
        <Button size="small" type="primary" onClick={() => onComplete(row)}>
          {t('rotas.complete')}
        </Button>
      )}
      {row.mayAccept && (
        <Button
          size="small"
          type="primary"
          loading={accept.isPending}
          onClick={() => accept.mutate({ handoverId })}
        >
          {t('rotas.takeOver')}
        </Button>
      )}
      <LeftBehind row={row} />
    </li>
  )
}

/** What the data say of it, as it is now, and what was written. */
export function LeftBehind({ row }: { row: Handover }) {
  const { t } = useTranslation()
  const { open, unacknowledged, alarms, orders, watched, promised } = row
  const isWatched = ({ watched: one }: Alarm) => one
  return (
    <>
      <p>
        <RowLink to={paths.alarms}>{t('rotas.openAlarms', { count: open, unacknowledged })}</RowLink>
      </p>
      <Found title={t('rotas.leftWatched')} items={alarms.filter(isWatched)}>
        {(alarm) => <AlarmLine key={alarm.id} alarm={alarm} />}
      </Found>
      <Found title={t('rotas.leftAlarms')} items={alarms.filter((alarm) => !isWatched(alarm))}>
        {(alarm) => <AlarmLine key={alarm.id} alarm={alarm} />}
      </Found>
      <Found title={t('rotas.leftOrders')} items={orders}>
        {(order) => <OrderLine key={order.id} order={order} />}
      </Found>
      {watched !== '' && <p>{t('rotas.watchedOf', { text: watched })}</p>}
      {promised !== '' && <p>{t('rotas.promisedOf', { text: promised })}</p>}
    </>
  )
}

type Alarm = Handover['alarms'][number]

function Found<Item>(props: { title: string; items: readonly Item[]; children: (item: Item) => ReactNode }) {
  const { t } = useTranslation()
  const { title, items } = props
  if (items.length === 0) return null
  return (
    <div className="rota-left">
      <span className="quiet">{title}</span>
      <ul>
        {items.slice(0, shown).map(props.children)}
        {items.length > shown && (
          <li className="quiet">{t('rotas.leftMore', { count: items.length - shown })}</li>
        )}
      </ul>
    </div>
  )
}

function AlarmLine({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation()
  const ruleName = useRuleName()
  const { id, severity, rule, label, subjectName, active } = alarm
  return (
    <li>
      <SeverityTag severity={severity} />{' '}
      <RowLink to={paths.alarm(id)}>
        {[subjectName, ruleName(rule, alarm.ruleName), label].filter((part) => part !== '').join(' · ')}
      </RowLink>{' '}
      {!active && <StatusTag tone="ok">{t('rotas.leftCleared')}</StatusTag>}
    </li>
  )
}

function OrderLine({
  order: { id, number, title, state, due, byIsp },
}: {
  order: Handover['orders'][number]
}) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li>
      <RowLink to={paths.order(id)}>
        #{number} {title}
      </RowLink>{' '}
      <span className="quiet">
        {t(`orders.states.${state}`)}
        {due !== null && ` · ${t(byIsp ? 'rotas.leftIsp' : 'rotas.leftDue', { at: format.dateTime(due) })}`}
      </span>
    </li>
  )
}
