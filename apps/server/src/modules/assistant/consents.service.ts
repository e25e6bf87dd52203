import type { InputOf, OutputOf, assistantApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { consentRepo } from './consent.repo.ts'
import { offerRepo } from './offer.repo.ts'
import { providerRepo } from './provider.repo.ts'

type Api = typeof assistantApi

/** An administrator of the company itself, never someone from above. */
const mayDecide = (ctx: RequestContext): boolean => isAtHome(ctx) && ctx.scope.identity <= 3

export async function listConsents(ctx: RequestContext): Promise<OutputOf<Api['listConsents']>> {
  return { mayDecide: mayDecide(ctx), items: await consentRepo.list(ctx) }
}

/** A new one takes the place of the one before. */
export async function giveConsent(
  ctx: RequestContext,
  { providerId, contents, masked, abroad }: InputOf<Api['giveConsent']>,
): Promise<OutputOf<Api['giveConsent']>> {
  if (!mayDecide(ctx)) throw new AppError('assistant.only_at_home')
  const provider = await askedFor(ctx, providerId)
  if (provider.isAbroad && !abroad) throw wrongField(ctx, 'assistant.abroad_unconfirmed', 'abroad')
  await consentRepo.end(ctx, { providerId }, 'changed')
  const id = await consentRepo.insert(ctx, provider, {
    contents: [...new Set(contents)],
    masked: [...new Set(masked)],
  })
  await ctx.audit({
    action: 'assistant.consent_given',
    subjectKind: 'assistant_provider',
    subjectId: providerId,
    detail: {
      name: provider.name,
      after: { address: provider.address, is_abroad: provider.isAbroad, contents, masked },
    },
  })
  return { id }
}

export async function withdrawConsent(
  ctx: RequestContext,
  { consentId }: InputOf<Api['withdrawConsent']>,
): Promise<null> {
  if (!mayDecide(ctx)) throw new AppError('assistant.only_at_home')
  const name = await consentRepo.end(ctx, { id: consentId }, 'person')
  if (name === undefined) throw new AppError('assistant.no_consent')
  await ctx.audit({
    action: 'assistant.consent_withdrawn',
    subjectKind: 'assistant_consent',
    subjectId: consentId,
    detail: { name },
  })
  return null
}

/** A service of the company, or one that is offered to it. */
async function askedFor(ctx: RequestContext, providerId: string) {
  const service =
    (await providerRepo.find(ctx, providerId)) ??
    (await offerRepo.offered(ctx)).find(({ id }) => id === providerId)
  if (!service) throw new AppError('assistant.provider_not_found')
  return service
}
