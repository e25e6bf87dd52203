import { lookup as systemLookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { ownAddresses } from './own-addresses.ts'

/** Where one call may go. */
export interface Destination {
  /** The one address that is allowed though it is in no range; null: ranges alone count. */
  readonly lastAddress: string | null
  /**
   * NETWARD_DEVICE_RANGES, as CIDR, or as `CIDR=code` for the company of that code alone. What is in one is allowed,
   * whatever kind of address it is, when the range is that company's, or when it is nobody's in particular and the
   * last address is in it too: a device that says it is elsewhere opens no way into a network that it is not in.
   */
  readonly ranges: readonly string[]
  /** The code of the company that owns the device. */
  readonly companyCode: string | null
}

/** These hold nothing of ours that a stranger could reach. */
const publicKinds = new Set(['unicast'])
/** Private addresses are allowed if a gateway was last seen there, since its own network may be managed. */
const neverKinds = new Set([
  'loopback',
  'linkLocal',
  'multicast',
  'broadcast',
  'unspecified',
  'reserved',
  'ipv4Mapped',
  'rfc6145',
  'rfc6052',
  '6to4',
  'teredo',
])

export class OutgoingRefused extends Error {
  override name = 'OutgoingRefused'
}

/** Whether an address may be called. @param address a literal IPv4 or IPv6 address */
export function addressAllowed(address: string, destination: Destination): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (destination.ranges.some((range) => rangeAllows(parsed, range, destination))) return true
  const kind = parsed.range()
  if (neverKinds.has(kind)) return false
  if (destination.lastAddress === null || !ipaddr.isValid(destination.lastAddress)) return false
  const last = ipaddr.process(destination.lastAddress)
  if (parsed.toNormalizedString() !== last.toNormalizedString()) return false
  return publicKinds.has(kind) || kind === 'private' || kind === 'uniqueLocal' || kind === 'carrierGradeNat'
}

function rangeAllows(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  entry: string,
  { lastAddress, companyCode }: Destination,
): boolean {
  const [range = '', boundTo] = entry.split('=')
  if (!inRange(address, range)) return false
  if (boundTo !== undefined) return boundTo === companyCode
  return lastAddress !== null && ipaddr.isValid(lastAddress) && inRange(ipaddr.process(lastAddress), range)
}

/**
 * Whether the built-in collector may measure a device there (decisions.md §4). A public address needs no entry; a
 * private one, loopback included, needs an entry that is bound to the device's company. Addresses of this machine are
 * refused, also inside of a range that is not on loopback.
 */
export function mayMeasure(
  address: string,
  { ranges, companyCode }: Pick<Destination, 'ranges' | 'companyCode'>,
  own: ReadonlySet<string> = ownAddresses(),
): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (own.has(parsed.toString())) return false
  const kind = parsed.range()
  if (publicKinds.has(kind)) return true
  if (kind === 'linkLocal' || kind === 'multicast' || kind === 'broadcast' || kind === 'unspecified')
    return false
  return ranges.some((entry) => {
    const [range = '', boundTo] = entry.split('=')
    return boundTo !== undefined && boundTo === companyCode && inRange(parsed, range)
  })
}

/** A literal address of the Internet: what is sent there passes networks of others. */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && publicKinds.has(ipaddr.process(address).range())
}

function inRange(address: ipaddr.IPv4 | ipaddr.IPv6, range: string): boolean {
  if (!ipaddr.isValidCIDR(range)) return false
  const [network, bits] = ipaddr.parseCIDR(range)
  return network.kind() === address.kind() && address.match(network, bits)
}

function parseTarget(url: string): URL | null {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  const usable =
    (parsed.protocol === 'http:' || parsed.protocol === 'https:') &&
    parsed.username === '' &&
    parsed.password === ''
  return usable ? parsed : null
}

const bareHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** Whether a URL names an allowed address. A name is decided when it is resolved: false here. */
export function mayReach(url: string, destination: Destination): boolean {
  const target = parseTarget(url)
  return target !== null && isIP(bareHost(target)) !== 0 && addressAllowed(bareHost(target), destination)
}

export interface OutgoingAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
}

export interface OutgoingOptions {
  readonly destination: Destination
  readonly headers?: Record<string, string>
  readonly timeoutMilliseconds: number
  readonly signal?: AbortSignal
}

/**
 * A GET to a destination that others chose. The name is resolved once, every address of it must be allowed,
 * and the connection goes to the checked address, so that a second resolution cannot move it. Redirects are
 * not followed, the body is not read.
 * @throws OutgoingRefused when the destination is not allowed; otherwise the network's error.
 */
export async function guardedGet(url: string, options: OutgoingOptions): Promise<OutgoingAnswer> {
  const target = parseTarget(url)
  if (target === null) throw new OutgoingRefused('the URL cannot be called')
  const host = bareHost(target)
  const found =
    isIP(host) === 0 ? await systemLookup(host, { all: true }) : [{ address: host, family: isIP(host) }]
  const pinned = found[0]
  if (pinned === undefined || !found.every(({ address }) => addressAllowed(address, options.destination))) {
    throw new OutgoingRefused('the address may not be called')
  }
  // Loaded by the first call: it takes megabytes, and a process without gateways makes none.
  const { Agent, request } = await import('undici')
  const agent = new Agent({
    pipelining: 0,
    connect: {
      timeout: options.timeoutMilliseconds,
      // Gateways have self-signed certificates; a Digest answer is sent there, never the password.
      rejectUnauthorized: false,
      lookup: (_host, wanted, done) => {
        if (wanted.all === true) done(null, [{ address: pinned.address, family: pinned.family }])
        else done(null, pinned.address, pinned.family)
      },
    },
  })
  try {
    const answer = await request(target, {
      dispatcher: agent,
      method: 'GET',
      headers: { connection: 'close', ...options.headers },
      headersTimeout: options.timeoutMilliseconds,
      bodyTimeout: options.timeoutMilliseconds,
      ...(options.signal ? { signal: options.signal } : {}),
    })
    answer.body.on('error', () => {})
    answer.body.destroy()
    return { status: answer.statusCode, headers: answer.headers }
  } finally {
    await agent.destroy()
  }
}

/**
 * A TCP connection to a literal address that others chose, after checking it.
 * @throws OutgoingRefused when it is not allowed; otherwise the network's error, and a timeout.
 */
export async function guardedConnect(
  address: string,
  port: number,
  options: Omit<OutgoingOptions, 'headers'>,
): Promise<Socket> {
  if (!addressAllowed(address, options.destination))
    throw new OutgoingRefused('the address may not be called')
  const socket = connect({ host: address, port, noDelay: true, keepAlive: true })
  try {
    await once(socket, 'connect', {
      signal: AbortSignal.any([
        AbortSignal.timeout(options.timeoutMilliseconds),
        ...(options.signal ? [options.signal] : []),
      ]),
    })
  } catch (error) {
    socket.on('error', () => {})
    socket.destroy()
    throw error
  }
  return socket
}
