import type { InputOf, OutputOf, assistantOfferApi } from '@netward/contract'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { consentRepo } from './consent.repo.ts'
import { offerRepo } from './offer.repo.ts'
import { checkPrices, found } from './providers.service.ts'

type Api = typeof assistantOfferApi

export async function listOffers(ctx: RequestContext): Promise<OutputOf<Api['listOffers']>> {
  return { mayOffer: await offerRepo.mayOffer(ctx), items: await offerRepo.list(ctx) }
}

export function offerCompanies(
  ctx: RequestContext,
  { search }: InputOf<Api['offerCompanies']>,
): Promise<OutputOf<Api['offerCompanies']>> {
  return offerRepo.companies(ctx, { search })
}

export async function setOffer(ctx: RequestContext, given: InputOf<Api['setOffer']>): Promise<null> {
  const { providerId, forAll, prices, monthTokens } = given
  if (!(await offerRepo.mayOffer(ctx))) throw new AppError('assistant.nobody_below')
  const { name } = await found(ctx, providerId)
  const companyIds = forAll ? [] : [...new Set(given.companyIds)]
  if (!forAll && companyIds.length === 0) throw wrongField(ctx, 'assistant.offer_to_nobody', 'companyIds')
  const companies = await offerRepo.companies(ctx, { of: companyIds })
  if (companies.length < companyIds.length) throw wrongField(ctx, 'assistant.not_below', 'companyIds')
  checkPrices(ctx, prices)
  const before = await offerRepo.find(ctx, providerId)
  await offerRepo.set(ctx, { ...given, companyIds })
  await consentRepo.endLost(ctx)
  const shown = (offer: Pick<typeof given, 'forAll' | 'prices' | 'monthTokens'>) => ({
    for_all: offer.forAll,
    prices: offer.prices,
    month_tokens: offer.monthTokens,
  })
  await ctx.audit({
    action: 'assistant.offer_set',
    subjectKind: 'assistant_provider',
    subjectId: providerId,
    detail: {
      name,
      ...changedFields(before ? shown(before) : {}, shown({ forAll, prices, monthTokens })),
      companies: companies.map((company) => company.name),
    },
  })
  return null
}

export async function withdrawOffer(
  ctx: RequestContext,
  { providerId }: InputOf<Api['withdrawOffer']>,
): Promise<null> {
  const { name } = await found(ctx, providerId)
  if (!(await offerRepo.delete(ctx, providerId))) return null
  await consentRepo.endLost(ctx)
  await ctx.audit({
    action: 'assistant.offer_withdrawn',
    subjectKind: 'assistant_provider',
    subjectId: providerId,
    detail: { name },
  })
  return null
}

export async function listOffered(ctx: RequestContext): Promise<OutputOf<Api['listOffered']>> {
  const [items, order] = await Promise.all([offerRepo.offered(ctx), offerRepo.order(ctx)])
  return { items, order }
}

export async function hideOffered(
  ctx: RequestContext,
  { providerId, hidden }: InputOf<Api['hideOffered']>,
): Promise<null> {
  const service = (await offerRepo.offered(ctx)).find(({ id }) => id === providerId)
  if (!service) throw new AppError('assistant.provider_not_found')
  if (service.hidden === hidden) return null
  await offerRepo.hide(ctx, service, hidden)
  await ctx.audit({
    action: 'assistant.offered_hidden',
    subjectKind: 'assistant_provider',
    subjectId: providerId,
    detail: { name: service.name, before: { hidden: service.hidden }, after: { hidden } },
  })
  return null
}
