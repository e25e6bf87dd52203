import { randomBytes } from 'node:crypto'
import type { SignOnKind } from '@netward/contract/sign-on-values'
import { hashToken } from '../../platform/db/scope.ts'
import type { Cookies } from '../../platform/http/cookies.ts'

/**
 * The cookie that binds a sign-in elsewhere to the browser that began it (decisions.md §7). Under http it has no prefix,
 * since browsers keep `__Host-` for https.
 */
export function browserCookie(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? '__Host-sso' : 'sso'
  const line = (value: string, seconds: number, sameSite: string) =>
    `${name}=${value}; Path=/; HttpOnly; Max-Age=${seconds}; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`
  const valueIn = (cookies: Cookies) => {
    const value = cookies.read(name)
    return value !== null && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null
  }
  return {
    /** Keeps the one of a sign-in in another tab. Returns its hash. */
    begin(cookies: Cookies, kind: SignOnKind): string {
      const value = valueIn(cookies) ?? randomBytes(32).toString('base64url')
      // SAML comes back as a form of another site, to which Lax cookies are not sent.
      cookies.set(line(value, 600, isSecure && kind === 7 ? 'None' : 'Lax'))
      return hashToken(value).toString('hex')
    },
    /** The hash of the cookie that came along; null: none did. */
    of(cookies: Cookies): string | null {
      const value = valueIn(cookies)
      return value === null ? null : hashToken(value).toString('hex')
    },
    end: (cookies: Cookies) => cookies.set(line('', 0, 'Lax')),
  }
}
