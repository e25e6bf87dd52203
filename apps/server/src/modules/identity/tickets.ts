import { randomBytes } from 'node:crypto'
import { hashToken, type Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import { ticketRepo } from './ticket.repo.ts'

interface TicketDeps {
  readonly scopes: Scopes
}

export interface Ticket {
  readonly personId: string | null
  readonly companyId: string | null
  readonly data: Record<string, unknown>
  readonly expiresAt: string
}

/**
 * A one-time ticket of 256 bits; only its hash is stored. `replaces` invalidates the person's earlier ones
 * for this purpose. Do not call inside a request's transaction, which may not issue any.
 */
export async function issueTicket(
  { scopes }: TicketDeps,
  ticket: {
    purpose: string
    personId?: string | null
    companyId?: string | null
    data?: Record<string, unknown>
    seconds: number
    replaces?: boolean
    /** Where its value is needed before what belongs to it is known. */
    value?: string
  },
): Promise<string> {
  const value = ticket.value ?? randomBytes(32).toString('base64url')
  await ticketRepo.insert(scopes, {
    hash: hashToken(value),
    purpose: ticket.purpose,
    personId: ticket.personId ?? null,
    companyId: ticket.companyId ?? null,
    data: ticket.data ?? {},
    seconds: ticket.seconds,
    replaces: ticket.replaces ?? false,
  })
  return value
}

/** Reads a ticket without spending it. @throws AppError ticket.invalid */
export function readTicket({ scopes }: TicketDeps, purpose: string, value: string): Promise<Ticket> {
  return valid(ticketRepo.find(scopes, hashToken(value), purpose))
}

/** Counts a use of a ticket, limited to `most` attempts. @throws AppError ticket.invalid */
export function tryTicket(
  { scopes }: TicketDeps,
  purpose: string,
  value: string,
  most: number,
): Promise<Ticket> {
  return valid(ticketRepo.countTry(scopes, hashToken(value), purpose, most))
}

/** Spends a ticket; only one of concurrent callers succeeds. @throws AppError ticket.invalid */
export function spendTicket({ scopes }: TicketDeps, purpose: string, value: string): Promise<Ticket> {
  return valid(ticketRepo.spend(scopes, hashToken(value), purpose))
}

async function valid(finding: ReturnType<typeof ticketRepo.find>): Promise<Ticket> {
  const found = await finding
  if (!found) throw new AppError('ticket.invalid')
  return {
    personId: found.person_id,
    companyId: found.company_id,
    data: found.data,
    expiresAt: found.expires_at,
  }
}
