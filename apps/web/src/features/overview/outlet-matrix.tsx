import type { EndpointOutput } from '@netward/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useProductStop } from '../../lib/use-product-stop.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { useMonitoringParts } from '../../ui/monitoring-parts.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'

const list = 'POST /api/v1/outlet/lists'
type Outlet = EndpointOutput<typeof list>['items'][number]
const most = 120
const topologyProducts = ['monitoring'] as const

/** Outlets by health, the worst first, and the topology of the chosen one. */
export function OutletMatrix() {
  return useMay('DMS_SERVER_OUTLET_VIEW') ? <Matrix /> : null
}

function Matrix() {
  const { t } = useTranslation()
  const { OutletTopology } = useMonitoringParts()
  const hasTopology = useProductStop(topologyProducts) === null
  const mayTopology = useMay('DMS_SERVER_DEVICE_VIEW') && hasTopology
  const read = useApi(list, { sort: 'score', pageSize: most }, { keepPrevious: true })
  useLiveReads(list, ['outlet.changed'])
  const [chosen, setChosen] = useState<string | null>(null)
  const outlets = read.data?.items
  const shown = outlets?.find(({ id }) => id === chosen) ?? outlets?.[0]
  return (
    <div className="overview-matrix">
      <Panel
        title={t('overview.matrix')}
        actions={
          <RowLink to={`${paths.outlets}?sort=score`}>
            {t('overview.allOutlets', { count: read.data?.total ?? 0 })}
          </RowLink>
        }
      >
        {outlets === undefined ? (
          read.error === null ? (
            <LoadingState rows={6} />
          ) : (
            <ErrorState error={read.error} onRetry={() => void read.refetch()} />
          )
        ) : outlets.length === 0 ? (
          <EmptyState
            title={t('outlets.none')}
            hint={t('outlets.noneHint')}
            action={<RowLink to={paths.outlets}>{t('shell.titles.outlets')}</RowLink>}
          />
        ) : (
          <ul className="overview-cells">
            {outlets.map((outlet) => (
              <Cell
                key={outlet.id}
                outlet={outlet}
                chosen={outlet.id === shown?.id}
                onChoose={() => setChosen(outlet.id)}
              />
            ))}
          </ul>
        )}
      </Panel>
      {mayTopology && shown !== undefined && (
        <Panel
          title={t('overview.topologyOf', { name: shown.name })}
          actions={<RowLink to={paths.outlet(shown.id)}>{t('shell.titles.outletDetail')}</RowLink>}
        >
          <OutletTopology key={shown.id} outletId={shown.id} />
        </Panel>
      )}
    </div>
  )
}

/** The band by colour and by the shape of its edge; the number says the same. */
function Cell({ outlet, chosen, onChoose }: { outlet: Outlet; chosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation()
  const { name, score, band, online, devices } = outlet
  const text = t('overview.cell', {
    name,
    band: t(`outlets.band.${band}`),
    score: score ?? '—',
    online,
    devices,
  })
  return (
    <li>
      <button
        type="button"
        className={`overview-cell overview-${band}`}
        aria-pressed={chosen}
        title={text}
        aria-label={text}
        onClick={onChoose}
      >
        <strong>{score ?? '—'}</strong>
        <span>{name}</span>
      </button>
    </li>
  )
}
