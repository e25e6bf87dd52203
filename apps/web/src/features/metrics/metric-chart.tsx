import { DownloadOutlined, TableOutlined } from '@ant-design/icons'
import type { MetricName } from '@netward/contract/metric-catalogue'
import { Button, Select } from 'antd'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiDownload } from '../../lib/api-client.ts'
import { shownAs, useMetricText } from '../../lib/metric-format.ts'
import { useApi } from '../../lib/use-api.ts'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { TimeChart, type TimeLimit } from '../../ui/time-chart.tsx'
import type { ChartSpec } from './chart-groups.ts'
import {
  curvesOf,
  ordered,
  type RangeAnswer,
  seriesKey,
  seriesName,
  tickOf,
  weekDays,
} from './chart-series.ts'
import { cursor } from './cursor.ts'
import { LegendTable, type LegendRow } from './legend-table.tsx'
import { zoomTo } from '../../ui/range/range.ts'
import { useRange } from '../../ui/range/use-range.ts'
import { useSeen } from './use-seen.ts'
import { ValuesDrawer } from './values-drawer.tsx'
import './metrics.css'

/** A chart is about 600 pixels wide: two pixels a value. */
const points = 300
/** There are as many colours. */
const drawnAtFirst = 6
const noLimits: readonly { label: string; value: number }[] = []

export interface MetricChartProps {
  readonly spec: ChartSpec
  readonly of: { readonly deviceId: string } | { readonly lineId: string }
  /** Only these; undefined: all. */
  readonly instances?: readonly string[] | undefined
  /** Others that exist, for the choice; the names of people. */
  readonly offered?: readonly { readonly instance: string; readonly label: string }[] | undefined
  readonly limits?: readonly { readonly label: string; readonly value: number }[] | undefined
  /** Draws the 95th percentile of each curve: as carriers bill. */
  readonly percentile?: boolean
  /** Where the title of the chart says too little. */
  readonly titled?: string
  /** Without values there is nothing in its place. */
  readonly hideEmpty?: boolean
}

/** One chart with its figures, read when it comes into view. */
export function MetricChart(props: MetricChartProps) {
  const { spec, of, offered = [] } = props
  const { t } = useTranslation()
  const { ref, seen } = useSeen()
  const { state, span, change } = useRange()
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const [tabular, setTabular] = useState(false)
  const instances = picked ?? props.instances
  const input = {
    ...of,
    metrics: [...spec.metrics],
    ...(instances !== undefined && { instances: [...instances] }),
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    points,
  }
  const asked = { ...input, compare: state.compare }
  const read = useApi(
    'POST /monitor/api/v1/metrics/range',
    { ...asked, percentile: false },
    { enabled: seen && instances?.length !== 0, keepPrevious: true },
  )
  // Of long ranges the curves come first, and their 95th percentiles behind them.
  const withPercentiles = useApi('POST /monitor/api/v1/metrics/range', asked, {
    enabled: seen && read.data?.resolution === '1h' && !read.isPlaceholderData,
  })
  const title = props.titled ?? t(spec.title)
  const answer = withPercentiles.data ?? read.data
  const empty = answer !== undefined && answer.series.length === 0
  if (props.hideEmpty === true && empty && !read.isPlaceholderData) return null
  return (
    <section ref={ref} className="metric-chart" aria-label={title} aria-busy={read.isFetching}>
      <header>
        <h3>{title}</h3>
        {offered.length > drawnAtFirst && (
          <Select
            mode="multiple"
            size="small"
            className="metric-chart-pick"
            aria-label={t('monitoring.chart.pick', { title })}
            maxTagCount={0}
            maxTagPlaceholder={t('monitoring.chart.picked', {
              shown: instances?.length ?? 0,
              total: offered.length,
            })}
            maxCount={12}
            value={[...(instances ?? [])]}
            options={offered.map(({ instance, label }) => ({ value: instance, label }))}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(chosen: string[]) => setPicked(chosen.length === 0 ? null : chosen)}
          />
        )}
        <span className="metric-chart-acts">
          <Button
            type="text"
            size="small"
            icon={<TableOutlined />}
            aria-label={t('monitoring.chart.tableOf', { title })}
            title={t('monitoring.chart.table')}
            disabled={answer === undefined || empty}
            onClick={() => setTabular(true)}
          />
          <CsvButton title={title} input={input} disabled={answer === undefined || empty} />
        </span>
      </header>
      {answer === undefined ? (
        <div className="metric-chart-room">
          <PendingState read={read} rows={3} />
        </div>
      ) : empty ? (
        <div className="metric-chart-room">
          <EmptyState title={t('monitoring.chart.none')} hint={t('monitoring.chart.noneHint')} />
        </div>
      ) : (
        <Drawn
          {...props}
          title={title}
          answer={answer}
          span={span}
          tabular={tabular}
          onTabular={setTabular}
          onZoom={(a, b) => change({ zoom: zoomTo(span, a, b) })}
        />
      )}
    </section>
  )
}

