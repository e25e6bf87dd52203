import type { InputOf, OutputOf, assistantApi } from '@netward/contract'
import { modelPresets, mostProviders } from '@netward/contract/assistant-values'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { namingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { consentRepo } from './consent.repo.ts'
import { offerRepo } from './offer.repo.ts'
import { providerRepo, type StoredProvider } from './provider.repo.ts'
import { sealKey } from './ready-models.ts'

type Api = typeof assistantApi
type Given = InputOf<Api['addProvider']>

const taken = { assistant_provider_name: ['assistant.name_taken', 'name'] } as const

export async function listProviders(ctx: RequestContext): Promise<OutputOf<Api['listProviders']>> {
  return providerRepo.list(ctx)
}

export async function addProvider(
  ctx: RequestContext,
  given: Given,
  secrets: Secrets,
): Promise<OutputOf<Api['addProvider']>> {
  if ((await providerRepo.list(ctx)).length >= mostProviders)
    throw new AppError('assistant.too_many_providers')
  const written = writtenOf(ctx, given, secrets, null)
  const id = await namingConstraint(ctx, taken, () => providerRepo.insert(ctx, written))
  await auditProvider(ctx, 'provider_added', id, { name: given.name, after: shownOf(written) })
  return { id }
}

export async function editProvider(
  ctx: RequestContext,
  { providerId, ...given }: InputOf<Api['editProvider']>,
  secrets: Secrets,
): Promise<null> {
  const before = await locked(ctx, providerId)
  const written = writtenOf(ctx, given, secrets, before)
  await namingConstraint(ctx, taken, () => providerRepo.update(ctx, providerId, written))
  // What was agreed to was another place.
  const moved = before.address !== written.address || before.isAbroad !== written.isAbroad
  if (moved) {
    await consentRepo.end(ctx, { providerId }, 'changed')
    await consentRepo.endLost(ctx)
  }
  // That the key changed, never what it is.
  await auditProvider(ctx, 'provider_edited', providerId, {
    name: given.name,
    ...changedFields(shownOf(before), shownOf(written)),
    ...(given.key !== undefined && { secretChanged: true }),
  })
  return null
}

/** A key goes where it was given for: another address needs it anew. */
function writtenOf(ctx: RequestContext, given: Given, secrets: Secrets, before: StoredProvider | null) {
  const { name, preset, model, isAbroad, mostOutput, key } = given
  const { form, needsKey } = modelPresets[preset]
  const address = given.address.replace(/\/+$/, '')
  const kept = before?.address === address ? before.sealed : null
  const isLost = key === undefined && kept === null && before !== null && before.sealed !== null
  if (isLost || (needsKey && (key === undefined ? kept === null : key === '')))
    throw wrongField(ctx, 'assistant.key_missing', 'key')
  const sealed = key === undefined ? kept : key === '' ? null : sealKey(secrets, ctx.scope.companyId, key)
  return { name, preset, form, address, model, isAbroad, mostOutput, sealed }
}

const shownOf = ({
  name,
  preset,
  address,
  model,
  isAbroad,
  mostOutput,
}: Pick<StoredProvider, 'name' | 'preset' | 'address' | 'model' | 'isAbroad' | 'mostOutput'>) => ({
  name,
  preset,
  address,
  model,
  is_abroad: isAbroad,
  most_output: mostOutput,
})

export async function pauseProvider(
  ctx: RequestContext,
  { providerId, paused }: InputOf<Api['pauseProvider']>,
): Promise<null> {
  const { name, state } = await locked(ctx, providerId)
  const isPaused = state === 'paused'
  if (isPaused === paused) return null
  await providerRepo.pause(ctx, providerId, paused)
  await auditProvider(ctx, 'provider_paused', providerId, {
    name,
    before: { paused: isPaused },
    after: { paused },
  })
  return null
}

export async function orderProviders(
  ctx: RequestContext,
  { providerIds }: InputOf<Api['orderProviders']>,
): Promise<null> {
  const [before, own, offered] = await Promise.all([
    offerRepo.order(ctx),
    providerRepo.list(ctx),
    offerRepo.offered(ctx),
  ])
  const names = new Map([...own, ...offered].map(({ id, name }) => [id, name]))
  const isWhole = providerIds.length === before.length && new Set(providerIds).size === before.length
  if (!isWhole || !providerIds.every((id) => names.has(id)))
    throw wrongField(ctx, 'assistant.order_incomplete', 'providerIds')
  await offerRepo.setOrder(ctx, providerIds)
  const named = (ids: readonly string[]) => ({ order: ids.map((id) => names.get(id)) })
  await ctx.audit({
    action: 'assistant.providers_ordered',
    detail: { before: named(before), after: named(providerIds) },
  })
  return null
}

export async function deleteProvider(
  ctx: RequestContext,
  { providerId }: InputOf<Api['deleteProvider']>,
): Promise<null> {
  const before = await locked(ctx, providerId)
  await consentRepo.end(ctx, { providerId }, 'removed')
  await providerRepo.delete(ctx, providerId)
  await consentRepo.endLost(ctx)
  await auditProvider(ctx, 'provider_deleted', providerId, { name: before.name, before: shownOf(before) })
  return null
}

export async function setPrices(
  ctx: RequestContext,
  { providerId, prices }: InputOf<Api['setPrices']>,
): Promise<null> {
  const before = await locked(ctx, providerId)
  checkPrices(ctx, prices)
  await providerRepo.setPrices(ctx, providerId, prices)
  await auditProvider(ctx, 'prices_set', providerId, {
    name: before.name,
    before: { prices: before.prices },
    after: { prices },
  })
  return null
}

/** A model has one price a day. */
export function checkPrices(ctx: RequestContext, prices: readonly { model: string; since: string }[]): void {
  const seen = new Set<string>()
  for (const [at, { model, since }] of prices.entries()) {
    const key = `${since} ${model}`
    if (seen.has(key)) throw wrongField(ctx, 'assistant.price_twice', `prices.${at}.since`)
    seen.add(key)
  }
}

export async function found(ctx: RequestContext, id: string): Promise<StoredProvider> {
  const provider = await providerRepo.find(ctx, id)
  if (!provider) throw new AppError('assistant.provider_not_found')
  return provider
}

async function locked(ctx: RequestContext, id: string): Promise<StoredProvider> {
  const provider = await providerRepo.lock(ctx, id)
  if (!provider) throw new AppError('assistant.provider_not_found')
  return provider
}

export async function auditProvider(
  ctx: RequestContext,
  act:
    | 'provider_added'
    | 'provider_edited'
    | 'provider_paused'
    | 'provider_deleted'
    | 'provider_tested'
    | 'models_read'
    | 'prices_set',
  subjectId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action: `assistant.${act}`, subjectKind: 'assistant_provider', subjectId, detail })
}
