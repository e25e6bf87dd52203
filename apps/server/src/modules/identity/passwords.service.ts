import type { Language } from '@netward/phrases/server'
import type { Db } from '../../platform/db/transaction.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { type Message, sealMessage } from '../messages/index.ts'
import { attemptOn, personKey } from './attempts.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { passwordMatches } from './password.ts'
import { personRepo } from './person.repo.ts'

/**
 * Checks the password of a signed-in person who must re-authenticate. Counted and delayed like sign-ins. Do
 * not call inside a request's transaction: hashing is slow, and the count must survive a rollback.
 * @throws AppError sign_in.wait
 */
export async function passwordMatchesOf(
  deps: IdentityDeps,
  call: CallContext,
  personId: string,
  password: string,
): Promise<boolean> {
  return (await provedPasswordHash(deps, call, personId, password)) !== null
}

/** As `passwordMatchesOf`, but returns the hash it was checked against; null if it does not match. */
export async function provedPasswordHash(
  { scopes }: IdentityDeps,
  call: CallContext,
  personId: string,
  password: string,
): Promise<string | null> {
  const attempt = attemptOn(scopes, call, personKey(personId))
  await attempt.reserve()
  const hash = await personRepo.passwordHash(scopes, personId)
  if (!(await passwordMatches(hash, password))) return null
  await attempt.forgive()
  return hash
}

/**
 * Sets a password that was checked and hashed before. All sessions of the person except `keepSessionId` end
 * with 40005, as do all tickets obtained with the old password. All verified addresses are notified.
 * @param db the person's own request transaction; without it the change is immediate.
 */
export async function setPassword(
  deps: IdentityDeps,
  change: {
    personId: string
    hash: string
    keepSessionId?: string | null
    notice: 'password_changed' | 'reset_done' | null
    language: Language
    /** The verified addresses, read in `db`: a second connection beside a transaction could deadlock. */
    contacts?: { phone: string | null; email: string | null }
  },
  db?: Db,
): Promise<void> {
  const { personId, hash, notice, language } = change
  const { phone, email } = change.contacts ?? (await personRepo.contacts(deps.scopes, personId))
  const messages: Message[] = []
  if (notice !== null && phone !== null) messages.push({ to: { phone }, language, kind: notice })
  if (notice !== null && email !== null) messages.push({ to: { email }, language, kind: notice })
  await personRepo.setPassword(db ?? deps.scopes, {
    personId,
    hash,
    keepSessionId: change.keepSessionId ?? null,
    messages: messages.map((message) => sealMessage(deps, message)).filter((sealed) => sealed !== null),
  })
}
