import type { EndpointOutput } from '@netward/contract'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { FigureStrip } from '../../ui/figure-strip.tsx'
import { useMonitoringParts } from '../../ui/monitoring-parts.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { CustomerList } from './customer-list.tsx'
import { useStripCells } from './strip-cells.tsx'
import '../../ui/plain-table.css'
import './overview.css'

const endpoint = 'GET /api/v1/chart/overview/global'
type Global = EndpointOutput<typeof endpoint>
const rereadMs = 60_000

/** Of an MSP or the platform: all customers, the worst first. A tenant has its network. */
export function GlobalOverview() {
  const { several } = useCompanyScope()
  const navigate = useNavigate()
  useEffect(() => {
    if (!several) void navigate({ to: paths.overviewNetwork, replace: true })
  }, [several, navigate])
  return several ? <Page /> : null
}

function Page() {
  const { t } = useTranslation()
  const format = useFormat()
  const { CarrierOutages } = useMonitoringParts()
  const read = useApi(endpoint, {}, { keepPrevious: true, refetchInterval: rereadMs })
  useLiveReads(endpoint, ['outlet.changed', 'alarm.changed', 'work_order.changed', 'campaign.changed'])
  const cellsOf = useStripCells()
  const found = read.data
  const cells = found && [
    {
      key: 'customers',
      label: t('overview.customers'),
      value: format.number(found.customers),
      detail: t('overview.asOf', { at: format.dateTime(found.asOf).slice(11, 16) }),
      to: paths.tenants,
    },
    ...cellsOf(found),
  ]
  if (found === undefined && read.error !== null)
    return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  return (
    <div className="overview">
      <div className="overview-customers">
        <CustomerList
          summary={
            <div className="overview-summary">
              <FigureStrip label={t('shell.titles.overviewGlobal')} cells={cells} expected={5} />
              <CarrierOutages />
            </div>
          }
        />
      </div>
      <div className="overview-columns">
        {found?.campaigns !== undefined && <Campaigns campaigns={found.campaigns} />}
        {found?.licences !== undefined && <Licences licences={found.licences} />}
      </div>
    </div>
  )
}

function Campaigns({ campaigns }: { campaigns: NonNullable<Global['campaigns']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Panel title={t('overview.campaigns')}>
      {campaigns.length === 0 ? (
        <p className="quiet overview-none">{t('overview.campaignsNone')}</p>
      ) : (
        <ul className="overview-list">
          {campaigns.map(({ id, name, companyName, targets, verified, failed }) => (
            <li key={id}>
              <span>
                <RowLink to={paths.upgrade(id)}>{name}</RowLink>{' '}
                <small className="quiet">{companyName}</small>
              </span>
              <span>
                {t('overview.progress', { done: format.number(verified), total: format.number(targets) })}
                {failed > 0 && (
                  <span className="overview-bad"> · {t('overview.failed', { count: failed })}</span>
                )}
              </span>
              <span className="overview-bar" aria-hidden="true">
                <span style={{ width: `${targets === 0 ? 0 : (100 * verified) / targets}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Licences({ licences }: { licences: NonNullable<Global['licences']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Panel title={t('overview.licences')}>
      {licences.length === 0 ? (
        <p className="quiet overview-none">{t('overview.licencesNone')}</p>
      ) : (
        <ul className="overview-list">
          {licences.map(({ companyId, companyName, kind, quantity, endsAt }) => (
            <li key={`${companyId} ${kind} ${endsAt}`}>
              <RowLink to={paths.tenant(companyId)}>{companyName}</RowLink>
              <span>
                {t(`licences.kinds.${kind}`)} {format.number(quantity)} · {format.date(endsAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
