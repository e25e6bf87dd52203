import { isLinePart } from '@netward/contract/line-profiles'
import type { Report } from './line-report.repo.ts'
import { type Curve, type MeasuredLine, overTargets, together } from './measured-line.ts'
import { outageMoments, type LedgerEntry } from '../lines/index.ts'
import type { Span } from './outages.ts'
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
/** Of a line, with their paths. */
const mostPaths = 5

export const heading = (text: string, newPage = false): Block => ({ kind: 'heading', text, newPage })

export const isMeasured = ({ ledger }: MeasuredLine): boolean => ledger.figures.availability !== null

/** How many outages, and how long they lasted: `—` where nothing was measured, which is not none. */
export function outageFigures(one: MeasuredLine, { minutes }: Words): { count: string; down: string } {
  if (!isMeasured(one)) return { count: '—', down: '—' }
  const { outages, figures } = one.ledger
  return {
    count: String(outages.filter(({ counts }) => counts).length),
    down: minutes(figures.downMinutes),
  }
}

/** Outages that count, as a chart marks them. */
export const spansOf = ({ ledger }: MeasuredLine): Span[] =>
  ledger.outages
    .filter(({ counts }) => counts)
    .map(({ beganAt, endedAt }) => ({
      from: Date.parse(beganAt),
      to: endedAt === null ? Date.now() : Date.parse(endedAt),
    }))

/** A chart with a curve for each line, by name; nothing where nothing was measured. */
export function chartOfLines(
  of: 'rtt' | 'loss',
  measured: readonly MeasuredLine[],
  nameOf: (one: MeasuredLine) => string,
  outages: readonly Span[],
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
  outages: readonly Span[],
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
      const { count, down } = outageFigures(one, words)
      return [
        one.line.outletName,
        one.line.name,
        words.isp(one.line),
        words.ratio(one.ledger.figures.availability),
        words.ratio(one.ledger.figures.coverage),
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
      isLinePart(target) ? t(`lines.smoke.targets.${target}`) : target,
      number(loss, '%', 2),
      number(rtt, 'ms'),
      number(p95, 'ms'),
      number(jitter, 'ms'),
    ]),
    empty: t('lineReports.paper.noTargets'),
  }
}

const lengthOf = ({ downMinutes }: LedgerEntry) => downMinutes

/** `of`: named where the outages of several lines stand in one table. */
export function outageTable(
  rows: readonly { outage: LedgerEntry; of?: string }[],
  measured: boolean,
  { t, time, minutes, number }: Words,
): Block[] {
  const named = rows.some(({ of }) => of !== undefined)
  const longest = rows.toSorted((a, b) => lengthOf(b.outage) - lengthOf(a.outage))
  const shown = longest
    .slice(0, mostOutages)
    .toSorted((a, b) => Date.parse(a.outage.beganAt) - Date.parse(b.outage.beganAt))
  const left = (title: string, width: number) => ({ title, width, align: 'left' as const })
  const table: Block = {
    kind: 'table',
    columns: [
      ...(named ? [left(t('lineReports.paper.line'), 2)] : []),
      left(t('lineReports.paper.start'), 2),
      left(t('lineReports.paper.end'), 2),
      { title: t('lineReports.paper.length'), width: 1.2, align: 'right' },
      left(t('lineReports.paper.cause'), 1.6),
      left(t('lineReports.paper.responsibility'), 1.4),
      left(t('lineReports.paper.remark'), 3),
    ],
    rows: shown.map(({ outage, of }) => [
      ...(named ? [of ?? ''] : []),
      time(Date.parse(outage.beganAt)),
      outage.endedAt === null ? t('lineReports.paper.lasts') : time(Date.parse(outage.endedAt)),
      minutes(outage.downMinutes),
      t(`lines.causes.${outage.cause}`),
      t(`lines.responsibilities.${outage.responsibility}`),
      [
        outage.counts ? '' : t('lines.secondViews.disagrees'),
        outage.worstLoss === null
          ? ''
          : t('lineReports.paper.worstMinute', {
              at: time(Date.parse(outage.worstAt)),
              loss: number(outage.worstLoss, '%', 0),
            }),
        outage.targets.length === 0
          ? ''
          : t('lineReports.paper.failedTargets', {
              targets: outage.targets.map((target) => t(`lines.smoke.targets.${target}`)).join(' / '),
            }),
        outage.causeRule === null ? '' : t(`lines.causeRules.${outage.causeRule}`),
        outage.note,
      ]
        .filter((text) => text !== '')
        .join(' · ') || '—',
    ]),
    empty: t(measured ? 'lineReports.paper.noOutages' : 'lineReports.paper.notMeasured'),
  }
  if (longest.length <= mostOutages) return [table]
  return [
    table,
    { kind: 'note', text: t('lineReports.paper.longest', { shown: mostOutages, all: longest.length }) },
  ]
}

/** Paths of the longest outages that have any: at their moments, beside the healthy one before. */
export function outagePaths({ ledger }: MeasuredLine, { t, time, number }: Words): Block[] {
  const withPaths = ledger.outages
    .filter(({ paths }) => outageMoments.some((moment) => moment !== 'healthy' && paths[moment] !== null))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, mostPaths)
    .toSorted((a, b) => Date.parse(a.beganAt) - Date.parse(b.beganAt))
  return withPaths.flatMap(({ beganAt, paths }): Block[] => {
    const last = Math.max(...outageMoments.map((moment) => paths[moment]?.hops.at(-1)?.ttl ?? 0))
    const cell = (moment: (typeof outageMoments)[number], ttl: number) => {
      const path = paths[moment]
      if (path === null) return ''
      const hop = path.hops.find((one) => one.ttl === ttl)
      if (hop === undefined) return ''
      if (hop.address === null) return t('lines.noAnswer')
      const network = ledger.networks.get(hop.address)
      const of = network === undefined ? '' : ` (AS${network.asn} ${network.name})`
      return `${hop.address}${of} ${number(hop.rtt, 'ms')}`
    }
    return [
      { kind: 'note', text: t('lineReports.paper.pathsOf', { at: time(Date.parse(beganAt)) }) },
      {
        kind: 'table',
        columns: [
          { title: t('lines.hop'), width: 0.6, align: 'right' },
          ...outageMoments.map((moment) => ({
            title: t(`lines.moments.${moment}`),
            width: 2.6,
            align: 'left' as const,
          })),
        ],
        rows: [
          ...Array.from({ length: last }, (_, n) => [
            String(n + 1),
            ...outageMoments.map((moment) => cell(moment, n + 1)),
          ]),
          [
            '',
            ...outageMoments.map((moment) => {
              const path = paths[moment]
              if (path === null) return t('lineReports.paper.noPath')
              return t(path.reached ? 'lineReports.paper.reached' : 'lines.notReached')
            }),
          ],
        ],
        empty: '',
      },
    ]
  })
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
