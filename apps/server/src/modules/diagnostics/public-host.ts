import { isIP } from 'node:net'

/** IANA keeps it for everybody, and it answers. */
const everywhere = 'example.com'

/** What a check pings and looks up beyond the line: the name of the ACS, else one that everybody can reach. */
export function publicHostOf(acsUrl: string): string {
  const { hostname } = new URL(acsUrl)
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname.includes('.')
  return isName ? hostname : everywhere
}
