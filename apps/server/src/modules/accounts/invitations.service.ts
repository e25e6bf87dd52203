import { randomBytes } from 'node:crypto'
import {
  type invitationApi,
  builtInRoles,
  type BuiltInRole,
  type InputOf,
  type OutputOf,
} from '@netward/contract'
import { hashToken } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { heldPermissions, type IdentityDeps } from '../identity/index.ts'
import { channelOf, channels, sendMessage } from '../messages/index.ts'
import { getCompany } from '../organisations/index.ts'
import { type Contact, contactOf, recipientOf } from './contact.ts'
import { invitationRepo } from './invitation.repo.ts'

/** What a company may send within a day, in all and to one address: nobody is to be pestered through us. */
const daily = { company: 500, address: 10 }

/** Between two links to the same address: a minute, later an hour. */
const resendSeconds = (sends: number) => (sends < 3 ? 60 : 3600)

export async function invite(
  deps: IdentityDeps,
  ctx: RequestContext,
  input: InputOf<typeof invitationApi.invite>,
): Promise<OutputOf<typeof invitationApi.invite>> {
  const contact = contactOf(input)
  await mayInvite(deps, ctx, contact, input.role)
  if (await invitationRepo.isMember(ctx, contact)) throw new AppError('invitation.already_member')
  const ticket = newTicket()
  const made = await invitationRepo.insert(ctx, {
    ...contact,
    displayName: input.displayName,
    role: input.role,
    ticketHash: hashToken(ticket),
  })
  if (made === null) throw new AppError('invitation.already_open')
  await send(deps, ctx, { id: made, ...contact, displayName: input.displayName, role: input.role }, ticket)
  return { invitationId: made }
}

/** The earlier link ends. */
export async function resendInvitation(
  deps: IdentityDeps,
  ctx: RequestContext,
  { invitationId }: InputOf<typeof invitationApi.resendInvitation>,
): Promise<null> {
  const asked = await invitationRepo.lock(ctx, invitationId)
  if (!asked) throw new AppError('invitation.not_found')
  await mayInvite(deps, ctx, asked, asked.built_in)
  const seconds = Math.ceil(
    (new Date(asked.sent_at).getTime() + resendSeconds(asked.sends) * 1000 - Date.now()) / 1000,
  )
  if (seconds > 0)
    throw new AppError('code.too_soon', { params: { seconds }, data: { retryAfterSeconds: seconds } })
  const ticket = newTicket()
  await invitationRepo.updateTicket(ctx, invitationId, hashToken(ticket))
  await send(
    deps,
    ctx,
    {
      id: invitationId,
      phone: asked.phone,
      email: asked.email,
      displayName: asked.display_name,
      role: asked.built_in,
    },
    ticket,
  )
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
      role: row.built_in,
      state: row.state,
      invitedBy: row.invited_by,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    })),
  }
}

const newTicket = () => randomBytes(32).toString('base64url')

async function mayInvite(
  { messages }: IdentityDeps,
  ctx: RequestContext,
  contact: Contact,
  role: BuiltInRole,
): Promise<void> {
  // Nobody grants what they do not hold.
  const held = await heldPermissions(ctx)
  if (!builtInRoles[role].every((code) => held.includes(code))) throw new AppError('permission.denied')
  const offered = channels(messages)
  if (channelOf(recipientOf(contact)) === 'phone' ? !offered.phoneCodes : !offered.mail)
    throw new AppError('code.channel_unavailable')
  const sent = await invitationRepo.countSent(ctx, contact)
  if (sent.company >= daily.company || sent.address >= daily.address) throw new AppError('request.too_many')
}

async function send(
  deps: IdentityDeps,
  ctx: RequestContext,
  invitation: Contact & { id: string; displayName: string; role: BuiltInRole },
  ticket: string,
): Promise<void> {
  const company = await getCompany(ctx, ctx.scope.companyId)
  await sendMessage(deps, ctx.db, {
    to: recipientOf(invitation),
    language: ctx.language,
    kind: 'invitation',
    params: {
      companyName: company.name,
      invitedBy: ctx.scope.actorName,
      prefix: company.prefix ?? '',
      ticket,
    },
  })
  await ctx.audit({
    action: 'invitation.sent',
    subjectKind: 'invitation',
    subjectId: invitation.id,
    detail: { displayName: invitation.displayName, role: invitation.role },
  })
  await ctx.emit('invitation.changed', invitation.id)
}
