import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useAct } from '../../../lib/use-api.ts'
import { Panel } from '../../../ui/detail-page.tsx'
import { afterOrder, type OrderDetail } from '../order.ts'

/** Points that the engineer ticks; nothing where the order has none. */
export function ChecklistPanel({ order, mayEdit }: { order: OrderDetail; mayEdit: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const tick = useAct('POST /api/v1/work/order/:orderId/check', { refresh: afterOrder })
  const { id: orderId, checks, openChecks, state } = order
  if (checks.length === 0) return null
  const done = checks.filter(({ doneAt }) => doneAt !== null).length
  const over = state === 'closed' || state === 'cancelled'
  return (
    <Panel title={t('orderForms.check.title')}>
      <p className="quiet">
        {t('orderForms.check.progress', { done, all: checks.length })}
        {openChecks > 0 && !over && ` · ${t('orderForms.check.hint')}`}
      </p>
      <ul className="order-checks">
        {checks.map(({ id: checkId, text, required, doneAt, doneBy }) => (
          <li key={checkId}>
            <Checkbox
              checked={doneAt !== null}
              disabled={!mayEdit || over || tick.isPending}
              onChange={({ target }) => tick.mutate({ orderId, checkId, done: target.checked })}
            >
              {text}
            </Checkbox>
            <span className="quiet">
              {doneAt === null
                ? required && t('orderForms.check.required')
                : t('orderForms.check.doneBy', { name: doneBy ?? '', at: format.dateTime(doneAt) })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
