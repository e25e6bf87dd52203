import { createHash } from 'node:crypto'
import { requestCodePattern } from '@netward/contract/states/licence'

/** Crockford base 32: no I, L, O or U, which are misread and misheard. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Identifies an installation to the licence issuer: 100 bits of the hash of its own public key, whose private
 * half is sealed under its master key, and 20 bits that detect typing errors.
 * @param key base64url
 */
export function requestCodeOf(key: string): string {
  return withCheck(base32(digest(`netward installation ${key}`), 20))
}

/** Normalised as in files, however it was typed; null if it is not a request code. */
export function readRequestCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  const written = withCheck(code.slice(0, 20))
  return requestCodePattern.test(written) && written.replaceAll('-', '') === code ? written : null
}

function withCheck(code: string): string {
  return (code + base32(digest(`check ${code}`), 4)).replaceAll(/.{4}(?=.)/g, '$&-')
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The first `length` characters of five bits each. */
function base32(bytes: Buffer, length: number): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from(
    { length },
    (_, index) => signs[Number.parseInt(bits.slice(index * 5, index * 5 + 5), 2)],
  ).join('')
}
