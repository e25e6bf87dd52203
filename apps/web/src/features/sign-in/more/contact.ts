import { emailCodeProblem, emailOf, phoneOf, smsCodeProblem } from '@netward/contract/field-rules'
import type { PageInfo } from '../page-info.ts'
import type { Problem } from '../use-form.ts'

/** Recipient of a code. */
export type Contact = { phone: string } | { email: string }

export interface Channels {
  phone: boolean
  email: boolean
}

export function channelsOf(info: PageInfo | null): Channels {
  return { phone: info?.phoneCodes ?? true, email: info?.mail ?? true }
}

/** The typed contact if a code can be sent to it; null otherwise. */
export function contactOf(typed: string, channels: Channels): Contact | null {
  if (typed.includes('@')) {
    const email = emailOf(typed)
    return email === null || !channels.email ? null : { email }
  }
  const phone = phoneOf(typed)
  return phone === null || !channels.phone ? null : { phone }
}

export function contactProblem(typed: string, channels: Channels): Problem | null {
  return contactOf(typed, channels) === null ? 'validation.phoneOrEmail' : null
}

export const contactText = (contact: Contact): string => ('phone' in contact ? contact.phone : contact.email)

export function sentCodeProblem(code: string, contact: Contact | null): Problem | null {
  return contact !== null && 'email' in contact ? emailCodeProblem(code) : smsCodeProblem(code)
}

/** The label of the field, depending on what the installation can send. */
export function contactLabel({ phone, email }: Channels) {
  return phone && email ? 'access.phoneOrEmail' : email ? 'access.email' : 'access.phone'
}
