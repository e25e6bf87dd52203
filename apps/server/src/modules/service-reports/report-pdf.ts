import type { ReportBlock } from '@netward/contract/report-blocks'
import { phrase } from '@netward/phrases/server'
import { printPaper } from '../../platform/paper/paper.ts'
import { contentOf, subtitleOf } from './content.ts'
import type { StoredReport } from './service-report.repo.ts'

/** What it says: once issued, what it said then. */
export const blocksOf = (report: StoredReport): ReportBlock[] =>
  report.blocks ?? contentOf(report, report.figures)

/** The report as PDF. It takes seconds, so it is drawn outside a transaction. @throws PaperTooLong */
export async function reportPdf(report: StoredReport): Promise<{ name: string; pdf: Buffer }> {
  const { title, language, makerName, from, to } = report
  const pdf = await printPaper({
    title,
    subtitle: subtitleOf(report),
    language,
    company: makerName,
    foot: phrase(language, 'lineReports.paper.page'),
    blocks: blocksOf(report),
  })
  return { name: `${title} ${from}–${to}`, pdf }
}