function Drawn({
  spec,
  title,
  answer,
  span,
  limits: given = noLimits,
  percentile = false,
  tabular,
  onTabular,
  onZoom,
}: MetricChartProps & {
  title: string
  answer: RangeAnswer
  span: { from: number; to: number }
  tabular: boolean
  onTabular: (open: boolean) => void
  onZoom: (from: number, to: number) => void
}) {
  const { t } = useTranslation()
  const metricText = useMetricText()
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [main] = spec.metrics
  const { unit, factor } = shownAs(main ?? 'cpu_usage')
  const { beforeDays } = answer
  const before =
    beforeDays === null
      ? ''
      : beforeDays === weekDays
        ? t('monitoring.chart.weekBefore')
        : t('monitoring.chart.daysBefore', { days: beforeDays })
  const rows = useMemo(
    () =>
      ordered(answer.series, spec.metrics, spec.lowest === true).map((series, colour): LegendRow => {
        const key = seriesKey(series)
        const name = seriesName(
          series,
          answer.series,
          (metric) => t(`metrics.names.${metric}`),
          (metric) => shortName(t, metric),
        )
        return { key, name, colour, series, drawn: colour < drawnAtFirst !== toggled.has(key) }
      }),
    [answer, spec, toggled, t],
  )
  const drawn = useMemo(() => rows.filter((row) => row.drawn), [rows])
  const curves = useMemo(
    () =>
      curvesOf(
        answer,
        drawn.map((row) => ({
          ...row,
          beforeName: t('monitoring.chart.before', { name: row.name, before }),
        })),
      ),
    [answer, drawn, before, t],
  )
  const limits = useMemo((): TimeLimit[] => {
    const p95 = drawn.flatMap(({ series, colour, name }) =>
      percentile && series.p95 !== null
        ? [
            {
              label: t('monitoring.chart.p95Of', { name, value: metricText(series.metric, series.p95) }),
              value: series.p95,
              colour,
            },
          ]
        : [],
    )
    const own = given.map(({ label, value }) => ({
      label: t('monitoring.chart.limitAt', { name: label, value: metricText(main ?? 'cpu_usage', value) }),
      value,
      colour: null,
    }))
    return [...own, ...p95]
    // oxlint-disable-next-line react/exhaustive-deps -- the text function is new on every render
  }, [drawn, given, percentile, t])
  const highest = Math.max(0, ...drawn.map(({ series }) => series.max ?? 0))
  const format = (value: number) => metricText(main ?? 'cpu_usage', value)
  const toggle = (key: string) =>
    setToggled((set) => {
      const next = new Set(set)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return (
    <>
      <TimeChart
        title={title}
        series={curves}
        limits={limits}
        from={span.from}
        to={span.to}
        stepMs={answer.stepSeconds * 1000}
        format={format}
        // Bits are eight to the octet: ticks are round in what is read.
        tick={factor === 1 ? tickOf(unit, highest) : 1 / factor}
        {...(spec.belowZero !== true && { min: 0 })}
        {...(spec.max !== undefined && { max: spec.max })}
        stepped={spec.stepped === true}
        filled={drawn.length <= 2 && spec.belowZero !== true}
        cursor={cursor}
        onZoom={onZoom}
      />
      <LegendTable title={title} rows={rows} onToggle={toggle} />
      {answer.more && <p className="metric-chart-note">{t('monitoring.chart.more')}</p>}
      <ValuesDrawer
        title={title}
        open={tabular}
        onClose={() => onTabular(false)}
        answer={answer}
        rows={drawn}
      />
    </>
  )
}

/** Of an interface's counters the direction: the chart is called by the rest. */
function shortName(t: TFunction, metric: MetricName): string {
  if (metric.startsWith('interface_in_')) return t('monitoring.chart.in')
  if (metric.startsWith('interface_out_')) return t('monitoring.chart.out')
  return t(`metrics.names.${metric}`)
}

function CsvButton({
  title,
  input,
  disabled,
}: {
  title: string
  input: Parameters<typeof apiDownload<'POST /monitor/api/v1/metrics/export'>>[1]
  disabled: boolean
}) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await apiDownload('POST /monitor/api/v1/metrics/export', input, title)
    } catch {
      // The client has reported it.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      type="text"
      size="small"
      icon={<DownloadOutlined />}
      aria-label={t('monitoring.chart.csvOf', { title })}
      title={t('monitoring.chart.csv')}
      loading={busy}
      disabled={disabled}
      onClick={() => void save()}
    />
  )
}
