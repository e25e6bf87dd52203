import type { InputOf, OutputOf, signOnApi } from '@netward/contract'
import { isSignOnKind } from '@netward/contract/sign-on-values'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { namingConstraint } from '../../platform/http/wrong-field.ts'
import { requireSignInRight } from '../integrations/index.ts'
import { signOnLinkRepo } from './sign-on-link.repo.ts'

const taken = {
  sign_on_link_company_id_channel_id_subject_key: ['sign_on.linked_elsewhere', 'subject'],
  sign_on_link_company_id_channel_id_member_id_key: ['sign_on.linked_already', 'memberId'],
} as const

async function signOnChannel(ctx: RequestContext, channelId: string) {
  const channel = await signOnLinkRepo.channel(ctx, channelId)
  if (channel === undefined || !isSignOnKind(channel.kind)) throw new AppError('integration.not_found')
  return channel
}

export async function pageSignOnLinks(
  ctx: RequestContext,
  query: InputOf<typeof signOnApi.pageSignOnLinks>,
): Promise<OutputOf<typeof signOnApi.pageSignOnLinks>> {
  await signOnChannel(ctx, query.channelId)
  const { items, total } = await signOnLinkRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function pageIntegrationCalls(
  ctx: RequestContext,
  query: InputOf<typeof signOnApi.pageIntegrationCalls>,
): Promise<OutputOf<typeof signOnApi.pageIntegrationCalls>> {
  await signOnChannel(ctx, query.channelId)
  const { items, total } = await signOnLinkRepo.calls(ctx, query)
  return { items, ...capped(total) }
}

export async function addSignOnLink(
  ctx: RequestContext,
  { channelId, memberId, subject: given }: InputOf<typeof signOnApi.addSignOnLink>,
): Promise<OutputOf<typeof signOnApi.addSignOnLink>> {
  await requireSignInRight(ctx)
  const { kind, name } = await signOnChannel(ctx, channelId)
  const member = await signOnLinkRepo.member(ctx, memberId)
  if (member === undefined) throw new AppError('member.not_found')
  // WeCom, Microsoft and directories write these in either case.
  const subject = kind === 1 || kind === 3 || kind === 9 ? given.toLowerCase() : given
  const id = await namingConstraint(ctx, taken, () =>
    signOnLinkRepo.insert(ctx, { channelId, memberId, subject }),
  )
  await ctx.audit({
    action: 'sign_on.linked',
    subjectKind: 'member',
    subjectId: memberId,
    detail: { channel: name, displayName: member.displayName, subject },
  })
  return { id }
}

export async function removeSignOnLink(
  ctx: RequestContext,
  { channelId, linkId }: InputOf<typeof signOnApi.removeSignOnLink>,
): Promise<null> {
  await requireSignInRight(ctx)
  const { name } = await signOnChannel(ctx, channelId)
  const removed = await signOnLinkRepo.remove(ctx, channelId, linkId)
  if (removed === undefined) throw new AppError('sign_on.link_not_found')
  await ctx.audit({
    action: 'sign_on.unlinked',
    subjectKind: 'integration_channel',
    subjectId: channelId,
    detail: { channel: name, ...removed },
  })
  return null
}
