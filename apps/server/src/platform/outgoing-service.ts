import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { OutgoingRefused } from './outgoing.ts'
import { ownAddresses } from './own-addresses.ts'

/** Whose call it is, which decides what of NETWARD_OUTGOING_RANGES is open to it. */
export interface ServiceCaller {
  /** `CIDR=code` opens a range to the company of that code, `CIDR` to the platform. */
  readonly ranges: readonly string[]
  readonly companyCode: string
  readonly isPlatform: boolean
}

export interface ServiceAddress {
  readonly address: string
  readonly family: 4 | 6
  /** The Internet: what is sent there in the clear passes networks of others. */
  readonly isPublic: boolean
}

/** Whether an outside service may be called at a literal address (decisions.md §5). */
export function mayCall(
  address: string,
  { ranges, companyCode, isPlatform }: ServiceCaller,
  own: ReadonlySet<string> = ownAddresses(),
): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (own.has(parsed.toString())) return false
  if (parsed.range() === 'unicast') return true
  return ranges.some((entry) => {
    const [range = '', boundTo] = entry.split('=')
    if (!ipaddr.isValidCIDR(range) || (boundTo === undefined ? !isPlatform : boundTo !== companyCode))
      return false
    const [network, bits] = ipaddr.parseCIDR(range)
    return network.kind() === parsed.kind() && parsed.match(network, bits)
  })
}

/**
 * Resolves the name of an outside service once; every address of it must be allowed. The caller connects to the answer,
 * so that a second resolution cannot move it.
 * @throws OutgoingRefused when one is not allowed; otherwise the error of the resolver.
 */
export async function findService(
  host: string,
  caller: ServiceCaller,
  signal: AbortSignal,
): Promise<ServiceAddress> {
  const bare = host.replace(/^\[|\]$/g, '')
  const found =
    isIP(bare) === 0 ? await unlessAborted(systemLookup(bare, { all: true }), signal) : [{ address: bare }]
  const [first] = found
  if (first === undefined || !found.every(({ address }) => mayCall(address, caller)))
    throw new OutgoingRefused('the address may not be called')
  return {
    address: first.address,
    family: isIP(first.address) === 6 ? 6 : 4,
    isPublic: ipaddr.process(first.address).range() === 'unicast',
  }
}

/** Aborts after so long, and when `signal` does. */
export function withDeadline(milliseconds: number, signal?: AbortSignal): AbortSignal {
  return AbortSignal.any([AbortSignal.timeout(milliseconds), ...(signal ? [signal] : [])])
}

/** What cannot be stopped is waited for no longer. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

export interface ServiceRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMilliseconds: number
  readonly signal?: AbortSignal
  /** Of the answer; 64 KB unless it says otherwise. The rest is cut off. */
  readonly mostBytes?: number
}

export interface ServiceAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

const usualBytes = 64 * 1024

/** A POST to an outside service, as `callService`. */
export function postToService(
  url: string,
  caller: ServiceCaller,
  request: ServiceRequest & { readonly body: string },
): Promise<ServiceAnswer> {
  return callService(url, caller, { ...request, method: 'POST' })
}

/** A request to an outside service, whose answer is read whole. @throws as `streamService`. */
export async function callService(
  url: string,
  caller: ServiceCaller,
  request: ServiceRequest,
): Promise<ServiceAnswer> {
  return streamService(url, caller, request, async ({ status, headers, body }) => ({
    status,
    headers,
    body: await wholeOf(body),
  }))
}

/** An answer that is read piece by piece. It ends at `mostBytes`. */
export interface ServiceStream extends Omit<ServiceAnswer, 'body'> {
  readonly body: AsyncIterable<Buffer>
}

/**
 * A request to an outside service; the connection ends with `read`. Redirects are not followed, certificates are checked, and
 * http without TLS reaches private ranges alone: addresses and headers hold keys. `timeoutMilliseconds` covers the whole answer,
 * `silenceMilliseconds` each pause in it.
 * @throws OutgoingRefused when the address is not allowed; otherwise the network's error.
 */
export async function streamService<T>(
  url: string,
  caller: ServiceCaller,
  request: ServiceRequest & { readonly silenceMilliseconds?: number },
  read: (answer: ServiceStream) => Promise<T>,
): Promise<T> {
  const target = URL.canParse(url) ? new URL(url) : null
  if (
    target === null ||
    !/^https?:$/.test(target.protocol) ||
    target.username !== '' ||
    target.password !== ''
  )
    throw new OutgoingRefused('the URL cannot be called')
  const { timeoutMilliseconds, method = 'GET', mostBytes = usualBytes } = request
  const silence = request.silenceMilliseconds ?? timeoutMilliseconds
  const signal = withDeadline(timeoutMilliseconds, request.signal)
  const service = await findService(target.hostname, caller, signal)
  if (service.isPublic && target.protocol === 'http:')
    throw new OutgoingRefused('http without TLS reaches private addresses alone')
  const { Agent, request: send } = await import('undici')
  const agent = new Agent({
    pipelining: 0,
    connect: {
      timeout: silence,
      lookup: (_host, wanted, done) => {
        if (wanted.all === true) done(null, [{ address: service.address, family: service.family }])
        else done(null, service.address, service.family)
      },
    },
  })
  try {
    const answer = await send(target, {
      dispatcher: agent,
      method,
      headers: { connection: 'close', ...request.headers },
      ...(request.body !== undefined && { body: request.body }),
      headersTimeout: silence,
      bodyTimeout: silence,
      signal,
    })
    return await read({
      status: answer.statusCode,
      headers: answer.headers,
      body: limited(answer.body, mostBytes),
    })
  } finally {
    await agent.destroy()
  }
}

async function* limited(body: AsyncIterable<Buffer>, mostBytes: number): AsyncIterable<Buffer> {
  let left = mostBytes
  for await (const part of body) {
    yield part.subarray(0, left)
    left -= part.length
    if (left <= 0) return
  }
}

async function wholeOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
