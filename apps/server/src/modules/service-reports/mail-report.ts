import type { ReportBlock } from '@netward/contract/report-blocks'
import type { JobHandler, JobTools } from '../../platform/jobs/job.ts'
import { type Attachment, type MessageDeps, mostAttached, sendMessage } from '../messages/index.ts'
import { nobodyIn } from '../orders/index.ts'
import { blocksOf, reportPdf } from './report-pdf.ts'
import { serviceReportRepo, type StoredReport } from './service-report.repo.ts'

/**
 * `service_report.mail` {reportId}: to each recipient, in the language of the report: its figures as text, for people without an
 * account too, the report as PDF, and where to open it. The PDF is drawn once, and the mails are queued once.
 */
export const mailReport =
  (deps: MessageDeps): JobHandler =>
  async ({ companyId, reportId }, { scopes, log }) => {
    const id = String(reportId)
    const scope = nobodyIn(companyId)
    const report = await scopes.withCompany(companyId, ({ db }) => serviceReportRepo.find({ db, scope }, id))
    if (report === undefined) return
    const attachments = await attached(report, log)
    await scopes.withCompany(companyId, async ({ db }) => {
      if (!(await serviceReportRepo.takeMails({ db, scope }, id))) return
      for (const email of report.recipients)
        await sendMessage(deps, db, {
          to: { email },
          language: report.language,
          kind: 'service_report',
          params: paramsOf(report),
          ...(attachments !== null && { attachments }),
        })
    })
  }

/** Null: it cannot be drawn, or is too large for mail servers; the link remains. */
async function attached(report: StoredReport, log: JobTools['log']): Promise<Attachment[] | null> {
  try {
    const { name, pdf } = await reportPdf(report)
    if (pdf.length > mostAttached) return null
    return [{ name: `${name}.pdf`, mediaType: 'application/pdf', base64: pdf.toString('base64') }]
  } catch (error) {
    log.warn({ reportId: report.id, err: error }, 'a report is mailed without its PDF')
    return null
  }
}

function paramsOf(report: StoredReport) {
  const { id, title, makerName, from, to } = report
  const [availability = '', outages = '', alarms = '', inTime = '', rating = ''] = headlineOf(
    blocksOf(report),
  )
  return { reportId: id, title, makerName, from, to, availability, outages, alarms, inTime, rating }
}

/** The figures of the first page, in their order. */
const headlineOf = (blocks: readonly ReportBlock[]): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'figures'
      ? block.figures.map(
          ({ label, value, change }) => `${label} ${value}${change === '' ? '' : ` (${change})`}`,
        )
      : [],
  )
