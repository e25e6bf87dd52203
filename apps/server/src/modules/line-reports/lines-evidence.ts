import type { MeasuredLine } from './measured-line.ts'
import {
  type Block,
  type Built,
  chart,
  heading,
  methodBlocks,
  isMeasured,
  outageFigures,
  outagePaths,
  outageTable,
  spansOf,
  summaryTable,
  targetTable,
} from './report-blocks.ts'
import type { Words } from './report-words.ts'

/** Evidence for the ISP: each line with what was contracted and what was measured. */
export function linesBlocks(measured: readonly MeasuredLine[], words: Words): Built {
  const { t } = words
  const [first] = measured
  const isSeveral = measured.length > 1
  const blocks: Block[] = []
  if (isSeveral) blocks.push(heading(t('lineReports.paper.summary')), summaryTable(measured, words))
  for (const one of measured) {
    blocks.push(
      heading(`${one.line.outletName} · ${one.line.name}`, isSeveral),
      lineFacts(one, words),
      heading(t('lineReports.paper.outageList')),
      ...outageTable(
        one.ledger.outages.map((outage) => ({ outage })),
        isMeasured(one),
        words,
      ),
      ...outagePaths(one, words),
      heading(t('lineReports.paper.quality')),
      targetTable(one, words),
      ...qualityCharts(one, words),
    )
  }
  blocks.push(...methodBlocks(words))
  const name = isSeveral
    ? t('lineReports.paper.several', { count: measured.length })
    : `${first?.line.outletName} · ${first?.line.name}`
  return { name, blocks }
}

function lineFacts(one: MeasuredLine, words: Words): Block {
  const { t } = words
  const { line } = one
  const { count, down } = outageFigures(one, words)
  const measured = (value: number | null) =>
    value === null ? t('lineReports.paper.notMeasured') : words.number(value / 1e6, 'Mbit/s')
  return {
    kind: 'facts',
    facts: [
      { label: t('outlets.line.isp'), value: words.isp(line) },
      { label: t('outlets.line.type'), value: t(`outlets.lineTypes.${line.type}`) },
      { label: t('outlets.line.account'), value: line.account || '—' },
      {
        label: t('outlets.address'),
        value: [line.region.replaceAll('/', ' '), line.address].join(' ').trim() || '—',
      },
      { label: t('lineReports.paper.contracted'), value: words.contracted(line) },
      {
        label: t('lineReports.paper.throughput'),
        value: t('lineReports.paper.downUp', { down: measured(one.down), up: measured(one.upward) }),
      },
      { label: t('lineReports.paper.availability'), value: words.ratio(one.ledger.figures.availability) },
      { label: t('lineReports.paper.coverage'), value: words.ratio(one.ledger.figures.coverage) },
      { label: t('lineReports.paper.outages'), value: count },
      { label: t('lineReports.paper.down'), value: down },
      { label: t('lineReports.paper.blind'), value: words.minutes(one.ledger.figures.blindMinutes) },
    ],
  }
}

/** Nothing is drawn where nothing was measured. */
function qualityCharts(one: MeasuredLine, words: Words): Block[] {
  const { t } = words
  return [
    ...(one.rtt.length === 0
      ? []
      : [chart(t('lineReports.paper.rtt'), 'ms', one, one.rtt, spansOf(one), words)]),
    ...(one.loss.length === 0
      ? []
      : [chart(t('lineReports.paper.loss'), '%', one, one.loss, spansOf(one), words)]),
  ]
}
