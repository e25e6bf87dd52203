import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** The sender of a request, as far as it can be known. */
export interface Sender {
  /** The peer, or the last address in X-Forwarded-For that is not a trusted proxy. */
  readonly address: string
  /**
   * A proxy, trusted or not, was involved: its connection may carry any caller's next request, and a peer on
   * loopback does not prove that the sender is on this machine.
   */
  readonly forwarded: boolean
  /** The scheme that a trusted proxy reports; null without one. */
  readonly protocol: 'http' | 'https' | null
}

/** A peer as a plain address: `::ffff:192.0.2.1` is 192.0.2.1, and a zone is dropped. */
export function peerAddress(remote: string | undefined): string {
  const address = (remote ?? '0.0.0.0').replace(/%.*$/, '')
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}

/** @param proxies ranges in CIDR notation whose X-Forwarded headers count */
export function senderOf(request: IncomingMessage, proxies: readonly string[]): Sender {
  const peer = peerAddress(request.socket.remoteAddress)
  const { headers } = request
  const chain = headers['x-forwarded-for']
  const forwarded = chain !== undefined || headers.forwarded !== undefined || headers.via !== undefined
  if (proxies.length === 0 || !isTrusted(peer, proxies)) {
    return { address: peer, forwarded, protocol: null }
  }
  const protocol = lastOf(headers['x-forwarded-proto'])?.toLowerCase()
  return {
    address: senderIn(chain, proxies) ?? peer,
    forwarded: true,
    protocol: protocol === 'https' || protocol === 'http' ? protocol : null,
  }
}

export function isTrusted(address: string, proxies: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return proxies.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range)
    return network.kind() === parsed.kind() && parsed.match(network, bits)
  })
}

/** From the right: everything left of the first stranger is the stranger's own claim. */
function senderIn(chain: string | string[] | undefined, proxies: readonly string[]): string | null {
  const hops = (Array.isArray(chain) ? chain.join(',') : (chain ?? ''))
    .split(',')
    .map((hop) => bare(hop.trim()))
  for (const hop of hops.toReversed()) {
    if (!ipaddr.isValid(hop)) return null
    if (!isTrusted(hop, proxies)) return peerAddress(hop)
  }
  return null
}

function lastOf(header: string | string[] | undefined): string | undefined {
  return (Array.isArray(header) ? header.join(',') : header)?.split(',').at(-1)?.trim()
}

/** Some proxies write a port, or brackets. */
function bare(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1]
  return bracketed ?? hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}
