import type { Language } from '@netward/phrases/server'
import type { Db } from '../../platform/db/transaction.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { type Message, sealMessage } from '../messages/index.ts'
import { attemptOn, personKey } from './attempts.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { passwordMatches } from './password.ts'
import { personRepo } from './person.repo.ts'

/**
 * Whether this is the person's password: for those who are signed in and prove themselves anew. Counted, and delayed,
 * like sign-ins. Not for the inside of a request's transaction: hashing is slow, and the count outlives a rollback.
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

/** As `passwordMatchesOf`, and answers the hash that it was judged by; null when it is another password. */
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
 * Sets a password that was judged and hashed before. The person's sessions but `keepSessionId` end with 40005, and so
 * does every ticket that the old password could have led to. All verified addresses are told.
 * @param db the request's transaction of the person themselves; without one it happens at once.
 */
export async function setPassword(
  deps: IdentityDeps,
  change: {
    personId: string
    hash: string
    keepSessionId?: string | null
    tell: 'password_changed' | 'reset_done' | null
    language: Language
    /** The verified addresses, read in `db`: a second connection beside a transaction could wait for itself. */
    contacts?: { phone: string | null; email: string | null }
  },
  db?: Db,
): Promise<void> {
  const { personId, hash, tell, language } = change
  const { phone, email } = change.contacts ?? (await personRepo.contacts(deps.scopes, personId))
  const messages: Message[] = []
  if (tell !== null && phone !== null) messages.push({ to: { phone }, language, kind: tell })
  if (tell !== null && email !== null) messages.push({ to: { email }, language, kind: tell })
  await personRepo.setPassword(db ?? deps.scopes, {
    personId,
    hash,
    keepSessionId: change.keepSessionId ?? null,
    messages: messages.map((message) => sealMessage(deps, message)).filter((sealed) => sealed !== null),
  })
}
