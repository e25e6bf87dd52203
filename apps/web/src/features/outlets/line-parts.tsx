import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { useT } from '../../lib/use-t.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import type { LineRow } from './outlet.ts'
import './outlets.css'

const dash = '—'
const soonMs = 30 * 86_400_000

const presenceTones: Record<NonNullable<LineRow['presence']>, StatusTone> = {
  online: 'ok',
  overdue: 'warn',
  offline: 'bad',
  unknown: 'unknown',
}

export function Presence({ presence }: { presence: NonNullable<LineRow['presence']> }) {
  const t = useT()
  return <StatusTag tone={presenceTones[presence]}>{t(`devices.presence.${presence}`)}</StatusTag>
}

/** The gateway that carries a line, whether it is online, and the WAN, which may be gone. */
export function LineGateway({ line }: { line: LineRow }) {
  const t = useT()
  const { deviceId, deviceName, presence, wanName, wanState } = line
  if (deviceId === null || deviceName === null) return dash
  return (
    <span className="line-gateway">
      {presence !== null && <Presence presence={presence} />}
      <RowLink to={paths.smartCpe(deviceId)} title={deviceName}>
        {deviceName}
      </RowLink>
      {wanName !== '' && <span className="quiet mono">{wanName}</span>}
      {wanState === 'missing' && (
        <span title={t('outlets.line.wanMissingHint', { name: wanName })}>
          <StatusTag tone="warn">{t('outlets.line.wanMissing')}</StatusTag>
        </span>
      )}
    </span>
  )
}

/** The last day of a contract, and whether it is near or past. */
export function ContractEnd({ date }: { date: string | null }) {
  const t = useT()
  const now = useNow(3_600_000)
  if (date === null) return dash
  const left = Date.parse(`${date}T23:59:59`) - now
  return (
    <span className="line-contract">
      {date}
      {left < soonMs && (
        <StatusTag tone={left < 0 ? 'bad' : 'warn'}>
          {t(left < 0 ? 'outlets.line.contractEnded' : 'outlets.line.contractSoon')}
        </StatusTag>
      )}
    </span>
  )
}
