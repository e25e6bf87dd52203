import type { Theme } from '../../lib/preferences.ts'
import { chartInks } from '../../ui/chart-look.ts'
import { toneColour } from '../../ui/tone-look.ts'
import type { NamedMeasure, PanelRow } from './panel.ts'

export interface PanelDrawing {
  readonly measures: readonly (NamedMeasure & { readonly label: string })[]
  readonly rows: readonly PanelRow[]
  readonly theme: Theme
  /** Of a step: `11-27`, `09:00`. */
  readonly stepText: (at: string) => string
  readonly text: (value: number | null, measure: NamedMeasure) => string
}

const small = 11

const tooltipOf = (theme: Theme) => ({
  // Names come from devices: text, never markup.
  renderMode: 'richText' as const,
  confine: true,
  backgroundColor: chartInks[theme].surface,
  borderColor: chartInks[theme].line,
  textStyle: { color: chartInks[theme].text, fontSize: 12 },
})

/** Stacked bars of counts, lines of rates, in the steps of the period. */
export function timeOption({ measures, rows, theme, stepText, text }: PanelDrawing) {
  const ink = chartInks[theme]
  const stacks = measures.filter(({ unit, line }) => unit === 'count' && line !== true).length > 2
  const [first] = measures
  const steps = rows.map(({ at }) => stepText(at ?? ''))
  return {
    animation: false,
    aria: { enabled: true },
    grid: { left: 8, right: 12, top: 32, bottom: 4, outerBoundsMode: 'same' as const },
    legend: {
      top: 0,
      left: 0,
      type: 'scroll' as const,
      itemWidth: 12,
      itemHeight: 8,
      textStyle: { color: ink.text, fontSize: 12 },
    },
    tooltip: { ...tooltipOf(theme), trigger: 'axis' as const },
    xAxis: {
      type: 'category' as const,
      data: steps,
      axisLine: { lineStyle: { color: ink.line } },
      axisTick: { show: false },
      axisLabel: { color: ink.text, fontSize: small, hideOverlap: true },
    },
    yAxis: {
      type: 'value' as const,
      minInterval: first?.unit === 'count' ? 1 : 0,
      // A rate near its whole says nothing on an axis from zero.
      scale: first?.unit === 'share',
      ...(first?.unit === 'share' && { max: 1 }),
      splitNumber: 4,
      axisLabel: {
        color: ink.text,
        fontSize: small,
        formatter: (value: number) =>
          first === undefined
            ? String(value)
            : text(value, { ...first, decimals: isWhole(value, first) ? 0 : (first.decimals ?? 1) }),
      },
      splitLine: { lineStyle: { color: ink.line } },
    },
    series: measures.map((measure, place) => {
      const isBar = measure.unit === 'count' && measure.line !== true
      const colour = toneColour(theme, measure.tone, place)
      return {
        name: measure.label,
        type: isBar ? ('bar' as const) : ('line' as const),
        ...(isBar && stacks && { stack: 'all' }),
        data: rows.map(({ values }) => values[place] ?? null),
        color: colour,
        barMaxWidth: 18,
        connectNulls: false,
        showSymbol: rows.length < 2,
        lineStyle: {
          width: 1.8,
          ...(measure.line === true && measure.tone === 'quiet' && { type: 'dashed' as const }),
        },
        tooltip: {
          valueFormatter: (value: unknown) => text(typeof value === 'number' ? value : null, measure),
        },
      }
    }),
  }
}

/** Whether the axis says all of a value without decimals; of a share, its percentage. */
const isWhole = (value: number, { unit }: NamedMeasure) => {
  const shown = unit === 'share' ? value * 100 : value
  return Math.abs(shown - Math.round(shown)) < 1e-6
}

/** The area is the first measure, the colour the tone of the row. */
export function treemapOption({ rows, theme, measures, text }: PanelDrawing) {
  const ink = chartInks[theme]
  return {
    animation: false,
    aria: { enabled: true },
    tooltip: {
      ...tooltipOf(theme),
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const row = rows[dataIndex - 1]
        if (row === undefined) return ''
        return [
          row.label,
          ...measures.map((one, n) => `${one.label} ${text(row.values[n] ?? null, one)}`),
        ].join('\n')
      },
    },
    series: [
      {
        type: 'treemap' as const,
        left: 0,
        right: 0,
        top: 0,
        bottom: 0,
        roam: false,
        nodeClick: false as const,
        breadcrumb: { show: false },
        itemStyle: { borderColor: ink.surface, borderWidth: 1, gapWidth: 2 },
        label: {
          color: '#ffffff',
          fontSize: 13,
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const row = rows[dataIndex - 1]
            return row === undefined ? '' : `${row.label}\n${row.values[0] ?? 0}`
          },
        },
        data: rows.map((row) => ({
          name: row.label,
          value: row.values[0] ?? 0,
          itemStyle: { color: toneColour('light', row.tone) },
        })),
      },
    ],
  }
}

/** Points at the first two measures, a series a group. */
export function scatterOption({ rows, theme, measures, text }: PanelDrawing) {
  const ink = chartInks[theme]
  const groups = [...new Set(rows.map(({ group }) => group ?? ''))]
  const [x, y] = measures
  const axis = (measure: typeof x) => ({
    type: 'value' as const,
    name: measure?.label ?? '',
    nameLocation: 'middle' as const,
    nameGap: 26,
    nameTextStyle: { color: ink.text, fontSize: small },
    axisLine: { lineStyle: { color: ink.line } },
    axisLabel: {
      color: ink.text,
      fontSize: small,
      formatter: (value: number) => (measure === undefined ? String(value) : text(value, measure)),
    },
    splitLine: { lineStyle: { color: ink.line } },
  })
  const shapes = ['circle', 'rect', 'triangle', 'diamond', 'pin'] as const
  return {
    animation: false,
    aria: { enabled: true },
    grid: { left: 34, right: 16, top: 32, bottom: 34, outerBoundsMode: 'same' as const },
    legend: { top: 0, left: 0, textStyle: { color: ink.text, fontSize: 12 }, itemWidth: 12, itemHeight: 8 },
    tooltip: {
      ...tooltipOf(theme),
      formatter: ({ data }: { data: { name: string; value: [number, number] } }) =>
        [
          data.name,
          ...data.value.map(
            (value, n) =>
              `${measures[n]?.label ?? ''} ${measures[n] === undefined ? value : text(value, measures[n])}`,
          ),
        ].join('\n'),
    },
    xAxis: axis(x),
    yAxis: axis(y),
    series: groups.map((group, place) => ({
      name: group,
      type: 'scatter' as const,
      symbol: shapes[place % shapes.length],
      symbolSize: 9,
      color: toneColour(theme, 'series', place),
      data: rows
        .filter((row) => (row.group ?? '') === group && row.values[0] !== null && row.values[1] !== null)
        .map((row) => ({
          name: row.label,
          value: [row.values[0] ?? 0, row.values[1] ?? 0],
          rowKey: row.key,
        })),
    })),
  }
}

export const optionOf = { time: timeOption, treemap: treemapOption, scatter: scatterOption } as const
export type DrawnChart = keyof typeof optionOf
