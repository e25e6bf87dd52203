import type { engineerApi, InputOf, OutputOf } from '@netward/contract'
import { mostExternalEngineers } from '@netward/contract/engineer-values'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { type ExternalInput, externalEngineerRepo, type ExternalRow } from './external-engineer.repo.ts'

type Api = typeof engineerApi

export async function pageExternalEngineers(
  ctx: RequestContext,
  query: InputOf<Api['pageExternalEngineers']>,
): Promise<OutputOf<Api['pageExternalEngineers']>> {
  const { items, total } = await externalEngineerRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function addExternalEngineer(
  ctx: RequestContext,
  input: InputOf<Api['addExternalEngineer']>,
): Promise<OutputOf<Api['addExternalEngineer']>> {
  if ((await externalEngineerRepo.count(ctx)) >= mostExternalEngineers)
    throw new AppError('external_engineer.too_many')
  const id = await externalEngineerRepo.insert(ctx, input)
  await noted(ctx, 'added', { id, ...input }, { after: input })
  return { id }
}

export async function editExternalEngineer(
  ctx: RequestContext,
  { externalId, ...input }: InputOf<Api['editExternalEngineer']>,
): Promise<null> {
  const before = await externalEngineer(ctx, externalId)
  const changed = changedFields<ExternalInput>(before, input)
  if (changed === null) return null
  await externalEngineerRepo.update(ctx, externalId, input)
  await noted(ctx, 'edited', before, { ...changed })
  return null
}

export async function removeExternalEngineer(
  ctx: RequestContext,
  { externalId }: InputOf<Api['removeExternalEngineer']>,
): Promise<null> {
  const before = await externalEngineer(ctx, externalId)
  await externalEngineerRepo.remove(ctx, externalId)
  await noted(ctx, 'removed', before)
  return null
}

/** Of the company acted in. @throws AppError external_engineer.not_found */
export async function externalEngineer(ctx: RequestContext, id: string): Promise<ExternalRow> {
  const found = await externalEngineerRepo.find(ctx, id)
  if (!found) throw new AppError('external_engineer.not_found')
  return found
}

async function noted(
  ctx: RequestContext,
  act: 'added' | 'edited' | 'removed',
  { id, name, partner }: Pick<ExternalRow, 'id' | 'name' | 'partner'>,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await ctx.audit({
    action: `external_engineer.${act}`,
    subjectKind: 'external_engineer',
    subjectId: id,
    detail: { name: `${name} · ${partner}`, ...detail },
  })
}
