import { type MeasuredLine, together } from './measured-line.ts'
import { outagesOf, siteByMinute } from './outages.ts'
import {
  type Built,
  chart,
  downMinutes,
  heading,
  methodBlocks,
  outageTable,
  summaryTable,
} from './report-blocks.ts'
import type { Words } from './report-words.ts'

/** How a site and its lines did. */
export function outletBlocks(measured: readonly MeasuredLine[], words: Words): Built {
  const { t } = words
  const first = measured[0]!
  const site = siteByMinute(measured.map(({ byMinute }) => byMinute))
  const known = site.filter((state) => state !== null)
  const outages = outagesOf(site, first.start)
  const curves = (of: 'rtt' | 'loss') =>
    measured
      .filter((one) => one[of].length > 0)
      .map((one) => together(one.line.name, one[of], one.chart.steps))
  const drawn = (of: 'rtt' | 'loss', unit: string) => {
    const all = curves(of)
    return all.length === 0 ? [] : [chart(t(`lineReports.paper.${of}`), unit, first, all, outages, words)]
  }
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
          { label: t('lineReports.paper.coverage'), value: words.share(known.length, first.minutes) },
          {
            label: t('lineReports.paper.siteOutages'),
            value: known.length === 0 ? '—' : String(outages.length),
          },
          {
            label: t('lineReports.paper.siteDown'),
            value: known.length === 0 ? '—' : words.minutes(downMinutes(outages)),
          },
          {
            label: t('outlets.address'),
            value: [first.line.region.replaceAll('/', ' '), first.line.address].join(' ').trim() || '—',
          },
        ],
      },
      heading(t('lineReports.paper.lines')),
      summaryTable(measured, words),
      ...drawn('rtt', 'ms'),
      ...drawn('loss', '%'),
      heading(t('lineReports.paper.outageList')),
      ...outageTable(
        measured.flatMap((one) => one.outages.map((outage) => ({ outage, of: one.line.name }))),
        measured.some((one) => one.measured > 0),
        words,
      ),
      ...methodBlocks(words),
    ],
  }
}
