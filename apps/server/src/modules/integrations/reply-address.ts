import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

/** Bits of a local part that survive programs which change its case: base 32 without padding (RFC 4648 §6). */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const codeLength = 16

function codeOf(secrets: Secrets, orderId: string): string {
  const digest = createHmac('sha256', secrets.derive('order mail')).update(orderId).digest()
  return Array.from(digest.subarray(0, codeLength), (byte) => alphabet[byte & 31]).join('')
}

/** `service+<order>.<code>@example.test`: a reply to it belongs to the order (subaddress, RFC 5233). */
export function replyAddress(secrets: Secrets, inbox: string, orderId: string): string {
  const at = inbox.lastIndexOf('@')
  return `${inbox.slice(0, at)}+${orderId}.${codeOf(secrets, orderId)}${inbox.slice(at)}`
}

/** The order that one of the addresses of a mail names with the right code; null if none does. */
export function orderOfReply(secrets: Secrets, inbox: string, addresses: readonly string[]): string | null {
  const at = inbox.lastIndexOf('@')
  const [local, domain] = [inbox.slice(0, at).toLowerCase(), inbox.slice(at).toLowerCase()]
  for (const address of addresses) {
    const lower = address.trim().toLowerCase()
    if (!lower.startsWith(`${local}+`) || !lower.endsWith(domain)) continue
    const [, orderId, code] =
      /^([1-9][0-9]{0,17})\.([a-z2-7]{16})$/.exec(lower.slice(local.length + 1, -domain.length)) ?? []
    if (orderId === undefined || code === undefined) continue
    if (timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(secrets, orderId)))) return orderId
  }
  return null
}
