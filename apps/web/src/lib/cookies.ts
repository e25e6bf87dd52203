/** The value of one cookie in a `document.cookie` string. */
export function cookieValue(cookies: string, name: string): string | null {
  for (const part of cookies.split(';')) {
    const [key, ...rest] = part.trim().split('=')
    if (key === name) {
      try {
        return decodeURIComponent(rest.join('='))
      } catch {
        return null
      }
    }
  }
  return null
}

/**
 * A `document.cookie` assignment; `maxAgeSeconds` 0 removes; without it the cookie lasts for the browser
 * session.
 */
export function cookieText(
  name: string,
  value: string,
  options: { maxAgeSeconds?: number; secure: boolean },
): string {
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/', 'SameSite=Strict']
  if (options.maxAgeSeconds !== undefined) parts.push(`Max-Age=${options.maxAgeSeconds}`)
  if (options.secure) parts.push('Secure')
  return parts.join('; ')
}

const secure = () => window.location.protocol === 'https:'

export const cookies = {
  read: (name: string) => cookieValue(document.cookie, name),
  write(name: string, value: string, maxAgeSeconds?: number): void {
    document.cookie = cookieText(name, value, {
      secure: secure(),
      ...(maxAgeSeconds !== undefined && { maxAgeSeconds }),
    })
  },
  remove(name: string): void {
    document.cookie = cookieText(name, '', { secure: secure(), maxAgeSeconds: 0 })
  },
}
