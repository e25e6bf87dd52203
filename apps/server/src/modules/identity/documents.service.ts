import type { InputOf, OutputOf, signInApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { platformDocuments } from '../settings/index.ts'
import { acceptanceRepo } from './acceptance.repo.ts'
import { finishSignIn, provedBy } from './finish-sign-in.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { personRepo } from './person.repo.ts'
import { readTicket, spendTicket } from './tickets.ts'

/** @throws AppError document.not_found */
export async function readDocument(
  { scopes }: IdentityDeps,
  { kind }: InputOf<typeof signInApi.readDocument>,
): Promise<OutputOf<typeof signInApi.readDocument>> {
  const found = (await platformDocuments(scopes)).find((one) => one.kind === kind)
  if (found === undefined) throw new AppError('document.not_found')
  return { version: found.version, zh: found.zh, en: found.en }
}

/** Records what was accepted, with its version, and goes on; a version published meanwhile is asked for by a new ticket. */
export async function acceptDocuments(
  deps: IdentityDeps,
  call: CallContext,
  { ticket, accepted }: InputOf<typeof signInApi.acceptDocuments>,
): Promise<OutputOf<typeof signInApi.acceptDocuments>> {
  const { personId } = await readTicket(deps, 'documents', ticket)
  if (personId === null) throw new AppError('ticket.invalid')
  // Before the ticket is spent, as with a second factor: a password that changes meanwhile opens no session.
  const passwordHash = await personRepo.passwordHash(deps.scopes, personId)
  const { companyId, data } = await spendTicket(deps, 'documents', ticket)
  await acceptanceRepo.insert(deps.scopes, personId, accepted)
  return finishSignIn(deps, call, { personId, companyId, passwordHash, ...provedBy(data) })
}
