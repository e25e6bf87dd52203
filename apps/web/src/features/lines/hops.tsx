import type { EndpointOutput } from '@netward/contract'
import { useTranslation } from 'react-i18next'
import { msText } from './line.ts'
import './lines.css'
import '../../ui/plain-table.css'

type Known = EndpointOutput<'GET /dial/api/v1/line/:lineId/path'>['items'][number]['hops'][number]
/** Of a test on demand nothing is known of the networks. */
type Hop = Omit<Known, 'network'> & Partial<Pick<Known, 'network'>>

/** The hops of a path; those that differ from a healthy one are marked. */
export function Hops({
  hops,
  rateLimited,
  healthy,
}: {
  hops: readonly Hop[]
  rateLimited: readonly number[]
  healthy: readonly Hop[] | null
}) {
  const { t } = useTranslation()
  const hasNetworks = hops.some(({ network }) => network != null)
  const label = {
    hop: t('lines.hop'),
    address: t('lines.address'),
    ...(hasNetworks && { network: t('lines.network') }),
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
          {hops.map((hop) => {
            const before = healthy?.find(({ ttl }) => ttl === hop.ttl)
            const changed = healthy !== null && (before?.address ?? null) !== hop.address
            return (
              <tr key={hop.ttl} className={changed ? 'path-changed' : undefined}>
                <td data-label={label.hop}>{hop.ttl}</td>
                <td data-label={label.address}>
                  <span className="mono">{hop.address ?? t('lines.noAnswer')}</span>
                </td>
                {hasNetworks && (
                  <td data-label={t('lines.network')}>
                    {hop.network == null ? '—' : `AS${hop.network.asn} ${hop.network.name}`}
                  </td>
                )}
                <td data-label={label.answered}>
                  {hop.received} / {hop.sent}
                </td>
                <td data-label={label.rtt}>{msText(hop.rtt)}</td>
                <td data-label={t('lines.note')}>
                  {[
                    ...(changed ? [t('lines.changed')] : []),
                    ...(rateLimited.includes(hop.ttl) ? [t('lines.rateLimited')] : []),
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
