import type { InputOf, lineReportApi, OutputOf } from '@netward/contract'
import { phrase } from '@netward/phrases/server'
import { capped } from '../../platform/db/capped-count.ts'
import { lookInto } from '../../platform/db/look-into.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { PdfAnswer, SeveralTransactions } from '../../platform/http/route.ts'
import { PaperTooLong } from '../../platform/paper/document.ts'
import { printPaper } from '../../platform/paper/paper.ts'
import { lineReportRepo, type Report } from './line-report.repo.ts'

export async function pageReports(
  ctx: RequestContext,
  query: InputOf<typeof lineReportApi.pageReports>,
): Promise<OutputOf<typeof lineReportApi.pageReports>> {
  const { items, total } = await lineReportRepo.page(ctx, query)
  return { items, ...capped(total) }
}

/** What it says is contents, which those above see as the company admits them. @throws AppError report.not_found */
export async function getReport(ctx: RequestContext, { reportId }: { reportId: string }): Promise<Report> {
  const report = await lineReportRepo.find(ctx, reportId)
  if (!report) throw new AppError('report.not_found')
  await lookInto(ctx, { company_id: report.companyId }, 'DMS_SERVER_LINE')
  return report
}

/** Drawn after the transaction: it takes seconds. @throws AppError report.not_found, report.too_long */
export async function printReport(
  ctx: SeveralTransactions,
  input: InputOf<typeof lineReportApi.printReport>,
): Promise<PdfAnswer> {
  const { title, subtitle, language, companyName, blocks } = await ctx.inTransaction(null, (inside) =>
    getReport(inside, input),
  )
  const foot = phrase(language, 'lineReports.paper.page')
  try {
    const pdf = await printPaper({ title, subtitle, language, company: companyName, foot, blocks })
    return { name: title, pdf }
  } catch (error) {
    if (error instanceof PaperTooLong) throw new AppError('report.too_long')
    throw error
  }
}

/** @throws AppError report.not_found */
export function deleteReport(
  ctx: SeveralTransactions,
  { reportId }: InputOf<typeof lineReportApi.deleteReport>,
): Promise<null> {
  const owner = (outside: RequestContext) => lineReportRepo.findCompany(outside, reportId)
  return inSubjectCompany(ctx, { owner, missing: 'report.not_found' }, async (inside) => {
    const deleted = await lineReportRepo.delete(inside, reportId)
    if (!deleted) throw new AppError('report.not_found')
    await inside.audit({
      action: 'report.deleted',
      subjectKind: 'report',
      subjectId: reportId,
      detail: { name: deleted.title },
    })
    return null
  })
}
