import type { EndpointOutput } from '@netward/contract'
import { cityOf } from '@netward/contract/cities'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useProductStop } from '../../lib/use-product-stop.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import './lines.css'

const endpoint = 'GET /dial/api/v1/carrierOutage'
type Outage = EndpointOutput<typeof endpoint>['items'][number]

interface Of {
  lineId?: string
  outletId?: string
}

/** Outages of the ISP of a line, of an outlet, or of all in sight; nothing where there are none. */
export function CarrierOutages(of: Of) {
  const may = useMay('DMS_SERVER_LINE')
  const stop = useProductStop(['link_testing'])
  return may && stop === null ? <Notes {...of} /> : null
}

function Notes({ lineId, outletId }: Of) {
  const read = useApi(
    endpoint,
    { ...(lineId !== undefined && { lineId }), ...(outletId !== undefined && { outletId }) },
    { keepPrevious: true, refetchInterval: 60_000 },
  )
  useLiveReads(endpoint, ['line.changed', 'alarm.changed'])
  const items = read.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section className="carrier-outages">
      {items.map((outage) => (
        <Note key={outage.id} outage={outage} whole={lineId === undefined && outletId === undefined} />
      ))}
    </section>
  )
}

function Note({ outage, whole }: { outage: Outage; whole: boolean }) {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const { isp, cityCode, beganAt, endedAt, lines, companies, own } = outage
  const params = { isp: t(`outlets.isps.${isp}`), city: cityOf(cityCode)?.name ?? cityCode }
  return (
    <Alert
      type={endedAt === null ? 'warning' : 'info'}
      showIcon
      title={
        <>
          {t(several ? 'lines.carrier.title' : 'lines.carrier.own', params)}
          {lines !== null && ` · ${t('lines.carrier.counts', { lines, companies: companies ?? 0 })}`}
        </>
      }
      description={
        <>
          <span>
            {t('lines.began')} <RelativeTime at={beganAt} />
            {endedAt !== null && (
              <>
                {' · '}
                {t('lines.ended')} <RelativeTime at={endedAt} />
              </>
            )}
          </span>
          {whole && own.length > 0 && (
            <ul className="carrier-lines">
              {own.map((line) => (
                <li key={line.lineId}>
                  <RowLink to={paths.line(line.lineId)}>{line.lineName}</RowLink>
                  <span>{line.outletName}</span>
                  {several && <span className="quiet">{line.companyName}</span>}
                  <span className="quiet">
                    {t(line.endedAt === null ? 'lines.lasts' : 'lines.carrier.up')}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      }
    />
  )
}
