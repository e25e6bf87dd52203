import type { EndpointOutput } from '@netward/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { useApi } from '../../lib/use-api.ts'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { msText, percentText, targetText } from './line.ts'
import './lines.css'

const minuteMs = 60_000
const dayMs = 86_400_000
const mostPoints = 300
const height = 160
const metrics = [
  'line_rtt_min',
  'line_rtt_q25',
  'line_rtt_median',
  'line_rtt_q75',
  'line_rtt_max',
  'line_loss',
  // Of gateways, which know no more.
  'line_rtt_avg',
] as const

type Answer = EndpointOutput<'POST /monitor/api/v1/metrics/range'>
type Values = readonly (number | null)[]

/** How round-trip times were distributed in the last day, by target: never the mean alone. */
export function SmokeCharts({
  lineId,
  everyMinutes,
}: {
  lineId: string
  /** From one test to the next: a chart of shorter steps would show gaps between them. */
  everyMinutes: number
}) {
  const { t } = useTranslation()
  const now = useNow(minuteMs)
  const to = Math.ceil(now / minuteMs) * minuteMs
  const read = useApi(
    'POST /monitor/api/v1/metrics/range',
    {
      lineId,
      metrics: [...metrics],
      from: new Date(to - dayMs).toISOString(),
      to: new Date(to).toISOString(),
      points: Math.min(mostPoints, Math.floor(dayMs / minuteMs / everyMinutes)),
      percentile: false,
      compare: false,
    },
    { keepPrevious: true },
  )
  if (read.data === undefined) return <PendingState read={read} rows={4} />
  const targets = [
    ...new Set(
      read.data.series
        .filter(({ metric }) => metric === 'line_rtt_median' || metric === 'line_rtt_avg')
        .map(({ instance }) => instance),
    ),
  ]
  if (targets.length === 0) return <EmptyState title={t('lines.smoke.none')} />
  return (
    <>
      {targets.map((target) => (
        <Smoke key={target} answer={read.data} target={target} />
      ))}
      <p className="line-note">
        {t(
          read.data.series.some(({ metric }) => metric === 'line_rtt_median')
            ? 'lines.smoke.legend'
            : 'lines.smoke.legendMean',
        )}
      </p>
      <p className="line-note">{t('lines.howMeasured')}</p>
    </>
  )
}

function Smoke({ answer, target }: { answer: Answer; target: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const of = (metric: (typeof metrics)[number]) =>
    answer.series.find((one) => one.metric === metric && one.instance === target)
  const [low, q25, median, q75, high] = metrics.slice(0, 5).map((metric) => of(metric)?.values ?? [])
  const loss = of('line_loss')?.values ?? []
  const known = of('line_rtt_median') ?? of('line_rtt_avg')
  const isMean = of('line_rtt_median') === undefined
  const most = Math.max(1, ...(high ?? []).map((value) => value ?? 0))
  const width = answer.steps
  const y = (value: number) => height - 8 - (value / most) * (height - 16)
  const name = targetText(target, t)
  const from = new Date(answer.start).getTime()
  return (
    <figure className="smoke">
      <figcaption>
        {name}{' '}
        <span className="quiet">
          {t(isMean ? 'lines.smoke.describeMean' : 'lines.smoke.describe', {
            median: msText(known?.mean ?? null).replace(' ms', ''),
            max: msText(of('line_rtt_max')?.max ?? null).replace(' ms', ''),
          })}
          {' · '}
          {t('lines.loss')} {percentText(of('line_loss')?.mean ?? null)}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        {bands(low ?? [], high ?? [], y).map((path) => (
          <polygon key={path} className="smoke-outer" points={path} />
        ))}
        {bands(q25 ?? [], q75 ?? [], y).map((path) => (
          <polygon key={path} className="smoke-inner" points={path} />
        ))}
        {runsOf(isMean ? (known?.values ?? []) : (median ?? [])).map((run) => (
          <polyline
            key={run[0]?.[0]}
            className="smoke-median"
            vectorEffect="non-scaling-stroke"
            points={run.map(([x, value]) => `${x},${y(value)} ${x + 1},${y(value)}`).join(' ')}
          />
        ))}
        {loss.map((value, x) =>
          value === null || value === 0 ? null : (
            <rect
              key={x}
              className="smoke-loss"
              x={x}
              width={1}
              y={height - Math.max(3, (value / 100) * height)}
              height={Math.max(3, (value / 100) * height)}
            />
          ),
        )}
      </svg>
      <div className="smoke-axis">
        <span>{format.dateTime(new Date(from)).slice(0, 16)}</span>
        <span>0–{msText(most)}</span>
        <span>{format.dateTime(new Date(from + answer.steps * answer.stepSeconds * 1000)).slice(0, 16)}</span>
      </div>
    </figure>
  )
}

/** Runs of values between gaps. */
function runsOf(values: Values): (readonly [number, number])[][] {
  const runs: (readonly [number, number])[][] = []
  let open = false
  for (const [x, value] of values.entries()) {
    if (value === null) open = false
    else if (open) runs.at(-1)?.push([x, value])
    else {
      runs.push([[x, value]])
      open = true
    }
  }
  return runs
}

function bands(low: Values, high: Values, y: (value: number) => number): string[] {
  return runsOf(low).map((run) => {
    const top = run.flatMap(([x]) => {
      const at = y(high[x] ?? 0)
      return [`${x},${at}`, `${x + 1},${at}`]
    })
    const bottom = run.toReversed().flatMap(([x, value]) => [`${x + 1},${y(value)}`, `${x},${y(value)}`])
    return [...top, ...bottom].join(' ')
  })
}
