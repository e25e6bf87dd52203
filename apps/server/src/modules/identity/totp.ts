import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds of one step (RFC 6238 4.1). */
export const totpStepSeconds = 30
const digits = 6
/** Steps accepted before and after now, for clock skew (RFC 6238 5.2). */
const window = 1

/** RFC 6238 over HMAC-SHA-1 (RFC 4226 5.3), six digits. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash[19]! & 0x0f
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function totpStepAt(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / totpStepSeconds)
}

/** The step around `now` that a code matches; null if none. All steps are checked, whichever matches. */
export function totpStepOf(secret: Buffer, code: string, now: number): number | null {
  const current = totpStepAt(now)
  let found: number | null = null
  for (let step = current - window; step <= current + window; step += 1) {
    const expected = Buffer.from(totpCode(secret, step))
    const given = Buffer.from(code)
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step
  }
  return found
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 6 without padding: the form in which authenticators take a secret. */
export function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}
