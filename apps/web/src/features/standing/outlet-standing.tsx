import { useState } from 'react'
import { Popover } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMetricText } from '../../lib/metric-format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { FigureStrip, type FigureCell } from '../../ui/figure-strip.tsx'
import { HealthScore } from '../../ui/health-score.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { AvailabilityBar, type Days } from './availability-bar.tsx'
import { type OutletStanding as Standing, useCommonCells } from './cells.tsx'
import { HealthParts } from './health-parts.tsx'

const endpoint = 'GET /api/v1/standing/outlet/:outletId'
const rereadMs = 60_000
const expected = 7

/** How an outlet does, at the top of its page. */
export function OutletStanding({ outletId }: { outletId: string }) {
  const { t } = useTranslation()
  const [days, setDays] = useState<Days>(7)
  const read = useApi(endpoint, { outletId, days }, { keepPrevious: true, refetchInterval: rereadMs })
  useLiveReads(endpoint, [
    'outlet.changed',
    'device.presence',
    'alarm.changed',
    'work_order.changed',
    'line.changed',
  ])
  const cells = useCells(outletId, read.data)
  if (read.data === undefined && read.error !== null)
    return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  return (
    <FigureStrip label={t('standing.outlet')} cells={cells} expected={expected}>
      <AvailabilityBar availability={read.data?.availability} days={days} onDays={setDays} />
    </FigureStrip>
  )
}

function useCells(outletId: string, standing: Standing | undefined): readonly FigureCell[] | undefined {
  const { t } = useTranslation()
  const common = useCommonCells()
  const metricText = useMetricText()
  const mayDevices = useMay('DMS_SERVER_DEVICE_VIEW')
  if (standing === undefined) return undefined
  const { health, lines, devices } = standing
  const { drifted, outdated, gateways } = health.configuration
  const worst = lines?.worst ?? null
  return [
    {
      key: 'health',
      label: (
        <Popover
          trigger={['hover', 'focus']}
          placement="bottomLeft"
          content={<HealthParts outletId={outletId} health={health} />}
        >
          {/* The parts are read by keyboard too. */}
          <button type="button" className="figure-why">
            {t('outlets.scoreLabel')}
          </button>
        </Popover>
      ),
      value: <HealthScore outlet={health} />,
      detail: health.offline
        ? t('standing.offlineNow')
        : t(
            standing.open === null
              ? 'standing.hoursUnknown'
              : standing.open
                ? 'standing.openNow'
                : 'standing.closedNow',
          ),
    },
    ...(lines === undefined
      ? []
      : [
          {
            key: 'lines',
            label: t('standing.lines'),
            value: lines.total === 0 ? null : <Of part={lines.up} whole={lines.total} />,
            detail:
              worst === null
                ? t('standing.noLines')
                : lines.down > 0
                  ? t('standing.linesDown', { count: lines.down })
                  : worst.rtt === null
                    ? t('standing.notLately')
                    : `${metricText('ping_rtt', worst.rtt)} · ${t('standing.loss', { loss: metricText('ping_loss', worst.loss) })}`,
            to: `${paths.lines}?outletId=${outletId}`,
            tone: lines.down > 0 ? ('bad' as const) : undefined,
          },
        ]),
    ...common.throughput(standing.throughput),
    ...common.clients(standing.clients),
    ...(devices === undefined
      ? []
      : [
          {
            key: 'devices',
            label: t('standing.devicesOnline'),
            value: devices.total === 0 ? null : <Of part={devices.online} whole={devices.total} />,
            detail:
              devices.total === 0
                ? t('standing.noDevices')
                : devices.offline > 0
                  ? t('standing.devicesOffline', { count: devices.offline })
                  : t('standing.allOnline'),
            to: `${paths.deviceList}?outletId=${outletId}`,
            tone: devices.offline > 0 ? ('warn' as const) : undefined,
          },
        ]),
    ...common.lists(standing, { outletId }),
    ...(mayDevices
      ? [
          {
            key: 'configuration',
            label: t('standing.driftFirmware'),
            value: gateways === 0 ? null : <span>{drifted + outdated}</span>,
            detail:
              gateways === 0
                ? t('standing.noGateways')
                : drifted + outdated === 0
                  ? t('standing.allSound')
                  : t('standing.driftedOutdated', { drifted, outdated }),
            to: `${paths.smartCpeList}?outletId=${outletId}${drifted > 0 ? '&configuration=drifted' : ''}`,
            tone: drifted + outdated > 0 ? ('warn' as const) : undefined,
          },
        ]
      : []),
  ]
}

function Of({ part, whole }: { part: number; whole: number }) {
  return (
    <span>
      {part}
      <small> / {whole}</small>
    </span>
  )
}
