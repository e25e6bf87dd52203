import { metricOf } from '@netward/contract/metric-catalogue'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMetricText } from '../../lib/metric-format.ts'
import { useTheme } from '../../lib/preferences.ts'
import { colourOf, seriesColours } from '../../ui/chart-look.ts'
import type { MetricSeries } from './chart-series.ts'

export interface LegendRow {
  readonly key: string
  readonly name: string
  readonly colour: number
  readonly series: MetricSeries
  readonly drawn: boolean
}

const shownAtFirst = 6
const figuresOfValues = ['last', 'min', 'mean', 'max', 'p95'] as const
/** Between two states there is no third: a mean of "up" and "down" says nothing. */
const figuresOfStates = ['last'] as const

/** The legend: each curve with its figures over the range; pressing a name hides or draws it. */
export function LegendTable({
  title,
  rows,
  onToggle,
}: {
  title: string
  rows: readonly LegendRow[]
  onToggle: (key: string) => void
}) {
  const { t } = useTranslation()
  const theme = useTheme()
  const metricText = useMetricText()
  const [all, setAll] = useState(false)
  const figures = rows.every(({ series }) => metricOf(series.metric).kind === 'state')
    ? figuresOfStates
    : figuresOfValues
  const shown = all ? rows : rows.slice(0, shownAtFirst)
  return (
    <div className="legend">
      <table aria-label={t('monitoring.chart.figuresOf', { title })}>
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">{t('monitoring.chart.series')}</span>
            </th>
            {figures.map((figure) => (
              <th key={figure} className={`legend-${figure}`}>
                {t(`monitoring.chart.${figure}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, name, colour, series, drawn }) => (
            <tr key={key} className={drawn ? '' : 'legend-off'}>
              <th scope="row" className="legend-name" aria-label={name}>
                <button type="button" aria-pressed={drawn} title={name} onClick={() => onToggle(key)}>
                  <i
                    className={`chart-swatch ${colour < seriesColours[theme].length ? '' : 'chart-swatch-dotted'}`}
                    style={{ color: colourOf(theme, colour) }}
                  />
                  <span>{name}</span>
                </button>
              </th>
              {figures.map((figure) => (
                <td key={figure} className={`legend-${figure}`}>
                  {metricText(series.metric, series[figure])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shownAtFirst && (
        <Button type="link" size="small" onClick={() => setAll(!all)}>
          {all ? t('common.collapse') : t('monitoring.chart.allSeries', { count: rows.length })}
        </Button>
      )}
    </div>
  )
}
