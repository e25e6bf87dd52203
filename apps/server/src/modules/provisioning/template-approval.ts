import { type ApprovalStanding, isAllowed } from '@netward/contract/approval-values'
import type { InputOf, provisioningApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { approvalStanding, askApproval } from '../approvals/index.ts'
import { templateRepo, type TemplateRow } from './template.repo.ts'

type Template = Pick<TemplateRow, 'id' | 'company_id'>

export const templateStanding = (
  ctx: Pick<RequestContext, 'db'>,
  { id, company_id: companyId }: Template,
  version: number,
): Promise<ApprovalStanding> => approvalStanding(ctx, companyId, { kind: 'template', id, version })

/** @throws AppError approval.needed */
export async function requireApproved(
  ctx: Pick<RequestContext, 'db'>,
  template: Template,
  version: number,
): Promise<void> {
  if (!isAllowed(await templateStanding(ctx, template, version))) throw new AppError('approval.needed')
}

export async function askTemplateApproval(
  ctx: RequestContext,
  { templateId, version, note }: InputOf<typeof provisioningApi.askTemplateApproval>,
): Promise<null> {
  const template = await templateRepo.lock(ctx, templateId)
  if (!template || !(await templateRepo.findVersion(ctx, templateId, version)))
    throw new AppError('template.not_found')
  if ((await templateStanding(ctx, template, version)) === 'free') throw new AppError('approval.not_needed')
  const title = `${template.name} v${version}`
  const asked = await askApproval(ctx, { kind: 'template', id: templateId, version }, { title, note })
  if (asked === null) throw new AppError('approval.not_needed')
  await ctx.audit({
    action: 'template.approval_asked',
    subjectKind: 'template',
    subjectId: templateId,
    detail: { name: template.name, version },
  })
  return null
}
