import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const inside = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|corp|home)$/i

/** Whether services on the Internet may reach this installation: by https, at a name or an address that is not private. */
export function isPublicAddress(publicUrl: string): boolean {
  if (!URL.canParse(publicUrl)) return false
  const { protocol, hostname } = new URL(publicUrl)
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:') return false
  if (isIP(bare) !== 0) return ipaddr.process(bare).range() === 'unicast'
  return bare.includes('.') && !inside.test(bare)
}
