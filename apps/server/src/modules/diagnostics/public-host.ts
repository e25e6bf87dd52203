import { isIP } from 'node:net'

/** Reserved by IANA, and reachable. */
const everywhere = 'example.com'

/** What a check pings and resolves beyond the line: the ACS host name, else a public one. */
export function publicHostOf(acsUrl: string): string {
  const { hostname } = new URL(acsUrl)
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname.includes('.')
  return isName ? hostname : everywhere
}
