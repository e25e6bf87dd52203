import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useCompanyScope } from '../../../lib/use-company-scope.ts'
import { useLiveReads } from '../../../lib/use-live-reads.ts'
import { clockAt, dayIn, endOfDay, startOfDay } from '../../../lib/wall-clock.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import { EmptyState, ErrorState, LoadingState, NoPermissionState } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { calendarRead, type CalendarVisit } from './site.ts'
import '../orders.css'

const daysOfWeek = [0, 1, 2, 3, 4, 5, 6]

export function VisitCalendar() {
  return useMay('DMS_SERVER_WORK_ORDER') ? <Calendar /> : <NoPermissionState />
}

/** Days from today to Monday of this week. */
const sinceMonday = () => (new Date(`${dayIn(0)}T00:00:00Z`).getUTCDay() + 6) % 7

/** Appointments and arrivals of a week, a row an engineer. */
function Calendar() {
  const { t } = useTranslation()
  const format = useFormat()
  const [week, setWeek] = useState(0)
  const days = daysOfWeek.map((day) => dayIn(week * 7 - sinceMonday() + day))
  const answer = useApi(
    calendarRead,
    { from: startOfDay(days[0]!), to: endOfDay(days[6]!) },
    { keepPrevious: true },
  )
  useLiveReads(calendarRead, ['work_order.changed'])
  const items = answer.data?.items ?? []
  const dayOf = (at: string) =>
    days.findLast((day) => Date.parse(startOfDay(day)) <= Date.parse(at)) ?? days[0]!
  const engineers = new Map<string, { name: string; visits: CalendarVisit[] }>()
  for (const visit of items) {
    const row = engineers.get(visit.engineerId) ?? { name: visit.engineerName, visits: [] }
    row.visits.push(visit)
    engineers.set(visit.engineerId, row)
  }
  return (
    <div className="list-page">
      <div className="list-head">
        <h1>{t('shell.titles.workCalendar')}</h1>
        <div className="list-actions">
          <Button
            icon={<LeftOutlined />}
            aria-label={t('fieldWork.previousWeek')}
            onClick={() => setWeek(week - 1)}
          />
          <Button disabled={week === 0} onClick={() => setWeek(0)}>
            {t('fieldWork.thisWeek')}
          </Button>
          <Button
            icon={<RightOutlined />}
            aria-label={t('fieldWork.nextWeek')}
            onClick={() => setWeek(week + 1)}
          />
          <Button href={`#${paths.orders}`}>{t('orders.list')}</Button>
        </div>
      </div>
      {answer.data?.cut === true && <Alert type="warning" showIcon title={t('fieldWork.calendarCut')} />}
      {answer.data === undefined ? (
        answer.error === null ? (
          <LoadingState rows={8} />
        ) : (
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        )
      ) : engineers.size === 0 ? (
        <EmptyState title={t('fieldWork.calendarNone')} hint={`${days[0]} – ${days[6]}`} />
      ) : (
        <table className="order-calendar">
          <thead>
            <tr>
              <th scope="col">{t('fieldWork.engineer')}</th>
              {days.map((day) => (
                <th scope="col" key={day} data-today={day === dayIn(0)}>
                  {format.date(startOfDay(day))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...engineers].map(([id, { name, visits }]) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                {days.map((day) => (
                  <td key={day} data-day={format.date(startOfDay(day))}>
                    {visits
                      .filter(({ startsAt }) => dayOf(startsAt) === day)
                      .map((visit) => (
                        <Entry key={visit.id} visit={visit} />
                      ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

/** `09:05`. */
const timeOf = (at: string) => clockAt(new Date(at)).slice(11)

function Entry({ visit }: { visit: CalendarVisit }) {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const { orderId, number, title, startsAt, endsAt, state, outletName, companyName } = visit
  const place = [several ? companyName : null, outletName].filter(Boolean).join(' · ')
  return (
    <article className="order-calendar-visit">
      <span>
        {timeOf(startsAt)}
        {state === 'planned' ? `–${timeOf(endsAt)}` : ''}{' '}
        {state === 'arrived' && <StatusTag tone="ok">{t('fieldWork.visitStates.arrived')}</StatusTag>}
      </span>
      <RowLink to={paths.order(orderId)} title={title}>
        #{number} {title}
      </RowLink>
      {place !== '' && <span className="quiet">{place}</span>}
    </article>
  )
}
