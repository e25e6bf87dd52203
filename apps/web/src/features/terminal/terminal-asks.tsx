import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { countdown } from '../../lib/countdown.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useNow } from '../../lib/use-now.ts'
import type { TerminalRow } from './terminal-tab.ts'
import { useDecide } from './use-decide.ts'
import './terminal-asks.css'

const list = 'POST /api/v1/device/terminal/lists'

/** On every screen of users who may decide: pending terminal requests from above. */
export function TerminalAsks({ companyId }: { companyId: string }) {
  const { data } = useApi(list, { state: ['asking'], pageSize: 5 })
  useLiveReads(list, ['terminal.changed'])
  const asks = (data?.items ?? []).filter((row) => row.companyId === companyId)
  if (asks.length === 0) return null
  return (
    <aside className="terminal-asks">
      {asks.map((row) => (
        <Ask key={row.id} row={row} />
      ))}
    </aside>
  )
}

function Ask({ row }: { row: TerminalRow }) {
  const { t } = useTranslation()
  const { decide, isPending } = useDecide()
  const now = useNow(1000)
  const { id, personName: person, deviceName: device, reason, askedUntil } = row
  if (askedUntil === null || Date.parse(askedUntil) < now) return null
  return (
    <section className="terminal-ask" role="alert">
      <p>{t('terminals.askNews', { person, device, reason })}</p>
      <div>
        <span className="terminal-ask-left">{countdown(askedUntil, now)}</span>
        <Button size="small" danger disabled={isPending} onClick={() => decide(id, false)}>
          {t('terminals.refuse')}
        </Button>
        <Button size="small" type="primary" disabled={isPending} onClick={() => decide(id, true)}>
          {t('terminals.allow')}
        </Button>
      </div>
    </section>
  )
}
