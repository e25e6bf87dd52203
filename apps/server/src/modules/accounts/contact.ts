import type { Recipient } from '../messages/index.ts'

/** A phone or a mail address; the other is null. */
export interface Contact {
  readonly phone: string | null
  readonly email: string | null
}

export function contactOf(given: { phone?: string | undefined; email?: string | undefined }): Contact {
  return { phone: given.phone ?? null, email: given.email ?? null }
}

/** @throws TypeError when both are missing: the endpoint's schema requires one. */
export function recipientOf({ phone, email }: Contact): Recipient {
  if (phone !== null) return { phone }
  if (email !== null) return { email }
  throw new TypeError('a contact is a phone or a mail address')
}
