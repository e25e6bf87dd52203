import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { durationText } from '../../lib/metric-format.ts'
import { useNow } from '../../lib/use-now.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import type { OrderRow } from './order.ts'

const hour = 3_600_000

/** The clock that runs: of the response until somebody has responded, then of the solution. */
export function Due({ order }: { order: OrderRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  const { state, respondedAt, respondDue, resolvedAt, resolveDue } = order
  if (state === 'cancelled') return <>—</>
  if (resolvedAt !== null) {
    if (resolveDue === null) return <>—</>
    const late = Date.parse(resolvedAt) > Date.parse(resolveDue)
    return (
      <span title={format.zoned(resolveDue)}>
        <StatusTag tone={late ? 'bad' : 'ok'}>{t(late ? 'orders.late' : 'orders.inTime')}</StatusTag>
      </span>
    )
  }
  const responding = respondedAt === null && respondDue !== null
  const due = responding ? respondDue : resolveDue
  if (due === null) return <StatusTag tone="off">{t('orders.paused')}</StatusTag>
  const left = Date.parse(due) - now
  const time = durationText(t, Math.abs(left) / 1000)
  return (
    <span className="order-due" title={format.zoned(due)}>
      <StatusTag tone={left < 0 ? 'bad' : left < hour ? 'warn' : 'waiting'}>
        {t(left < 0 ? 'orders.overdueBy' : 'orders.leftOf', { time })}
      </StatusTag>
      {responding && <span className="quiet">{t('orders.respondLeft')}</span>}
    </span>
  )
}
