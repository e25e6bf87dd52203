import type { EndpointOutput } from '@netward/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMetricText } from '../../lib/metric-format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { type FigureCell, FigureStrip } from '../../ui/figure-strip.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { OutletMatrix } from './outlet-matrix.tsx'
import { Of, useStripCells } from './strip-cells.tsx'
import { TopSeries } from './top-series.tsx'
import './overview.css'

const endpoint = 'GET /api/v1/chart/overview/network'
type Network = EndpointOutput<typeof endpoint>
const rereadMs = 60_000

/** Of one company. Over several there is the global overview, from which one enters one. */
export function NetworkOverview() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  return several ? (
    <Panel title={t('shell.titles.overviewNetwork')}>
      <EmptyState
        title={t('overview.chooseOne')}
        hint={t('overview.chooseOneHint')}
        action={<Button href={`#${paths.overviewGlobal}`}>{t('shell.titles.overviewGlobal')}</Button>}
      />
    </Panel>
  ) : (
    <Page />
  )
}

function Page() {
  const { t } = useTranslation()
  const read = useApi(endpoint, {}, { keepPrevious: true, refetchInterval: rereadMs })
  useLiveReads(endpoint, [
    'outlet.changed',
    'alarm.changed',
    'work_order.changed',
    'line.changed',
    'device.presence',
  ])
  const mayDevices = useMay('DMS_SERVER_DEVICE_VIEW')
  const cells = useCells(read.data)
  if (read.data === undefined && read.error !== null)
    return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  return (
    <div className="overview">
      <h1 className="overview-title">{t('shell.titles.overviewNetwork')}</h1>
      <FigureStrip label={t('shell.titles.overviewNetwork')} cells={cells} expected={7} />
      <OutletMatrix />
      <div className="overview-columns">
        {read.data?.types !== undefined && <Types types={read.data.types} />}
        {mayDevices && (
          <>
            <TopSeries title={t('overview.topPorts')} metric="interface_in_octets" by="p95" />
            <TopSeries title={t('overview.topErrors')} metric="interface_in_errors" by="p95" />
            <TopSeries title={t('overview.clientsPerAp')} metric="wifi_clients" by="last" />
          </>
        )}
      </div>
    </div>
  )
}

function useCells(found: Network | undefined): readonly FigureCell[] | undefined {
  const { t } = useTranslation()
  const format = useFormat()
  const metricText = useMetricText()
  const cellsOf = useStripCells()
  if (found === undefined) return undefined
  const { lines, configuration, changes } = found
  const cells = cellsOf(found)
  if (lines !== undefined) {
    const total = lines.up + lines.down + lines.blind + lines.unmeasured
    cells.push({
      key: 'lines',
      label: t('standing.lines'),
      value: total === 0 ? null : <Of part={format.number(lines.up)} whole={format.number(total)} />,
      detail: t('overview.lines24', {
        loss: metricText('ping_loss', lines.loss),
        rtt: metricText('ping_rtt', lines.rtt),
      }),
      to: lines.down > 0 ? `${paths.lines}?state=down` : paths.lines,
      tone: lines.down > 0 ? 'bad' : undefined,
    })
  }
  if (configuration !== undefined) {
    const { drifted, failed, conflict, outdated } = configuration
    cells.push({
      key: 'configuration',
      label: t('overview.drift'),
      value: format.number(drifted),
      detail: t('overview.driftOthers', { others: failed + conflict, outdated }),
      to: `${paths.smartCpeList}?configuration=drifted`,
      tone: drifted > 0 ? 'warn' : undefined,
    })
  }
  if (changes !== undefined)
    cells.push({
      key: 'changes',
      label: t('overview.changes'),
      value: format.number(changes.added + changes.appeared + changes.vanished + changes.moved),
      detail: t('overview.changesOf', {
        added: changes.added + changes.appeared,
        vanished: changes.vanished,
        moved: changes.moved,
      }),
      to: paths.topology,
    })
  return cells
}

function Types({ types }: { types: NonNullable<Network['types']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Panel title={t('overview.types')}>
      {types.length === 0 ? (
        <p className="quiet overview-none">{t('overview.noDevices')}</p>
      ) : (
        <ul className="overview-list">
          {types.map(({ type, total, online }) => (
            <li key={type}>
              <RowLink to={`${paths.deviceList}?type=${type}`}>{t(`equipment.types.${type}`)}</RowLink>
              <span>
                {format.number(online)}
                <span className="quiet"> / {format.number(total)}</span>
              </span>
              <span className="overview-bar" aria-hidden="true">
                <span style={{ width: `${(100 * online) / total}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
