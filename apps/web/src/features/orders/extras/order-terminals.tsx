import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { Panel } from '../../../ui/detail-page.tsx'
import type { OrderDetail } from '../order.ts'

/** Terminals that were opened for the order; nothing while there are none. */
export function OrderTerminals({ terminals }: { terminals: OrderDetail['terminals'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (terminals.length === 0) return null
  return (
    <Panel title={t('orders.terminals')}>
      <ul className="order-plain">
        {terminals.map(({ id, deviceName, personName, state, createdAt, endedAt }) => (
          <li key={id}>
            <span>
              {deviceName} · {personName}
            </span>
            <span className="quiet">
              {endedAt === null
                ? `${format.dateTime(createdAt)} · ${t(`terminals.state.${state}`)}`
                : t('orders.countedFrom', { from: format.dateTime(createdAt), to: format.dateTime(endedAt) })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
