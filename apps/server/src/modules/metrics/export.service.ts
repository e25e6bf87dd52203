import type { InputOf, metricApi } from '@netward/contract'
import { metricOf } from '@netward/contract/metric-catalogue'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer, SeveralTransactions } from '../../platform/http/route.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { type ReadRange, readRange } from './range.service.ts'

/** A row per time and series; what was not measured has no row. */
export async function exportMetrics(
  ctx: SeveralTransactions,
  store: MetricStore,
  input: InputOf<typeof metricApi.exportMetrics>,
): Promise<CsvAnswer> {
  const { points: _points, ...asked } = input
  const read = await readRange(ctx, store, { ...input, compare: false, percentile: false }, (inside) =>
    inside.audit({
      action: 'metrics.exported',
      subjectKind: input.deviceId === undefined ? 'line' : 'device',
      subjectId: input.deviceId ?? input.lineId ?? '',
      detail: asked,
    }),
  )
  const heading = csvLine([
    `${ctx.phrase('metrics.time')} (${read.timeZone})`,
    ctx.phrase('metrics.metric'),
    ctx.phrase('metrics.instance'),
    ctx.phrase('metrics.value'),
    ctx.phrase('metrics.low'),
    ctx.phrase('metrics.high'),
    ctx.phrase('metrics.unit'),
  ])
  return { name: ctx.phrase('metrics.exportLabel'), csv: pieces(heading, lines(ctx, read)) }
}

function* lines(ctx: SeveralTransactions, { ranges, labels, start, stepSeconds, timeZone }: ReadRange) {
  const moment = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  for (const { series, values, lows, highs } of ranges) {
    const { kind, unit } = metricOf(series.metric)
    // As charts show it: traffic in bits.
    const isTraffic = kind === 'counter' && unit === 'By'
    const factor = isTraffic ? 8 : 1
    const name = ctx.phrase(`metrics.names.${series.metric}`)
    const label = labels(series).label
    for (const [index, value] of values.entries()) {
      if (value === null) continue
      yield csvLine([
        moment.format(start + index * stepSeconds * 1000),
        name,
        label,
        text(value, factor),
        text(lows[index], factor),
        text(highs[index], factor),
        isTraffic ? 'bit/s' : kind === 'counter' ? `${unit}/s` : unit,
      ])
    }
  }
}

const text = (value: number | null | undefined, factor: number) =>
  value === null || value === undefined ? '' : String(Number((value * factor).toPrecision(12)))

const inAPiece = 1000

async function* pieces(heading: string, rows: Iterable<string>): AsyncGenerator<string> {
  let piece = [heading]
  for (const row of rows) {
    piece.push(row)
    if (piece.length < inAPiece) continue
    yield piece.join('')
    piece = []
  }
  yield piece.join('')
}
