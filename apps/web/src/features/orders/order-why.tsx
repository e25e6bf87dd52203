import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { durationText } from '../../lib/metric-format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import type { OrderDetail } from './order.ts'

type Clock = OrderDetail['clocks'][number]

/** Every interval that a deadline counts, and every one that it leaves out. */
export function OrderWhy({ order: { clocks, agreement, timeZone } }: { order: OrderDetail }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('orders.why')}>
      <div className="order-why">
        <p className="quiet">
          {agreement === null
            ? t('orders.whyUsual', { zone: timeZone })
            : t('orders.whyAgreement', {
                name: agreement.name,
                version: agreement.version,
                zone: agreement.timeZone,
              })}
        </p>
        {clocks.map((clock) => (
          <ClockOf key={clock.clock} clock={clock} />
        ))}
      </div>
    </Panel>
  )
}

function ClockOf({ clock }: { clock: Clock }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { due, byHand, stoppedAt, minutes, usedMinutes, counted, left } = clock
  const now = useNow(30_000)
  const time = (of: number) => durationText(t, of * 60)
  const late = due !== null && (stoppedAt === null ? now : Date.parse(stoppedAt)) > Date.parse(due)
  return (
    <section>
      <h3>
        {t('orders.whyTarget', { clock: t(`orders.clocks.${clock.clock}`), time: time(minutes) })}{' '}
        {byHand && <StatusTag tone="warn">{t('orders.byHand')}</StatusTag>}
      </h3>
      <p>
        {due === null ? t('orders.whyOpen') : format.dateTime(due)}{' '}
        {due !== null && (stoppedAt !== null || late) && (
          <StatusTag tone={late ? 'bad' : 'ok'}>
            {late && stoppedAt === null ? t('orders.overdue') : t(late ? 'orders.late' : 'orders.inTime')}
          </StatusTag>
        )}
      </p>
      <p className="quiet">
        {t(clock.always ? 'orders.whyAlways' : 'orders.whyHours')} ·{' '}
        {t('orders.whyUsed', { time: time(usedMinutes) })}
      </p>
      {!byHand && counted.length > 0 && (
        <Intervals title={t('orders.whyCounted')} intervals={counted.map((one) => ({ ...one, why: null }))} />
      )}
      <Left title={t('orders.whyLeft')} left={left.filter(({ reason }) => reason !== 'carrier')} />
      <Left
        title={t('orders.whyCarrier', { time: time(minutesOf(left, now)) })}
        left={left.filter(({ reason }) => reason === 'carrier')}
      />
    </section>
  )
}

/** How long the carrier was waited for. */
const minutesOf = (left: Clock['left'], now: number): number =>
  left.reduce(
    (sum, { from, to, reason }) =>
      reason === 'carrier' ? sum + ((to === null ? now : Date.parse(to)) - Date.parse(from)) / 60_000 : sum,
    0,
  )

function Left({ title, left }: { title: string; left: Clock['left'] }) {
  const { t } = useTranslation()
  if (left.length === 0) return null
  return (
    <Intervals
      title={title}
      intervals={left.map(({ from, to, reason }) => ({ from, to, why: t(`orders.reasons.${reason}`) }))}
    />
  )
}

function Intervals(props: {
  title: string
  intervals: readonly { from: string; to: string | null; why: string | null }[]
}) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <details>
      <summary>
        {props.title} ({props.intervals.length})
      </summary>
      <ul className="order-plain">
        {props.intervals.map(({ from, to, why }) => (
          <li key={from}>
            <span>
              {t('orders.countedFrom', {
                from: format.dateTime(from),
                to: to === null ? t('orders.whyNotYet') : format.dateTime(to),
              })}
            </span>
            {why !== null && <span className="quiet">{why}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
