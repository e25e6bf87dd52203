import { randomBytes } from 'node:crypto'
import type { InputOf, tenantApi } from '@netward/contract'
import { hashToken } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Message, Recipient } from '../messages/index.ts'

/** The tenant's administrator: the schema requires exactly one address. */
export type Administrator = Omit<InputOf<typeof tenantApi.inviteAdministrator>, 'companyId'>

export interface InvitingCompany {
  readonly name: string
  readonly prefix: string
  readonly language: 'zh' | 'en'
}

export const addressedTo = ({ phone, email }: Pick<Administrator, 'phone' | 'email'>): Recipient =>
  phone === undefined ? { email: email ?? '' } : { phone }

export function newTicket(): { ticket: string; ticketHash: Buffer } {
  const ticket = randomBytes(32).toString('base64url')
  return { ticket, ticketHash: hashToken(ticket) }
}

/** In the tenant's language: its people read it. */
export const invitationMessage = (
  ctx: RequestContext,
  administrator: Administrator,
  company: InvitingCompany,
  ticket: string,
): Message => ({
  to: addressedTo(administrator),
  language: company.language,
  kind: 'invitation',
  params: { companyName: company.name, invitedBy: ctx.scope.actorName, prefix: company.prefix, ticket },
})
