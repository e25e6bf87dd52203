import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { SummaryChip } from '../../ui/summary-chip.tsx'
import { equipmentList } from './equipment.ts'

const presences = ['online', 'overdue', 'offline', 'unknown'] as const
const levels = ['critical', 'warning'] as const

/** How all devices do: each figure links to the devices that it counts. */
export function EquipmentSummary() {
  const { t } = useTranslation()
  const summary = useApi('GET /monitor/api/v1/device/summary', {}, { keepPrevious: true }).data
  const atLevel = {
    critical: useLevel('critical'),
    warning: useLevel('warning'),
  }
  const total = summary === undefined ? undefined : presences.reduce((sum, one) => sum + summary[one], 0)
  const chip = { to: paths.deviceList }
  return (
    <nav className="device-summary equipment-summary" aria-label={t('monitoring.list.overview')}>
      <SummaryChip {...chip} label={t('common.all')} count={total} search={{}} />
      {presences.map((presence) => (
        <SummaryChip
          key={presence}
          {...chip}
          kind={presence}
          label={
            presence === 'online' && summary !== undefined
              ? t('monitoring.list.onlineShare', { share: shareOf(summary) })
              : t(`devices.presence.${presence}`)
          }
          count={summary?.[presence]}
          search={{ presence }}
        />
      ))}
      {levels.map((level) => (
        <SummaryChip
          key={level}
          {...chip}
          kind={level === 'critical' ? 'offline' : 'guarded'}
          label={t(`monitoring.list.${level}`)}
          count={atLevel[level]}
          search={{ level }}
        />
      ))}
      <span className="device-summary-break" aria-hidden="true" />
      {summary?.types
        .filter((one) => one.total > 0)
        .map((one) => (
          <SummaryChip
            key={one.type}
            {...chip}
            label={t(`equipment.types.${one.type}`)}
            count={t('monitoring.list.typeCount', { online: one.online, total: one.total })}
            search={{ type: one.type }}
          />
        ))}
    </nav>
  )
}

/** Overdue counts as online; without a known presence a device does not count (operations.md §6). */
function shareOf(summary: { online: number; overdue: number; offline: number }): string {
  const counted = summary.online + summary.overdue + summary.offline
  if (counted === 0) return '—'
  return `${Math.floor((1000 * (summary.online + summary.overdue)) / counted) / 10}%`
}

function useLevel(level: (typeof levels)[number]): number | string | undefined {
  const { data } = useApi(equipmentList, { level, pageSize: 1 }, { keepPrevious: true })
  if (data === undefined) return undefined
  return data.totalCapped ? `${data.total}+` : data.total
}
