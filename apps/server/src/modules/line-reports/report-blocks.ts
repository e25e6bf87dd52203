import type { Report } from './line-report.repo.ts'
import { type Curve, type MeasuredLine, overTargets, together } from './measured-line.ts'
import type { Outage } from './outages.ts'
import type { Words } from './report-words.ts'

export type Block = Report['blocks'][number]

/** What a kind of report says, and whom it is about. */
export interface Built {
  readonly name: string
  readonly blocks: Block[]
}

/** Curves of a chart: more look alike on paper. */
const mostCurves = 4
/** Outages that a table lists: the longest, in order of time. */
const mostOutages = 200

export const heading = (text: string, newPage = false): Block => ({ kind: 'heading', text, newPage })

const downMinutes = (outages: readonly Outage[]): number =>
  Math.round(outages.reduce((sum, { from, to }) => sum + (to - from), 0) / 60_000)

/** How many outages, and how long they lasted: `—` where nothing was measured, which is not none. */
export function outageFigures(
  outages: readonly Outage[],
  isMeasured: boolean,
  { minutes }: Words,
): { count: string; down: string } {
  if (!isMeasured) return { count: '—', down: '—' }
  return { count: String(outages.length), down: minutes(downMinutes(outages)) }
}

/** A chart with a curve for each line, by name; nothing where nothing was measured. */
export function chartOfLines(
  of: 'rtt' | 'loss',
  measured: readonly MeasuredLine[],
  nameOf: (one: MeasuredLine) => string,
  outages: readonly Outage[],
  words: Words,
): Block[] {
  const curves = measured
    .filter((one) => one[of].length > 0)
    .map((one) => together(nameOf(one), one[of], one.chart.steps))
  const unit = of === 'rtt' ? 'ms' : '%'
  return curves.length === 0
    ? []
    : [chart(words.t(`lineReports.paper.${of}`), unit, measured[0]!, curves, outages, words)]
}

export function chart(
  title: string,
  unit: string,
  { chart: { start, stepSeconds, steps } }: Pick<MeasuredLine, 'chart'>,
  curves: readonly Curve[],
  outages: readonly Outage[],
  { timeZone }: Words,
): Block {
  return {
    kind: 'chart',
    title,
    unit,
    timeZone,
    start,
    stepSeconds,
    steps,
    series: curves.slice(0, mostCurves).map(({ name, values }) => ({ name, values: [...values] })),
    marks: outages.slice(0, mostOutages).map(({ from, to }) => ({ from, to })),
  }
}

/** One row a line, for reports on several. */
export function summaryTable(measured: readonly MeasuredLine[], words: Words): Block {
  const { t } = words
  const right = (title: string, width: number) => ({ title, width, align: 'right' as const })
  return {
    kind: 'table',
    columns: [
      { title: t('outlets.line.outlet'), width: 3, align: 'left' },
      { title: t('lineReports.paper.line'), width: 2.4, align: 'left' },
      { title: t('outlets.line.isp'), width: 2, align: 'left' },
      right(t('lineReports.paper.availability'), 1.8),
      right(t('lineReports.paper.coverage'), 1.8),
      right(t('lineReports.paper.outages'), 1.3),
      right(t('lineReports.paper.down'), 1.8),
      right(t('lineReports.paper.loss'), 1.6),
      right(t('lineReports.paper.rtt'), 1.8),
    ],
    rows: measured.map((one) => {
      const { count, down } = outageFigures(one.outages, one.measured > 0, words)
      return [
        one.line.outletName,
        one.line.name,
        words.isp(one.line),
        words.share(one.up, one.measured),
        words.share(one.measured, one.minutes),
        count,
        down,
        words.number(overTargets(one, 'loss'), '%', 2),
        words.number(overTargets(one, 'rtt'), 'ms'),
      ]
    }),
    empty: t('lineReports.paper.noTargets'),
  }
}

export function targetTable({ targets }: MeasuredLine, { t, number }: Words): Block {
  const right = (title: string) => ({ title, width: 1.4, align: 'right' as const })
  return {
    kind: 'table',
    columns: [
      { title: t('lineReports.paper.target'), width: 3, align: 'left' },
      right(t('lineReports.paper.loss')),
      right(t('lineReports.paper.rtt')),
      right(t('lineReports.paper.p95')),
      right(t('lineReports.paper.jitter')),
    ],
    rows: targets.map(({ target, loss, rtt, p95, jitter }) => [
      target,
      number(loss, '%', 2),
      number(rtt, 'ms'),
      number(p95, 'ms'),
      number(jitter, 'ms'),
    ]),
    empty: t('lineReports.paper.noTargets'),
  }
}

/** `of`: named where the outages of several lines stand in one table. */
export function outageTable(
  rows: readonly { outage: Outage; of?: string }[],
  measured: boolean,
  { t, time, minutes }: Words,
): Block[] {
  const named = rows.some(({ of }) => of !== undefined)
  const longest = rows.toSorted((a, b) => b.outage.to - b.outage.from - (a.outage.to - a.outage.from))
  const shown = longest.slice(0, mostOutages).toSorted((a, b) => a.outage.from - b.outage.from)
  const table: Block = {
    kind: 'table',
    columns: [
      ...(named ? [{ title: t('lineReports.paper.line'), width: 2, align: 'left' as const }] : []),
      { title: t('lineReports.paper.start'), width: 2, align: 'left' },
      { title: t('lineReports.paper.end'), width: 2, align: 'left' },
      { title: t('lineReports.paper.length'), width: 1.4, align: 'right' },
      { title: t('lineReports.paper.after'), width: 2, align: 'left' },
    ],
    rows: shown.map(({ outage, of }) => [
      ...(named ? [of ?? ''] : []),
      time(outage.from),
      time(outage.to),
      minutes((outage.to - outage.from) / 60_000),
      t(`lineReports.paper.ends.${outage.end}`),
    ]),
    empty: t(measured ? 'lineReports.paper.noOutages' : 'lineReports.paper.notMeasured'),
  }
  if (longest.length <= mostOutages) return [table]
  return [
    table,
    { kind: 'note', text: t('lineReports.paper.longest', { shown: mostOutages, all: longest.length }) },
  ]
}

/** How the figures came about, and by which clock. */
export function methodBlocks({ t, timeZone }: Words): Block[] {
  return [
    heading(t('lineReports.paper.method')),
    { kind: 'note', text: t('lineReports.paper.methods.availability') },
    { kind: 'note', text: t('lineReports.paper.methods.quality') },
    { kind: 'note', text: t('lineReports.paper.methods.throughput') },
    { kind: 'note', text: t('lineReports.paper.methods.time', { zone: timeZone }) },
  ]
}
