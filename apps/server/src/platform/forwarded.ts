import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Who sent a request, as far as that can be known. */
export interface Sender {
  /** The peer, or the last address in X-Forwarded-For that is no trusted proxy's. */
  readonly address: string
  /**
   * A proxy had a hand in it, trusted or not: its connection may carry anybody's next request, and a peer on loopback is
   * no proof that the sender is on this machine.
   */
  readonly forwarded: boolean
  /** What a trusted proxy says that the sender spoke; null when none says it. */
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

/** From the right: what stands left of the first stranger is the stranger's own word. */
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
