import { enoughWithinTarget, judgedEveryMinutes } from '@netward/contract/line-quality-values'
import type { MeasuredLine } from './measured-line.ts'
import { outagesOf, siteByMinute } from './outages.ts'
import {
  type Built,
  chartOfLines,
  heading,
  isMeasured,
  methodBlocks,
  outageTable,
  summaryTable,
} from './report-blocks.ts'
import type { Words } from './report-words.ts'

/** The share of lines within target; those that are measured too seldom to say are named beside it. */
function onTarget(measured: readonly MeasuredLine[], { t, share }: Words): string {
  const judged = measured.filter(({ ledger }) => ledger.everyMinutes <= judgedEveryMinutes)
  const shares = judged.flatMap(({ ledger }) => ledger.figures.withinTarget ?? [])
  const good = shares.filter((one) => one >= enoughWithinTarget).length
  const counted = t('lineReports.paper.onTargetOf', { good, all: shares.length })
  const seldom = measured.length - judged.length
  return [
    shares.length === 0 ? '—' : `${share(good, shares.length)} (${counted})`,
    ...(seldom === 0 ? [] : [t('lineReports.paper.seldom', { count: seldom })]),
  ].join(' · ')
}

/** How a site and its lines did. */
export function outletBlocks(measured: readonly MeasuredLine[], words: Words): Built {
  const { t } = words
  const first = measured[0]!
  const site = siteByMinute(measured.map(({ ledger }) => ledger.states))
  const known = site.filter((state) => state !== null)
  const outages = outagesOf(site, first.ledger.start)
  const isKnown = known.length > 0
  const down = known.filter((state) => state === 0).length
  const nameOf = ({ line }: MeasuredLine) => line.name
  return {
    name: first.line.outletName,
    blocks: [
      {
        kind: 'facts',
        facts: [
          {
            label: t('lineReports.paper.siteAvailability'),
            value: words.share(known.filter((state) => state > 0).length, known.length),
          },
          { label: t('lineReports.paper.coverage'), value: words.share(known.length, site.length) },
          {
            label: t('lineReports.paper.siteOutages'),
            value: isKnown ? String(outages.length) : '—',
          },
          {
            label: t('lineReports.paper.siteDown'),
            value: isKnown ? words.minutes(down) : '—',
          },
          {
            label: t('lineReports.paper.onTarget'),
            value: onTarget(measured, words),
          },
          {
            label: t('outlets.address'),
            value: [first.line.region.replaceAll('/', ' '), first.line.address].join(' ').trim() || '—',
          },
        ],
      },
      heading(t('lineReports.paper.lines')),
      summaryTable(measured, words),
      ...chartOfLines('rtt', measured, nameOf, outages, words),
      ...chartOfLines('loss', measured, nameOf, outages, words),
      heading(t('lineReports.paper.outageList')),
      ...outageTable(
        measured.flatMap((one) => one.ledger.outages.map((outage) => ({ outage, of: one.line.name }))),
        measured.some(isMeasured),
        words,
      ),
      ...methodBlocks(words),
    ],
  }
}
