import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import type { DeviceRow } from '../../lib/device-row.ts'
import { SummaryChip } from '../../ui/summary-chip.tsx'

const guarded: readonly DeviceRow['guard'][] = ['quarantined', 'duplicate']
/** The number of devices of each kind; each links to its list. */
export function SmartCpeSummary() {
  const { t } = useTranslation()
  const summary = useApi('GET /api/v1/device/summary', {}, { keepPrevious: true }).data
  const total =
    summary === undefined ? undefined : summary.online + summary.overdue + summary.offline + summary.unknown
  return (
    <nav className="device-summary" aria-label={t('devices.overview')}>
      <SummaryChip to={paths.smartCpeList} label={t('common.all')} count={total} search={{}} />
      <SummaryChip
        to={paths.smartCpeList}
        kind="online"
        label={t('devices.presence.online')}
        count={summary?.online}
        search={{ presence: 'online' }}
      />
      <SummaryChip
        to={paths.smartCpeList}
        kind="overdue"
        label={t('devices.presence.overdue')}
        count={summary?.overdue}
        search={{ presence: 'overdue' }}
      />
      <SummaryChip
        to={paths.smartCpeList}
        kind="offline"
        label={t('devices.presence.offline')}
        count={summary?.offline}
        search={{ presence: 'offline' }}
      />
      <SummaryChip
        to={paths.smartCpeList}
        kind="unknown"
        label={t('devices.presence.unknown')}
        count={summary?.unknown}
        search={{ presence: 'unknown' }}
      />
      <SummaryChip
        to={paths.smartCpeList}
        kind="guarded"
        label={t('devices.guardedCount')}
        count={summary?.guarded}
        search={{ guard: guarded }}
      />
    </nav>
  )
}
