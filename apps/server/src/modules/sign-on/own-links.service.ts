import type { InputOf, OutputOf, signOnApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { passwordMatchesOf } from '../identity/index.ts'
import { SendFailure } from '../integrations/index.ts'
import { channelInUse } from './open-channel.ts'
import type { SignOnDeps } from './sign-on-deps.ts'
import { begin } from './sign-on.service.ts'
import { signOnLinkRepo } from './sign-on-link.repo.ts'

export async function ownSignOns(ctx: RequestContext): Promise<OutputOf<typeof signOnApi.ownSignOns>> {
  const ways = await signOnLinkRepo.own(ctx)
  return ways.map(({ publicId: _publicId, ...way }) => ({ ...way, mayLink: way.kind !== 9 }))
}

/** Begins to link the own account. The channel is one of the company of the session, which the link opens. */
export async function linkOwnAccount(
  deps: SignOnDeps,
  ctx: SeveralTransactions,
  { channelId, password, back }: InputOf<typeof signOnApi.linkOwnAccount>,
): Promise<OutputOf<typeof signOnApi.linkOwnAccount>> {
  const personId = await proved(deps, ctx, password)
  const way = await ctx.inTransaction(null, async (inside) => {
    const found = (await signOnLinkRepo.own(inside)).find(
      (one) => one.channelId === channelId && one.kind !== 9,
    )
    if (found === undefined) throw new AppError('integration.not_found')
    await inside.audit({
      action: 'sign_on.link_asked',
      subjectKind: 'integration_channel',
      subjectId: channelId,
      detail: { channel: found.name },
    })
    return found
  })
  const channel = await channelInUse(deps, way.publicId)
  if (channel === null) throw new AppError('sign_on.unavailable')
  try {
    return { location: await begin(deps, ctx, channel, { to: 'link', personId, back }) }
  } catch (error) {
    if (error instanceof SendFailure) throw new AppError('sign_on.unavailable')
    throw error
  }
}

export async function unlinkOwnAccount(
  deps: SignOnDeps,
  ctx: SeveralTransactions,
  { channelId, password }: InputOf<typeof signOnApi.unlinkOwnAccount>,
): Promise<null> {
  await proved(deps, ctx, password)
  await ctx.inTransaction(null, async (inside) => {
    const channel = await signOnLinkRepo.channel(inside, channelId)
    if (channel === undefined || !(await signOnLinkRepo.removeOwn(inside, channelId)))
      throw new AppError('integration.not_found')
    await inside.audit({
      action: 'sign_on.unlinked',
      subjectKind: 'integration_channel',
      subjectId: channelId,
      detail: { channel: channel.name },
    })
  })
  return null
}

/** The person of the session, whose password is right. @throws AppError account.password_wrong, sign_in.wait */
async function proved(deps: SignOnDeps, ctx: SeveralTransactions, password: string): Promise<string> {
  const personId = await ctx.inTransaction(null, async (inside) => inside.scope.personId)
  if (!(await passwordMatchesOf(deps, ctx, personId, password)))
    throw wrongField(ctx, 'account.password_wrong', 'password')
  return personId
}
