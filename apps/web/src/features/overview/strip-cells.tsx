import type { EndpointOutput } from '@netward/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import type { FigureCell } from '../../ui/figure-strip.tsx'

type Figures = Pick<
  EndpointOutput<'GET /api/v1/chart/overview/network'>,
  'outlets' | 'devices' | 'alarms' | 'orders'
>

/** Figures of both overviews; what is absent has no cell. */
export function useStripCells(): (figures: Figures) => FigureCell[] {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ outlets, devices, alarms, orders }) => {
    const cells: FigureCell[] = []
    if (outlets !== undefined) {
      const total = outlets.good + outlets.fair + outlets.poor + outlets.unknown
      cells.push({
        key: 'outlets',
        label: t('overview.poorOutlets'),
        value: total === 0 ? null : <Of part={format.number(outlets.poor)} whole={format.number(total)} />,
        detail: t('overview.bands', { good: outlets.good, fair: outlets.fair }),
        to: `${paths.outlets}?band=poor`,
        tone: outlets.poor > 0 ? 'bad' : undefined,
      })
    }
    if (devices !== undefined) {
      const counted = devices.online + devices.overdue + devices.offline
      cells.push({
        key: 'devices',
        label: t('overview.onlineRate'),
        hint: t('overview.onlineRateHint'),
        value: counted === 0 ? null : rateText(devices.online + devices.overdue, counted),
        detail: t('overview.devicesOffline', { count: devices.offline }),
        to: `${paths.deviceList}?presence=offline`,
        tone: devices.offline > 0 ? 'warn' : undefined,
      })
    }
    if (alarms !== undefined)
      cells.push({
        key: 'alarms',
        label: t('overview.criticalAlarms'),
        value: format.number(alarms.critical),
        detail: t('overview.otherAlarms', { major: alarms.major, others: alarms.others }),
        to: `${paths.alarms}?severity=critical`,
        tone: alarms.critical > 0 ? 'bad' : undefined,
      })
    if (orders !== undefined)
      cells.push({
        key: 'orders',
        label: t('standing.orders'),
        value: format.number(orders.open),
        detail: orders.overdue > 0 ? t('standing.overdue', { count: orders.overdue }) : t('standing.inTime'),
        to: orders.overdue > 0 ? `${paths.orders}?overdue=yes` : paths.orders,
        tone: orders.overdue > 0 ? 'bad' : undefined,
      })
    return cells
  }
}

/** One decimal; exactly 100 only if none is missing. */
const rateText = (part: number, whole: number) =>
  part === whole ? '100 %' : `${(Math.floor((1000 * part) / whole) / 10).toFixed(1)} %`

export function Of({ part, whole }: { part: string; whole: string }) {
  return (
    <span>
      {part}
      <small> / {whole}</small>
    </span>
  )
}
