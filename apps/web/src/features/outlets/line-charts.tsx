import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMonitoringParts } from '../../ui/monitoring-parts.ts'
import type { LineRow } from './outlet.ts'

/** What a line carries, against its contract. */
export function LineChartsDrawer({
  line,
  open,
  onClose,
}: {
  line: LineRow | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { LineCharts } = useMonitoringParts()
  return (
    <Drawer
      title={t('monitoring.line.title', { name: line?.name ?? '' })}
      open={open}
      onClose={onClose}
      size={920}
      className="form-drawer"
      destroyOnHidden
    >
      <h2 className="visually-hidden">{t('monitoring.groups.traffic')}</h2>
      {line !== null && <LineCharts lineId={line.id} downMbps={line.downMbps} upMbps={line.upMbps} />}
    </Drawer>
  )
}
