import { createHash, randomBytes } from 'node:crypto'
import type { InputOf, OutputOf, sharingApi } from '@netward/contract'
import { mostSharingKeys, sharingFields, type SharingKind } from '@netward/contract/sharing-values'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { type FullKey, keyRepo } from './key.repo.ts'
import { widerField } from './wider-field.ts'

type Api = typeof sharingApi

const prefixLength = 8

/** As it is stored: a secret of 256 random bits needs no slow hash. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export async function pageIssuedKeys(
  ctx: RequestContext,
  query: InputOf<Api['pageIssuedKeys']>,
): Promise<OutputOf<Api['pageIssuedKeys']>> {
  const { items, total } = await keyRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function issueSharingKey(
  ctx: RequestContext,
  { companyCode, ...input }: InputOf<Api['issueSharingKey']>,
): Promise<OutputOf<Api['issueSharingKey']>> {
  await requireScope(ctx, input)
  if ((await keyRepo.count(ctx)) >= mostSharingKeys) throw new AppError('sharing_key.too_many')
  const company = companyCode === '' ? null : await keyRepo.company(ctx, companyCode)
  if (company === undefined) throw wrongField(ctx, 'sharing_key.company_not_found', 'companyCode')
  const secret = `nws_${randomBytes(32).toString('base64url')}`
  const prefix = secret.slice(0, prefixLength)
  const id = await keyRepo.insert(ctx, {
    ...input,
    companyId: company?.id ?? null,
    prefix,
    hash: secretHash(secret),
  })
  await noted(ctx, 'issued', id, {
    name: input.name,
    after: {
      kind: input.kind,
      mode: input.mode,
      fields: input.fields,
      on_end: input.onEnd,
      company: company?.name ?? '',
    },
  })
  await ctx.emit('sharing.changed', null)
  return { id, secret }
}

async function requireScope(
  ctx: RequestContext,
  input: Omit<InputOf<Api['issueSharingKey']>, 'companyCode'>,
): Promise<void> {
  requireFields(ctx, input.kind, input.fields)
  if ((input.kind === 'parts') !== (input.warehouseId !== null))
    throw wrongField(
      ctx,
      input.kind === 'parts' ? 'warehouse.not_found' : 'sharing_key.wrong_field',
      'warehouseId',
    )
  if (input.kind === 'engineers' && input.modelIds.length > 0)
    throw wrongField(ctx, 'sharing_key.wrong_field', 'modelIds')
  if (input.kind === 'parts' && input.skills.length + input.regions.length > 0)
    throw wrongField(ctx, 'sharing_key.wrong_field', 'skills')
  if (input.warehouseId !== null && !(await keyRepo.hasWarehouse(ctx, input.warehouseId)))
    throw wrongField(ctx, 'warehouse.not_found', 'warehouseId')
  if ((await keyRepo.models(ctx, input.modelIds)).length !== new Set(input.modelIds).size)
    throw wrongField(ctx, 'part_model.not_found', 'modelIds')
}

function requireFields(ctx: RequestContext, kind: SharingKind, fields: readonly string[]): void {
  const known: readonly string[] = sharingFields[kind]
  if (fields.some((field) => !known.includes(field)))
    throw wrongField(ctx, 'sharing_key.wrong_field', 'fields')
}

export async function getIssuedKey(
  ctx: RequestContext,
  { keyId }: InputOf<Api['getIssuedKey']>,
): Promise<OutputOf<Api['getIssuedKey']>> {
  const { modelIds, ...key } = await found(ctx, keyId)
  return {
    ...key,
    models: await keyRepo.models(ctx, modelIds),
    redeemers: await keyRepo.redeemers(ctx, keyId),
    ...(await keyRepo.running(ctx, keyId)),
    daily: await keyRepo.daily(ctx, 'issued', keyId),
  }
}

export async function narrowSharingKey(
  ctx: RequestContext,
  { keyId, ...input }: InputOf<Api['narrowSharingKey']>,
): Promise<null> {
  const key = await found(ctx, keyId)
  if (key.endedAt !== null) throw new AppError('sharing_key.over')
  requireFields(ctx, key.kind, input.fields)
  const wider = widerField(key, input)
  if (wider !== null) throw wrongField(ctx, 'sharing_key.wider', wider)
  if (Date.parse(input.expiresAt) <= Date.now())
    throw wrongField(ctx, 'sharing_key.expires_past', 'expiresAt')
  const { expiresAt } = input
  const changed = changedFields(
    { ...key, expiresAt: new Date(key.expiresAt).toISOString() },
    { ...input, expiresAt: new Date(expiresAt).toISOString() },
  )
  if (changed === null) return null
  await keyRepo.narrow(ctx, keyId, input)
  await noted(ctx, 'narrowed', keyId, { name: key.name, ...changed })
  await ctx.emit('sharing.changed', null)
  return null
}

export async function revokeSharingKey(
  ctx: RequestContext,
  { keyId }: InputOf<Api['revokeSharingKey']>,
): Promise<null> {
  const { name } = await found(ctx, keyId)
  const { assignments, reservations } = await keyRepo.running(ctx, keyId)
  await keyRepo.revoke(ctx, keyId)
  await noted(ctx, 'revoked', keyId, {
    name,
    assignments: assignments.length,
    reservations: reservations.length,
  })
  await ctx.emit('sharing.changed', null)
  return null
}

export async function pageIssuedUses(
  ctx: RequestContext,
  { keyId, ...query }: InputOf<Api['pageIssuedUses']>,
): Promise<OutputOf<Api['pageIssuedUses']>> {
  await found(ctx, keyId)
  const { items, total } = await keyRepo.uses(ctx, 'issued', keyId, query)
  return { items, ...capped(total) }
}

async function found(ctx: RequestContext, keyId: string): Promise<FullKey> {
  const key = await keyRepo.find(ctx, keyId)
  if (key === undefined) throw new AppError('sharing_key.not_found')
  return key
}

async function noted(
  ctx: RequestContext,
  act: 'issued' | 'narrowed' | 'revoked',
  id: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action: `sharing_key.${act}`, subjectKind: 'sharing_key', subjectId: id, detail })
}
