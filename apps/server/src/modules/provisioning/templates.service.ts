import type { InputOf, OutputOf, provisioningApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { approvalOf } from '../approvals/index.ts'
import { noteForOrder } from '../order-acts/index.ts'
import { requireApproved, templateStanding } from './template-approval.ts'
import { wrongContent } from './template-rules.ts'
import { wholeContent } from './whole-content.ts'
import { rolloutRepo } from './rollout.repo.ts'
import { matchingGatewayRepo } from './matching-gateways.repo.ts'
import { templateListRepo } from './template-list.repo.ts'
import { templateRepo, type TemplateRow } from './template.repo.ts'

const shownVersions = 100

const rowOf = (row: TemplateRow) => ({
  id: row.id,
  companyId: row.company_id,
  companyName: row.company_name,
  name: row.name,
  latestVersion: row.latest_version,
  appliedVersion: row.applied_version,
  createdAt: row.created_at,
  changedAt: row.changed_at,
})

export async function pageTemplates(
  ctx: RequestContext,
  query: InputOf<typeof provisioningApi.pageTemplates>,
): Promise<OutputOf<typeof provisioningApi.pageTemplates>> {
  const { items, total, cap } = await templateListRepo.page(ctx, query)
  const counts = await matchingGatewayRepo.count(
    ctx,
    items.map(({ id }) => id),
  )
  const countOf = new Map(counts.map((one) => [one.id, one]))
  return {
    items: items.map((row) => ({
      ...rowOf(row),
      regions: row.regions,
      matching: countOf.get(row.id)?.matching ?? 0,
      moreMatching: countOf.get(row.id)?.more ?? false,
    })),
    ...capped(total, cap),
  }
}

/** The gateways that the list counts. */
export async function pageMatching(
  ctx: RequestContext,
  { templateId, page, pageSize }: InputOf<typeof provisioningApi.pageMatching>,
): Promise<OutputOf<typeof provisioningApi.pageMatching>> {
  if (!(await templateRepo.find(ctx, templateId))) throw new AppError('template.not_found')
  const { items, total } = await matchingGatewayRepo.page(ctx, templateId, pageSize, (page - 1) * pageSize)
  return {
    items: items.map((row) => ({
      deviceId: row.id,
      name: row.name,
      companyName: row.company_name,
      modelName: row.model_name,
      softwareVersion: row.software_version,
      outletName: row.outlet_name,
      presence: row.presence as MatchingRow['presence'],
      state: row.state as MatchingRow['state'],
    })),
    ...capped(total),
  }
}

type MatchingRow = OutputOf<typeof provisioningApi.pageMatching>['items'][number]

export async function getTemplate(
  ctx: RequestContext,
  { templateId, version }: InputOf<typeof provisioningApi.getTemplate>,
): Promise<OutputOf<typeof provisioningApi.getTemplate>> {
  const template = await templateRepo.find(ctx, templateId)
  if (!template) throw new AppError('template.not_found')
  const found = await templateRepo.findVersion(ctx, templateId, version ?? template.latest_version)
  if (!found) throw new AppError('template.not_found')
  const versions = await templateRepo.findVersions(ctx, templateId, shownVersions)
  const outlets = await templateRepo.outletNames(ctx, found.outlet_ids)
  const companies = await templateRepo.companyNames(ctx, found.company_ids)
  return {
    ...rowOf(template),
    approval: await templateStanding(ctx, template, found.number),
    approvalAsked: await approvalOf(ctx, template.company_id, 'template', templateId),
    version: {
      number: found.number,
      selector: {
        models: found.models,
        manufacturers: found.manufacturers,
        softwareVersions: found.software_versions,
        tags: found.tags,
        outletIds: found.outlet_ids,
        regions: found.regions,
        softwareFrom: found.software_from,
        softwareBelow: found.software_below,
        below: found.below,
        companyIds: found.company_ids,
      },
      content: wholeContent(found.content),
      objectsStay: found.objects_stay,
      acknowledged: found.acknowledged,
      createdAt: found.created_at,
      createdByName: found.created_by_name,
    },
    names: { outlets, companies },
    versions: versions.map((one) => ({
      number: one.number,
      createdAt: one.created_at,
      createdByName: one.created_by_name,
    })),
  }
}

export async function countRemovals(
  ctx: RequestContext,
  { templateId, version }: InputOf<typeof provisioningApi.countRemovals>,
): Promise<OutputOf<typeof provisioningApi.countRemovals>> {
  if (!(await templateRepo.find(ctx, templateId))) throw new AppError('template.not_found')
  return templateRepo.leaving(ctx, templateId, version ?? null)
}

async function refuseWrong(
  ctx: RequestContext,
  {
    selector,
    content,
    acknowledged,
  }: Pick<InputOf<typeof provisioningApi.createTemplate>, 'selector' | 'content' | 'acknowledged'>,
): Promise<void> {
  const fields = wrongContent(ctx, content, acknowledged)
  const { below, companyIds } = selector
  if (companyIds.length > 0 && (!below || (await templateRepo.strangers(ctx, companyIds)).length > 0)) {
    fields.push({ field: 'selector.companyIds', message: ctx.phrase('provisioning.refusal.company') })
  }
  if (fields.length > 0) throw new AppError('request.invalid', { data: { fields } })
}

export async function createTemplate(
  ctx: RequestContext,
  input: InputOf<typeof provisioningApi.createTemplate>,
): Promise<{ templateId: string }> {
  await refuseWrong(ctx, input)
  const templateId = await templateRepo.insert(ctx, input.name)
  if (templateId === undefined) throw wrongField(ctx, 'template.name_taken', 'name')
  await templateRepo.insertVersion(ctx, templateId, 1, input)
  await note(ctx, 'template.created', templateId, { name: input.name })
  return { templateId }
}

export async function editTemplate(
  ctx: RequestContext,
  { templateId, ...input }: InputOf<typeof provisioningApi.editTemplate>,
): Promise<{ version: number }> {
  await refuseWrong(ctx, input)
  const template = await locked(ctx, templateId)
  if (await templateRepo.nameTaken(ctx, templateId, input.name)) {
    throw wrongField(ctx, 'template.name_taken', 'name')
  }
  const version = template.latest_version + 1
  await templateRepo.insertVersion(ctx, templateId, version, input)
  await templateRepo.update(ctx, templateId, { name: input.name, latest_version: version })
  await note(ctx, 'template.edited', templateId, { name: input.name, version })
  return { version }
}

export async function applyTemplate(
  ctx: RequestContext,
  { templateId, version, orderId }: InputOf<typeof provisioningApi.applyTemplate>,
): Promise<null> {
  const template = await locked(ctx, templateId)
  if (!(await templateRepo.findVersion(ctx, templateId, version))) throw new AppError('template.not_found')
  await refuseFailedRows(ctx, templateId)
  await requireApproved(ctx, template, version)
  await templateRepo.update(ctx, templateId, { applied_version: version })
  await spread(ctx, template, version)
  await noteForOrder(ctx, orderId, { kind: 'template', refId: templateId, name: template.name })
  await note(ctx, 'template.applied', templateId, { name: template.name, version })
  return null
}

export async function withdrawTemplate(
  ctx: RequestContext,
  { templateId }: InputOf<typeof provisioningApi.withdrawTemplate>,
): Promise<null> {
  const template = await locked(ctx, templateId)
  await refuseFailedRows(ctx, templateId)
  await templateRepo.update(ctx, templateId, { applied_version: null })
  await spread(ctx, template, template.applied_version ?? 0)
  await note(ctx, 'template.withdrawn', templateId, { name: template.name })
  return null
}

export async function deleteTemplate(
  ctx: RequestContext,
  { templateId }: InputOf<typeof provisioningApi.deleteTemplate>,
): Promise<null> {
  const template = await locked(ctx, templateId)
  if (template.applied_version !== null) throw new AppError('template.in_use')
  await templateRepo.remove(ctx, templateId)
  await note(ctx, 'template.deleted', templateId, { name: template.name })
  return null
}

/** During a trial, the version of the other gateways is frozen. */
async function refuseFailedRows(ctx: RequestContext, templateId: string): Promise<void> {
  if (await rolloutRepo.findOpen(ctx, templateId)) throw new AppError('template.rollout_open')
}

/** @throws AppError template.not_found */
export async function locked(ctx: RequestContext, templateId: string): Promise<TemplateRow> {
  const template = await templateRepo.lock(ctx, templateId)
  if (!template) throw new AppError('template.not_found')
  return template
}

/** For gateways of the previously applied version and of the new one. */
export function spread(
  ctx: RequestContext,
  { id, applied_version: before }: TemplateRow,
  version: number,
): Promise<void> {
  return ctx.enqueue('provision.spread', { templateId: id, before: before ?? version, version })
}

function note(
  ctx: RequestContext,
  action:
    | 'template.created'
    | 'template.edited'
    | 'template.applied'
    | 'template.withdrawn'
    | 'template.deleted',
  subjectId: string,
  detail: { name: string; version?: number },
): Promise<void> {
  return ctx.audit({ action, subjectKind: 'template', subjectId, detail })
}
