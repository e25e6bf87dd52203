import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@netward/contract'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { msText } from './line.ts'
import './lines.css'
import '../../ui/plain-table.css'

type Path = EndpointOutput<'GET /dial/api/v1/line/:lineId/path'>['items'][number]

/** Paths of a line, each beside the last healthy one before it. */
export function LinePaths({ lineId }: { lineId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const read = useApi('GET /dial/api/v1/line/:lineId/path', { lineId })
  if (read.data === undefined) return <PendingState read={read} rows={4} />
  const { items } = read.data
  if (items.length === 0) return <EmptyState title={t('lines.pathNone')} />
  return (
    <>
      {items.slice(0, 20).map((path, place) => (
        <Panel
          key={path.id}
          title={`${t(`lines.moments.${path.moment}`)} · ${path.target} · ${format.dateTime(path.at)} · ${t(`lines.methods.${path.method}`)}`}
        >
          <Hops
            path={path}
            healthy={
              path.moment === 'healthy'
                ? undefined
                : items.slice(place + 1).find((one) => one.moment === 'healthy' && one.target === path.target)
            }
          />
          {!path.reached && <p className="line-note">{t('lines.notReached')}</p>}
        </Panel>
      ))}
    </>
  )
}

function Hops({ path, healthy }: { path: Path; healthy: Path | undefined }) {
  const { t } = useTranslation()
  const label = {
    hop: t('lines.hop'),
    address: t('lines.address'),
    answered: t('lines.answered'),
    rtt: t('lines.rtt'),
  }
  return (
    <div className="plain-table-frame">
      <table className="plain-table">
        <thead>
          <tr>
            {Object.entries(label).map(([key, text]) => (
              <th key={key}>{text}</th>
            ))}
            <th>{t('lines.note')}</th>
          </tr>
        </thead>
        <tbody>
          {path.hops.map((hop) => {
            const before = healthy?.hops.find(({ ttl }) => ttl === hop.ttl)
            const changed = healthy !== undefined && (before?.address ?? null) !== hop.address
            return (
              <tr key={hop.ttl} className={changed ? 'path-changed' : undefined}>
                <td data-label={label.hop}>{hop.ttl}</td>
                <td data-label={label.address}>
                  <span className="mono">{hop.address ?? t('lines.noAnswer')}</span>
                </td>
                <td data-label={label.answered}>
                  {hop.received} / {hop.sent}
                </td>
                <td data-label={label.rtt}>{msText(hop.rtt)}</td>
                <td data-label={t('lines.note')}>
                  {[
                    ...(changed ? [t('lines.changed')] : []),
                    ...(path.rateLimited.includes(hop.ttl) ? [t('lines.rateLimited')] : []),
                  ].join(' · ') || '—'}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
