import { randomBytes } from 'node:crypto'
import type { invitationApi, InputOf, OutputOf } from '@netward/contract'
import { hashToken } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { generatePassword, hashPassword, type IdentityDeps } from '../identity/index.ts'
import { destination, requireGrantable } from '../members/index.ts'
import { invitationLink } from '../messages/index.ts'
import { getCompany } from '../organisations/index.ts'
import { invitationRepo } from './invitation.repo.ts'

/**
 * First accounts without mail or text messages: a link, or a first password, that the caller hands over. A
 * link proves no address, so an invitation by link has none: its recipient would own that address here.
 */
export async function inviteByLink(
  deps: IdentityDeps,
  ctx: RequestContext,
  input: InputOf<typeof invitationApi.inviteByLink>,
): Promise<OutputOf<typeof invitationApi.inviteByLink>> {
  await requireGrantable(ctx, [input.role])
  const { id: departmentId } = await destination(ctx, input.departmentId)
  const ticket = newTicket()
  const invitationId = await invitationRepo.insertByLink(ctx, {
    displayName: input.displayName,
    roles: [input.role],
    departmentId,
    ticketHash: hashToken(ticket),
  })
  await ctx.audit({
    action: 'invitation.link_created',
    subjectKind: 'invitation',
    subjectId: invitationId,
    detail: { displayName: input.displayName, roles: [input.role] },
  })
  await ctx.emit('invitation.changed', invitationId)
  return { invitationId, link: await linkInto(deps, ctx, ctx.scope.companyId, ticket) }
}

export async function inviteAdministratorByLink(
  deps: IdentityDeps,
  ctx: RequestContext,
  { companyId, displayName }: InputOf<typeof invitationApi.inviteAdministratorByLink>,
): Promise<OutputOf<typeof invitationApi.inviteAdministratorByLink>> {
  const ticket = newTicket()
  const invitationId = await invitationRepo.insertForAdministrator(
    ctx,
    companyId,
    displayName,
    hashToken(ticket),
  )
  return { invitationId, link: await linkInto(deps, ctx, companyId, ticket) }
}

/** Hashing is slow, so it stands before the transaction. */
export async function createAdministrator(
  ctx: SeveralTransactions,
  { companyId, userName, displayName }: InputOf<typeof invitationApi.createAdministrator>,
): Promise<OutputOf<typeof invitationApi.createAdministrator>> {
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  const made = await ctx.inTransaction(null, (inside) =>
    invitationRepo.insertAdministrator(inside, { companyId, userName, displayName, passwordHash }),
  )
  return { memberId: made.member_id, signInName: `${userName.toLowerCase()}@${made.company_code}`, password }
}

const newTicket = () => randomBytes(32).toString('base64url')

async function linkInto(
  { messages }: IdentityDeps,
  ctx: RequestContext,
  companyId: string,
  ticket: string,
): Promise<string> {
  const { prefix } = await getCompany(ctx, companyId)
  return invitationLink(messages.publicUrl, { prefix: prefix ?? '', ticket })
}
