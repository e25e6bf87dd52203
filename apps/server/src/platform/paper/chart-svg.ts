import { LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { shiftAt } from '../zone.ts'
import type { PaperChart } from './document.ts'

use([LineChart, GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent, SVGRenderer])

/** Neighbours differ in brightness, so that a black-and-white print can be read; then the dashes differ. */
const colours = ['#0b6b83', '#d97706', '#6d4bc3', '#15803d']
const ink = { text: '#4d5d6b', line: '#d8e0e6', outage: '#b3261e' }

export const chartHeight = 170

/** A chart as SVG, drawn without a page: echarts renders to a string. */
export function chartSvg(chart: PaperChart, width: number, fontFamily: string): string {
  const { stepSeconds, steps } = chart
  // Moved by it, the axis has its marks at local midnight.
  const ahead = shiftAt(chart.timeZone, chart.start)
  const start = chart.start + ahead
  const end = start + steps * stepSeconds * 1000
  const top = topWithLimit(chart)
  const drawn = init(null, null, { renderer: 'svg', ssr: true, width, height: chartHeight })
  try {
    drawn.setOption({
      animation: false,
      useUTC: true,
      color: colours,
      textStyle: { fontFamily, color: ink.text },
      grid: { left: 44, right: 12, top: chart.series.length > 1 ? 30 : 20, bottom: 22 },
      ...(chart.series.length > 1
        ? { legend: { top: 0, itemHeight: 8, textStyle: { fontFamily, fontSize: 9, color: ink.text } } }
        : {}),
      xAxis: {
        type: 'time',
        min: start,
        max: end,
        splitNumber: 6,
        axisLabel: {
          fontFamily,
          fontSize: 9,
          color: ink.text,
          hideOverlap: true,
          formatter: (at: number) => axisText(at, end - start),
        },
        axisLine: { lineStyle: { color: ink.line } },
        axisTick: { lineStyle: { color: ink.line } },
      },
      yAxis: {
        type: 'value',
        name: chart.unit,
        min: 0,
        ...(top === null ? {} : { max: top }),
        splitNumber: 4,
        nameTextStyle: { fontFamily, fontSize: 9, align: 'right', padding: [0, 4, 0, 0] },
        axisLabel: { fontFamily, fontSize: 9, color: ink.text },
        splitLine: { lineStyle: { color: ink.line } },
      },
      series: chart.series.map(({ name, values }, place) => ({
        name,
        type: 'line' as const,
        showSymbol: false,
        connectNulls: false,
        lineStyle: { width: 1.2, type: place < 2 ? ('solid' as const) : ('dashed' as const) },
        data: values.map((value, step) => [start + step * stepSeconds * 1000, value]),
        ...(place === 0 ? marksOf(chart, ahead, fontFamily) : {}),
      })),
    })
    return drawn.renderToSVGString()
  } finally {
    drawn.dispose()
  }
}

function marksOf({ marks = [], limit }: PaperChart, ahead: number, fontFamily: string) {
  return {
    markArea: {
      silent: true,
      itemStyle: { color: ink.outage, opacity: 0.14 },
      data: marks.map(
        ({ from, to }) =>
          [{ xAxis: from + ahead }, { xAxis: to + ahead }] as [{ xAxis: number }, { xAxis: number }],
      ),
    },
    ...(limit
      ? {
          markLine: {
            silent: true,
            symbol: 'none',
            lineStyle: { color: ink.outage, type: 'dashed' as const, width: 1 },
            label: {
              fontFamily,
              fontSize: 9,
              color: ink.outage,
              position: 'insideEndTop' as const,
              formatter: limit.name,
            },
            data: [{ yAxis: limit.value }],
          },
        }
      : {}),
  }
}

/** The end of the axis where the limit lies above all values, which the library does not show by itself; else null. */
function topWithLimit({ limit, series }: PaperChart): number | null {
  if (!limit) return null
  const highest = series
    .flatMap(({ values }) => values)
    .reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
  if (highest >= limit.value) return null
  const half = 10 ** Math.floor(Math.log10(limit.value)) / 2
  return Math.ceil((limit.value * 1.05) / half) * half
}

/** Digits alone, so that no language is needed: a date for days, with the time of day for hours. */
function axisText(at: number, length: number): string {
  const text = new Date(at).toISOString()
  return length > 3 * 86_400_000 ? text.slice(5, 10) : `${text.slice(5, 10)} ${text.slice(11, 16)}`
}
