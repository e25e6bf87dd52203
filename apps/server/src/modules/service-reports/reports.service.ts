import type { InputOf, OutputOf, serviceReportApi } from '@netward/contract'
import { type ApprovalStanding, isAllowed } from '@netward/contract/approval-values'
import { serviceReportLimits } from '@netward/contract/service-report-values'
import { phrase } from '@netward/phrases/server'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { PdfAnswer, SeveralTransactions, XlsxAnswer } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { PaperTooLong } from '../../platform/paper/document.ts'
import { approvalOf, approvalStanding, askApproval, dropApproval } from '../approvals/index.ts'
import { contentOf, subtitleOf } from './content.ts'
import { figuresRepo } from './figures.repo.ts'
import { begins, periodBefore, periodFrom } from './periods.ts'
import { blocksOf, reportPdf } from './report-pdf.ts'
import { sendReport } from './send-report.ts'
import { serviceReportRepo, type StoredReport } from './service-report.repo.ts'
import { reportWorkbook } from './report-workbook.ts'

export async function pageServiceReports(
  ctx: RequestContext,
  query: InputOf<typeof serviceReportApi.pageServiceReports>,
): Promise<OutputOf<typeof serviceReportApi.pageServiceReports>> {
  const { items, total } = await serviceReportRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function getServiceReport(
  ctx: RequestContext,
  { reportId }: { reportId: string },
): Promise<OutputOf<typeof serviceReportApi.getServiceReport>> {
  const report = await found(ctx, reportId)
  const { figures: _figures, timeZone: _zone, isOwnDraft, ...shown } = report
  return {
    ...shown,
    subtitle: subtitleOf(report),
    comments: await serviceReportRepo.comments(ctx, reportId),
    blocks: blocksOf(report),
    approval: isOwnDraft ? await standingOf(ctx, report) : 'free',
    approvalAsked: isOwnDraft ? await approvalOf(ctx, report.companyId, 'service_report', reportId) : null,
    editable: isOwnDraft,
  }
}

/** Figures are read in the customer's own company: what those above may not see there is not counted. */
export function makeServiceReport(
  ctx: SeveralTransactions,
  { companyId, period, from, language }: InputOf<typeof serviceReportApi.makeServiceReport>,
): Promise<{ id: string }> {
  return ctx.inTransaction(companyId ?? null, async (inside) => {
    const { name, timeZone, today } = await serviceReportRepo.company(inside)
    const days = periodFrom(period, from)
    if (!begins(period, from) || days.to >= today) throw wrongField(inside, 'service_report.period', 'from')
    const maker = { id: inside.scope.homeCompanyId, name: await serviceReportRepo.homeName(inside) }
    if ((await serviceReportRepo.findOfPeriod(inside, { maker, period, from })) !== undefined)
      throw wrongField(inside, 'service_report.exists', 'from')
    const title = phrase(language, `serviceReports.paper.titles.${period}`, { company: name })
    await serviceReportRepo.insert(inside, {
      maker,
      period,
      ...days,
      timeZone,
      language,
      title,
      authorName: inside.scope.actorName,
      recipients: [],
      figures: await figuresRepo.read(inside, days, periodBefore(period, from), timeZone),
    })
    const id = (await serviceReportRepo.findOfPeriod(inside, { maker, period, from }))!
    await noted(inside, 'service_report.created', id, { name: title, from: days.from, to: days.to })
    return { id }
  })
}

export function editServiceReport(
  ctx: SeveralTransactions,
  { reportId, version, ...texts }: InputOf<typeof serviceReportApi.editServiceReport>,
): Promise<null> {
  return onDraft(ctx, reportId, async (inside, draft) => {
    if (draft.version !== version) throw new AppError('service_report.changed')
    await serviceReportRepo.updateTexts(inside, reportId, texts)
    await dropApproval(inside, 'service_report', reportId)
    const { done, asked, recipients } = draft
    await noted(inside, 'service_report.edited', reportId, {
      name: draft.title,
      before: { done, asked, recipients },
      after: texts,
    })
  })
}

export function commentServiceReport(
  ctx: SeveralTransactions,
  { reportId, text }: InputOf<typeof serviceReportApi.commentServiceReport>,
): Promise<null> {
  return onDraft(ctx, reportId, async (inside, draft) => {
    if ((await serviceReportRepo.comments(inside, reportId)).length >= serviceReportLimits.comments)
      throw new AppError('service_report.too_many_comments')
    await serviceReportRepo.insertComment(inside, reportId, text)
    await noted(inside, 'service_report.commented', reportId, { name: draft.title })
  })
}

export function computeServiceReport(
  ctx: SeveralTransactions,
  { reportId }: InputOf<typeof serviceReportApi.computeServiceReport>,
): Promise<null> {
  return onDraft(ctx, reportId, async (inside, draft) => {
    const { period, from, timeZone } = draft
    const figures = await figuresRepo.read(inside, draft, periodBefore(period, from), timeZone)
    await serviceReportRepo.updateFigures(inside, reportId, figures)
    await dropApproval(inside, 'service_report', reportId)
    await noted(inside, 'service_report.computed', reportId, { name: draft.title })
  })
}

/** Of the draft as it is: a changed one needs another. */
export function askReportApproval(
  ctx: SeveralTransactions,
  { reportId, note }: InputOf<typeof serviceReportApi.askReportApproval>,
): Promise<null> {
  return onDraft(ctx, reportId, async (inside, { title, version }) => {
    const subject = { kind: 'service_report' as const, id: reportId, version }
    if ((await askApproval(inside, subject, { title, note })) === null)
      throw new AppError('approval.not_needed')
    await noted(inside, 'service_report.approval_asked', reportId, { name: title })
  })
}

const standingOf = (
  ctx: RequestContext,
  { id, companyId, version }: StoredReport,
): Promise<ApprovalStanding> => approvalStanding(ctx, companyId, { kind: 'service_report', id, version })

/** Its mails are queued by the transaction that issues it: once, whatever fails. */
export function issueServiceReport(
  ctx: SeveralTransactions,
  { reportId, version }: InputOf<typeof serviceReportApi.issueServiceReport>,
): Promise<null> {
  return onDraft(ctx, reportId, async (inside, draft) => {
    if (draft.version !== version) throw new AppError('service_report.changed')
    if (!isAllowed(await standingOf(inside, draft))) throw new AppError('approval.needed')
    const blocks = contentOf(draft, draft.figures)
    await serviceReportRepo.issue(inside, reportId, blocks)
    await sendReport(inside, reportId, draft.recipients)
    await noted(inside, 'service_report.issued', reportId, {
      name: draft.title,
      recipients: draft.recipients.length,
    })
  })
}

export function deleteServiceReport(
  ctx: SeveralTransactions,
  { reportId }: InputOf<typeof serviceReportApi.deleteServiceReport>,
): Promise<null> {
  return onDraft(ctx, reportId, async (inside, draft) => {
    await dropApproval(inside, 'service_report', reportId)
    await serviceReportRepo.delete(inside, reportId)
    await noted(inside, 'service_report.deleted', reportId, { name: draft.title })
  })
}

/** Drawn after the transaction: it takes seconds. @throws AppError service_report.not_found, report.too_long */
export async function printServiceReport(
  ctx: SeveralTransactions,
  { reportId }: InputOf<typeof serviceReportApi.printServiceReport>,
): Promise<PdfAnswer> {
  const report = await ctx.inTransaction(null, (inside) => found(inside, reportId))
  try {
    return await reportPdf(report)
  } catch (error) {
    if (error instanceof PaperTooLong) throw new AppError('report.too_long')
    throw error
  }
}

export async function exportServiceReport(
  ctx: RequestContext,
  { reportId }: InputOf<typeof serviceReportApi.exportServiceReport>,
): Promise<XlsxAnswer> {
  const report = await found(ctx, reportId)
  return { name: `${report.title} ${report.from}–${report.to}`, xlsx: await reportWorkbook(report) }
}

async function found(ctx: RequestContext, reportId: string): Promise<StoredReport> {
  const report = await serviceReportRepo.find(ctx, reportId)
  if (report === undefined) throw new AppError('service_report.not_found')
  return report
}

/** Acts on a draft of the caller's own company, in the company that it is about. */
function onDraft(
  ctx: SeveralTransactions,
  reportId: string,
  act: (inside: RequestContext, draft: StoredReport) => Promise<void>,
): Promise<null> {
  const owner = (outside: RequestContext) => serviceReportRepo.findCompany(outside, reportId)
  return inSubjectCompany(ctx, { owner, missing: 'service_report.not_found' }, async (inside) => {
    const draft = await serviceReportRepo.lockDraft(inside, reportId)
    if (draft === undefined) throw new AppError('service_report.issued')
    await act(inside, draft)
    return null
  })
}

type Act =
  | 'service_report.created'
  | 'service_report.edited'
  | 'service_report.commented'
  | 'service_report.computed'
  | 'service_report.approval_asked'
  | 'service_report.issued'
  | 'service_report.deleted'

const noted = (
  ctx: RequestContext,
  action: Act,
  id: string,
  detail: Record<string, unknown>,
): Promise<void> => ctx.audit({ action, subjectKind: 'service_report', subjectId: id, detail })
