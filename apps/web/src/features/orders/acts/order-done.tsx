import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { Panel } from '../../../ui/detail-page.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { type Act, actPath } from './acts.ts'
import { useActText } from './use-act-text.ts'

/** Terminals, commands, templates and firmware that were for the order; nothing while there are none. */
export function OrderDone({ acts }: { acts: readonly Act[] }) {
  const { t } = useTranslation()
  if (acts.length === 0) return null
  return (
    <Panel title={t('orders.done.title')}>
      <ul className="order-plain">
        {acts.map((act) => (
          <One key={act.id} act={act} />
        ))}
      </ul>
    </Panel>
  )
}

function One({ act }: { act: Act }) {
  const format = useFormat()
  const { what, state } = useActText()(act)
  const path = actPath(act)
  const label = `${what} · ${act.name}`
  return (
    <li>
      <span>{path === null ? label : <RowLink to={path}>{label}</RowLink>}</span>
      <span className="quiet">
        {[format.dateTime(act.at), act.actorName, state].filter(Boolean).join(' · ')}
      </span>
      {act.reason !== '' && <blockquote>{act.reason}</blockquote>}
    </li>
  )
}
