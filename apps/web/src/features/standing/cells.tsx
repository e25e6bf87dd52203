import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import type { MeasuredLineState } from '@netward/contract/line-quality-values'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useMetricText } from '../../lib/metric-format.ts'
import { paths } from '../../lib/paths.ts'
import { stringifySearch } from '../../lib/search.ts'
import type { FigureCell } from '../../ui/figure-strip.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'

export type DeviceStanding = EndpointOutput<'GET /api/v1/standing/device/:deviceId'>
export type OutletStanding = EndpointOutput<'GET /api/v1/standing/outlet/:outletId'>
type Throughput = NonNullable<DeviceStanding['throughput']>
type About = Readonly<Record<string, string>>

const lineTones: Readonly<Record<MeasuredLineState, StatusTone>> = {
  up: 'ok',
  down: 'bad',
  blind: 'unknown',
  unmeasured: 'off',
}

export function LineState({ state }: { state: MeasuredLineState }) {
  const { t } = useTranslation()
  return <StatusTag tone={lineTones[state]}>{t(`lines.states.${state}`)}</StatusTag>
}

/** Bytes a second as bits, both ways. */
export function Rates({ throughput: { down, up } }: { throughput: Throughput }) {
  const { t } = useTranslation()
  const metricText = useMetricText()
  return (
    <>
      <span className="figure-pair" title={t('metrics.names.interface_in_octets')}>
        <ArrowDownOutlined aria-hidden="true" />
        <span className="visually-hidden">{t('metrics.names.interface_in_octets')}</span>{' '}
        {metricText('interface_in_octets', down)}
      </span>
      <span className="figure-pair" title={t('metrics.names.interface_out_octets')}>
        <ArrowUpOutlined aria-hidden="true" />
        <span className="visually-hidden">{t('metrics.names.interface_out_octets')}</span>{' '}
        {metricText('interface_out_octets', up)}
      </span>
    </>
  )
}

/** The charts stand below on the same page. */
const showCharts = () =>
  document
    .querySelector('.metric-charts, .outlet-charts')
    ?.scrollIntoView({ behavior: 'smooth', block: 'start' })

/** Cells that the pages of devices and of outlets share; a part that is absent has none. */
export function useCommonCells(): {
  throughput: (throughput: Throughput | null | undefined) => FigureCell[]
  clients: (clients: number | null | undefined) => FigureCell[]
  lists: (standing: Pick<DeviceStanding, 'alarms' | 'orders'>, about: About) => FigureCell[]
} {
  const { t } = useTranslation()
  return {
    throughput: (throughput) =>
      throughput === undefined
        ? []
        : [
            {
              key: 'throughput',
              label: t('standing.throughput'),
              value: throughput === null ? null : <Rates throughput={throughput} />,
              detail:
                throughput === null ? t('standing.notLately') : throughput.name || t('standing.allLines'),
              onOpen: showCharts,
            },
          ],
    clients: (clients) =>
      clients === undefined
        ? []
        : [
            {
              key: 'clients',
              label: t('metrics.names.wifi_clients'),
              value: clients,
              detail: clients === null ? t('standing.notLately') : t('standing.nowOnline'),
              onOpen: showCharts,
            },
          ],
    lists: ({ alarms, orders }, about) => [
      ...(alarms === undefined
        ? []
        : [
            {
              key: 'alarms',
              label: t('standing.alarms'),
              value: alarms.critical + alarms.major + alarms.minor + alarms.others,
              detail: alarmText(alarms, t),
              to: `${paths.alarms}${stringifySearch(about)}`,
              tone: alarms.critical > 0 ? ('bad' as const) : alarms.major > 0 ? ('warn' as const) : undefined,
            },
          ]),
      ...(orders === undefined
        ? []
        : [
            {
              key: 'orders',
              label: t('standing.orders'),
              value: orders.open,
              detail:
                orders.overdue > 0
                  ? t('standing.overdue', { count: orders.overdue })
                  : orders.open === 0
                    ? t('standing.noneOpen')
                    : t('standing.inTime'),
              to: `${paths.orders}${stringifySearch(about)}`,
              tone: orders.overdue > 0 ? ('bad' as const) : undefined,
            },
          ]),
    ],
  }
}

function alarmText(
  { critical, major, minor, others }: NonNullable<DeviceStanding['alarms']>,
  t: TFunction,
): string {
  const known = [
    critical > 0 && t('standing.severity.critical', { count: critical }),
    major > 0 && t('standing.severity.major', { count: major }),
    minor > 0 && t('standing.severity.minor', { count: minor }),
    others > 0 && t('standing.severity.others', { count: others }),
  ].filter((text) => text !== false)
  return known.length === 0 ? t('standing.noneActive') : known.slice(0, 2).join(' · ')
}
