import { randomBytes } from 'node:crypto'
import type { InputOf, OutputOf, personalTokenApi } from '@netward/contract'
import { mostPersonalTokens, personalTokenPrefix } from '@netward/contract/personal-token-values'
import { hashToken } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { personalTokenRepo } from './personal-token.repo.ts'

type Api = typeof personalTokenApi

export async function personalTokens(ctx: RequestContext): Promise<OutputOf<Api['personalTokens']>> {
  return personalTokenRepo.all(ctx)
}

export async function makePersonalToken(
  ctx: RequestContext,
  { name, days }: InputOf<Api['makePersonalToken']>,
): Promise<OutputOf<Api['makePersonalToken']>> {
  const token = `${personalTokenPrefix}${randomBytes(32).toString('base64url')}`
  const made = await personalTokenRepo.insert(ctx, {
    name,
    days,
    hash: hashToken(token),
    most: mostPersonalTokens,
  })
  await ctx.audit({
    action: 'personal_token.made',
    subjectKind: 'personal_token',
    subjectId: made.id,
    detail: { name, after: { expires_at: made.expiresAt } },
  })
  return { ...made, token }
}

export async function endPersonalToken(
  ctx: RequestContext,
  { tokenId }: InputOf<Api['endPersonalToken']>,
): Promise<OutputOf<Api['endPersonalToken']>> {
  const name = await personalTokenRepo.end(ctx, tokenId)
  if (name === null) throw new AppError('personal_token.not_found')
  await ctx.audit({
    action: 'personal_token.ended',
    subjectKind: 'personal_token',
    subjectId: tokenId,
    detail: { name },
  })
  return null
}
