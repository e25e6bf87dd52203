import type { InputOf, OutputOf, provisioningAboveApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'
import { inheritedTemplateRepo, type AboveRow } from './inherited-template.repo.ts'
import { wholeContent } from './whole-content.ts'

type Api = typeof provisioningAboveApi

const rowOf = (row: AboveRow) => ({
  id: row.id,
  name: row.name,
  ownerName: row.owner_name,
  version: row.version,
  applies: row.applies,
  acceptedByName: row.accepted_by_name,
  acceptedAt: row.accepted_at,
  changedAt: row.changed_at,
})

export async function pageTemplatesAbove(
  ctx: RequestContext,
  { search = '', page, pageSize }: InputOf<Api['pageTemplatesAbove']>,
): Promise<OutputOf<Api['pageTemplatesAbove']>> {
  const { rows, total } = await inheritedTemplateRepo.page(ctx, search, pageSize, (page - 1) * pageSize)
  return { items: rows.map(rowOf), ...capped(total) }
}

export async function getTemplateAbove(
  ctx: RequestContext,
  { templateId }: InputOf<Api['getTemplateAbove']>,
): Promise<OutputOf<Api['getTemplateAbove']>> {
  const row = await found(ctx, templateId)
  return {
    ...rowOf(row),
    selector: {
      models: row.models,
      manufacturers: row.manufacturers,
      softwareVersions: row.software_versions,
      tags: row.tags,
      regions: row.regions,
      softwareFrom: row.software_from,
      softwareBelow: row.software_below,
      below: true,
      // Names of other companies are not disclosed here.
      outletIds: [],
      companyIds: [],
    },
    objectsStay: row.objects_stay,
    content: wholeContent(row.content),
  }
}

export async function acceptTemplate(
  ctx: RequestContext,
  { templateId, version }: InputOf<Api['acceptTemplate']>,
): Promise<null> {
  const row = await found(ctx, templateId)
  ownPeople(ctx)
  if (row.version !== version) throw new AppError('template.version_changed')
  await inheritedTemplateRepo.accept(ctx, templateId, version)
  await decided(ctx, 'template.accepted', row)
  return null
}

export async function refuseTemplate(
  ctx: RequestContext,
  { templateId }: InputOf<Api['refuseTemplate']>,
): Promise<null> {
  const row = await found(ctx, templateId)
  ownPeople(ctx)
  await inheritedTemplateRepo.refuse(ctx, templateId)
  await decided(ctx, 'template.refused', row)
  return null
}

async function found(ctx: RequestContext, templateId: string): Promise<AboveRow> {
  const row = await inheritedTemplateRepo.find(ctx, templateId)
  if (!row) throw new AppError('template.not_found')
  return row
}

/** A caller from above may not set the company's policy towards those above. */
function ownPeople(ctx: RequestContext): void {
  if (!isAtHome(ctx)) throw new AppError('template.own_people')
}

async function decided(
  ctx: RequestContext,
  action: 'template.accepted' | 'template.refused',
  { id, name, version, owner_name: owner }: AboveRow,
): Promise<void> {
  await ctx.enqueue('provision.refit', {}, { key: `provision.refit:${ctx.scope.companyId}` })
  await ctx.audit({ action, subjectKind: 'template', subjectId: id, detail: { name, version, owner } })
}
