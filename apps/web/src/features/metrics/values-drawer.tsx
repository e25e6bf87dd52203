import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMetricText } from '../../lib/metric-format.ts'
import type { RangeAnswer } from './chart-series.ts'
import type { LegendRow } from './legend-table.tsx'
import '../../ui/plain-table.css'

/** The values of a chart as a table: for screen readers, and to copy figures from. */
export function ValuesDrawer({
  title,
  open,
  onClose,
  answer,
  rows,
}: {
  title: string
  open: boolean
  onClose: () => void
  answer: RangeAnswer
  rows: readonly LegendRow[]
}) {
  const { t } = useTranslation()
  return (
    <Drawer
      title={t('monitoring.chart.valuesTitle', { title })}
      open={open}
      onClose={onClose}
      size={Math.min(1000, 320 + rows.length * 120)}
      className="form-drawer"
      destroyOnHidden
    >
      <Values title={title} answer={answer} rows={rows} />
    </Drawer>
  )
}

function Values({ title, answer, rows }: { title: string; answer: RangeAnswer; rows: readonly LegendRow[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const metricText = useMetricText()
  const steps = Array.from({ length: answer.steps }, (_, step) => answer.steps - 1 - step)
  return (
    <>
      <p className="quiet">
        {t('monitoring.chart.resolution', {
          step: metricText('device_uptime', answer.stepSeconds),
          source: t(`monitoring.chart.resolutions.${answer.resolution}`),
        })}
      </p>
      <div className="plain-table-frame values-frame">
        <table className="plain-table" aria-label={t('monitoring.chart.valuesTitle', { title })}>
          <thead>
            <tr>
              <th>{t('monitoring.chart.time')}</th>
              {rows.map(({ key, name }) => (
                <th key={key}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step}>
                <td data-label={t('monitoring.chart.time')}>
                  <span className="mono">
                    {format.dateTime(answer.start + step * answer.stepSeconds * 1000)}
                  </span>
                </td>
                {rows.map(({ key, name, series }) => (
                  <td key={key} data-label={name}>
                    {metricText(series.metric, series.values[step] ?? null)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
