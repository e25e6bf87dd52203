import { type MeasuredLine, overTargets } from './measured-line.ts'
import { type Built, chartOfLines, heading, methodBlocks, outageFigures } from './report-blocks.ts'
import type { Words } from './report-words.ts'

/** Lines beside each other, or beside themselves in the period before: a column each. */
export function comparisonBlocks(measured: readonly MeasuredLine[], words: Words): Built {
  const { t } = words
  const hasPeriods = new Set(measured.map(({ period }) => period.from)).size > 1
  const periodOf = ({ period }: MeasuredLine) =>
    t('lineReports.paper.fromTo', { from: words.time(period.from), to: words.time(period.to) })
  const nameOf = (one: MeasuredLine) =>
    `${one.line.outletName} · ${one.line.name}${hasPeriods ? ` · ${periodOf(one)}` : ''}`
  const row = (label: string, value: (one: MeasuredLine) => string) => [label, ...measured.map(value)]
  const outagesOf = (one: MeasuredLine) => outageFigures(one, words)
  return {
    name: [...new Set(measured.map(({ line }) => line.name))].join(' / '),
    blocks: [
      {
        kind: 'table',
        columns: [
          { title: '', width: 1.4, align: 'left' },
          ...measured.map((one) => ({ title: nameOf(one), width: 2, align: 'right' as const })),
        ],
        rows: [
          row(t('outlets.line.isp'), ({ line }) => words.isp(line)),
          row(t('lineReports.paper.contracted'), ({ line }) => words.contracted(line)),
          row(t('lineReports.paper.availability'), (one) => words.ratio(one.ledger.figures.availability)),
          row(t('lineReports.paper.coverage'), (one) => words.ratio(one.ledger.figures.coverage)),
          row(t('lineReports.paper.outages'), (one) => outagesOf(one).count),
          row(t('lineReports.paper.down'), (one) => outagesOf(one).down),
          row(t('lineReports.paper.loss'), (one) => words.number(overTargets(one, 'loss'), '%', 2)),
          row(t('lineReports.paper.rtt'), (one) => words.number(overTargets(one, 'rtt'), 'ms')),
          row(t('lineReports.paper.p95'), (one) => words.number(overTargets(one, 'p95'), 'ms')),
          row(t('lineReports.paper.jitter'), (one) => words.number(overTargets(one, 'jitter'), 'ms')),
        ],
        empty: t('lineReports.paper.noTargets'),
      },
      heading(t('lineReports.paper.quality')),
      ...chartOfLines('rtt', measured, nameOf, [], words),
      ...chartOfLines('loss', measured, nameOf, [], words),
      ...methodBlocks(words),
    ],
  }
}
