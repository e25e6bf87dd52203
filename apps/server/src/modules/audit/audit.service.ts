import type { companyApi, InputOf, OutputOf } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { auditRepo } from './audit.repo.ts'

export async function pageAudit(
  ctx: RequestContext,
  { page, pageSize, action, subjectId }: InputOf<typeof companyApi.pageAudit>,
): Promise<OutputOf<typeof companyApi.pageAudit>> {
  const found = await auditRepo.page(ctx, { page, pageSize, action, subjectId })
  return {
    ...found,
    items: found.items.map((row) => ({
      id: row.id,
      at: row.at,
      action: row.action,
      actorName: row.actor_name,
      actingForName: row.acting_company_name,
      subjectKind: row.subject_kind,
      subjectId: row.subject_id,
      detail: row.detail,
      requestId: row.request_id,
    })),
  }
}
