import type { InputOf, OutputOf, sharingApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { keyRepo } from './key.repo.ts'
import { secretHash } from './keys.service.ts'
import { type Redeemed, redemptionRepo } from './redemption.repo.ts'

type Api = typeof sharingApi

/** The error comes after the commit, so that a wrong secret counts. */
async function orNotValid<T>(
  ctx: SeveralTransactions,
  work: (inside: RequestContext) => Promise<T | null>,
): Promise<T> {
  const answer = await ctx.inTransaction(null, work)
  if (answer === null) throw wrongField(ctx, 'sharing.not_valid', 'secret')
  return answer
}

export async function lookAtKey(
  ctx: SeveralTransactions,
  { secret }: InputOf<Api['lookAtKey']>,
): Promise<OutputOf<Api['lookAtKey']>> {
  return orNotValid(ctx, async (inside) => {
    const terms = await redemptionRepo.look(inside, secretHash(secret))
    if (terms !== null)
      await inside.audit({
        action: 'sharing.looked',
        subjectKind: 'sharing',
        detail: { name: terms.name, company: terms.companyName },
      })
    return terms
  })
}

export async function redeemSharingKey(
  ctx: SeveralTransactions,
  { secret }: InputOf<Api['redeemSharingKey']>,
): Promise<OutputOf<Api['redeemSharingKey']>> {
  return orNotValid(ctx, async (inside) => {
    const id = await redemptionRepo.redeem(inside, secretHash(secret))
    if (id === null) return null
    await noted(inside, 'redeemed', await found(inside, id))
    return { id }
  })
}

export async function pageRedeemedKeys(
  ctx: RequestContext,
  query: InputOf<Api['pageRedeemedKeys']>,
): Promise<OutputOf<Api['pageRedeemedKeys']>> {
  const { items, total } = await redemptionRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function getRedeemedKey(
  ctx: RequestContext,
  { redemptionId }: InputOf<Api['getRedeemedKey']>,
): Promise<OutputOf<Api['getRedeemedKey']>> {
  return { ...(await found(ctx, redemptionId)), daily: await keyRepo.daily(ctx, 'redeemed', redemptionId) }
}

export async function giveBackKey(
  ctx: RequestContext,
  { redemptionId }: InputOf<Api['giveBackKey']>,
): Promise<null> {
  const redeemed = await found(ctx, redemptionId)
  await redemptionRepo.giveBack(ctx, redemptionId)
  await noted(ctx, 'given_back', redeemed)
  return null
}

export async function pageRedeemedUses(
  ctx: RequestContext,
  { redemptionId, ...query }: InputOf<Api['pageRedeemedUses']>,
): Promise<OutputOf<Api['pageRedeemedUses']>> {
  await found(ctx, redemptionId)
  const { items, total } = await keyRepo.uses(ctx, 'redeemed', redemptionId, query)
  return { items, ...capped(total) }
}

async function found(ctx: RequestContext, id: string): Promise<Redeemed> {
  const redeemed = await redemptionRepo.find(ctx, id)
  if (redeemed === undefined) throw new AppError('sharing.redemption_not_found')
  return redeemed
}

async function noted(
  ctx: RequestContext,
  act: 'redeemed' | 'given_back',
  { id, name, companyName }: Redeemed,
): Promise<void> {
  await ctx.audit({
    action: `sharing.${act}`,
    subjectKind: 'sharing',
    subjectId: id,
    detail: { name, company: companyName },
  })
}
