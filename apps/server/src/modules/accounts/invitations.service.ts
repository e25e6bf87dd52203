import { randomBytes } from 'node:crypto'
import type { invitationApi, InputOf, OutputOf } from '@netward/contract'
import { hashToken } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { type IdentityDeps, tooSoon } from '../identity/index.ts'
import { destination, requireGrantable } from '../members/index.ts'
import { channelOf, requireChannel, sendMessages } from '../messages/index.ts'
import { getCompany } from '../organisations/index.ts'
import { type Contact, contactOf, recipientOf } from './contact.ts'
import { invitationRepo } from './invitation.repo.ts'

/** Invitations a company may send within a day, in total and to one address, to prevent harassment. */
export const daily = { company: 2000, address: 10 }

/** Minimum interval between links to the same address: a minute, later an hour. */
const resendSeconds = (sends: number) => (sends < 3 ? 60 : 3600)

/** A person to invite, after validation. */
export interface Invited extends Contact {
  readonly displayName: string
  readonly roles: readonly string[]
  readonly departmentId: string
}

export async function invite(
  deps: IdentityDeps,
  ctx: RequestContext,
  input: InputOf<typeof invitationApi.invite>,
): Promise<OutputOf<typeof invitationApi.invite>> {
  const contact = contactOf(input)
  await mayInvite(deps, ctx, contact, [input.role])
  const { id: departmentId } = await destination(ctx, input.departmentId)
  if (await invitationRepo.isMember(ctx, contact)) throw new AppError('invitation.already_member')
  const [invitationId] = await inviteAll(deps, ctx, [
    { ...contact, displayName: input.displayName, roles: [input.role], departmentId },
  ])
  return { invitationId: invitationId! }
}

/** All or none. @throws AppError invitation.already_open */
export async function inviteAll(
  deps: IdentityDeps,
  ctx: RequestContext,
  people: readonly Invited[],
): Promise<string[]> {
  const invitations = people.map((person) => ({ ...person, ticket: newTicket() }))
  const made = await invitationRepo.insert(
    ctx,
    invitations.map((invitation) => ({ ...invitation, ticketHash: hashToken(invitation.ticket) })),
  )
  const ids = invitations.map(({ phone, email }) => made.get(phone ?? email ?? ''))
  const complete = ids.filter((id) => id !== undefined)
  if (complete.length < people.length) throw new AppError('invitation.already_open')
  await send(
    deps,
    ctx,
    invitations.map((invitation, index) => ({ ...invitation, id: complete[index]! })),
  )
  return complete
}

/** The earlier link becomes invalid. */
export async function resendInvitation(
  deps: IdentityDeps,
  ctx: RequestContext,
  { invitationId }: InputOf<typeof invitationApi.resendInvitation>,
): Promise<null> {
  const asked = await invitationRepo.lock(ctx, invitationId)
  if (!asked) throw new AppError('invitation.not_found')
  if (asked.phone === null && asked.email === null) throw new AppError('invitation.no_address')
  await mayInvite(deps, ctx, asked, asked.roles)
  const seconds = Math.ceil(
    (new Date(asked.sent_at).getTime() + resendSeconds(asked.sends) * 1000 - Date.now()) / 1000,
  )
  if (seconds > 0) throw tooSoon(seconds)
  const ticket = newTicket()
  await invitationRepo.updateTicket(ctx, invitationId, hashToken(ticket))
  const { phone, email, display_name: displayName, roles } = asked
  await send(deps, ctx, [{ id: invitationId, phone, email, displayName, roles, ticket }])
  return null
}

export async function revokeInvitation(
  ctx: RequestContext,
  { invitationId }: InputOf<typeof invitationApi.revokeInvitation>,
): Promise<null> {
  const asked = await invitationRepo.lock(ctx, invitationId)
  if (!asked) throw new AppError('invitation.not_found')
  await invitationRepo.revoke(ctx, invitationId)
  await ctx.audit({
    action: 'invitation.revoked',
    subjectKind: 'invitation',
    subjectId: invitationId,
    detail: { displayName: asked.display_name },
  })
  await ctx.emit('invitation.changed', invitationId)
  return null
}

export async function pageInvitations(
  ctx: RequestContext,
  { page, pageSize, state }: InputOf<typeof invitationApi.pageInvitations>,
): Promise<OutputOf<typeof invitationApi.pageInvitations>> {
  const found = await invitationRepo.page(ctx, { page, pageSize, state })
  return {
    ...found,
    items: found.items.map((row) => ({
      id: row.id,
      displayName: row.display_name,
      phone: row.phone,
      email: row.email,
      roles: row.roles,
      state: row.state,
      invitedBy: row.invited_by,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    })),
  }
}

const newTicket = () => randomBytes(32).toString('base64url')

async function mayInvite(
  deps: IdentityDeps,
  ctx: RequestContext,
  contact: Contact,
  roles: readonly string[],
): Promise<void> {
  await requireGrantable(ctx, roles)
  requireChannel(deps, channelOf(recipientOf(contact)))
  const sent = await invitationRepo.countSent(ctx, contact)
  if (sent.company >= daily.company || sent.address >= daily.address) throw new AppError('request.too_many')
}

async function send(
  deps: IdentityDeps,
  ctx: RequestContext,
  invitations: readonly (Omit<Invited, 'departmentId'> & { id: string; ticket: string })[],
): Promise<void> {
  const company = await getCompany(ctx, ctx.scope.companyId)
  await sendMessages(
    deps,
    ctx.db,
    invitations.map((invitation) => ({
      to: recipientOf(invitation),
      // The company's language: the invitee has not chosen one yet.
      language: company.language,
      kind: 'invitation',
      params: {
        companyName: company.name,
        invitedBy: ctx.scope.actorName,
        prefix: company.prefix ?? '',
        ticket: invitation.ticket,
      },
    })),
  )
  await Promise.all(
    invitations.map(({ id, displayName, roles }) =>
      ctx.audit({
        action: 'invitation.sent',
        subjectKind: 'invitation',
        subjectId: id,
        detail: { displayName, roles },
      }),
    ),
  )
  const [only] = invitations
  await ctx.emit('invitation.changed', invitations.length === 1 && only !== undefined ? only.id : null)
}
