import type { auditApi, InputOf, OutputOf } from '@netward/contract'
import { resultOf } from '@netward/contract/audit-values'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { withNames } from './audit-names.ts'
import { type AuditQuery, auditRepo, type AuditRow } from './audit.repo.ts'

type Page = OutputOf<typeof auditApi.pageAudit>

/** @throws AppError company.not_found for the log of a company outside the caller's scope. */
export async function pageAudit(ctx: RequestContext, query: AuditQuery): Promise<Page> {
  await requireCompany(ctx, query)
  const found = await auditRepo.page(ctx, query)
  return { ...found, items: (await withNames(ctx, found.items)).map(present) }
}

export function auditCompanies(
  ctx: RequestContext,
  { search }: InputOf<typeof auditApi.auditCompanies>,
): Promise<OutputOf<typeof auditApi.auditCompanies>> {
  return auditRepo.companies(ctx, search)
}

/** Another company's entry is reported as not found. */
export async function requireCompany(ctx: RequestContext, { company }: AuditQuery): Promise<void> {
  if (company === undefined || company === 'all') return
  if (!(await auditRepo.seesCompany(ctx, company))) throw new AppError('company.not_found')
}

function present(row: AuditRow): Page['items'][number] {
  return {
    id: row.id,
    at: row.at,
    companyId: row.company_id,
    companyName: row.company_name,
    action: row.action,
    actorName: row.actor_name,
    actorId: row.person_id,
    actorAccount: row.actor_account,
    acting:
      row.acting_company_name === null
        ? null
        : { companyName: row.acting_company_name, here: row.from_outside },
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    address: row.address,
    result: resultOf(row.action),
    detail: row.detail,
    withheld: row.withheld,
    requestId: row.request_id,
  }
}
