import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { LinkProblem } from '@netward/contract/link-tests'

export interface WebRequest {
  readonly url: URL
  /** Literal, and checked: the name is not resolved again. */
  readonly address: string
  readonly method: 'GET' | 'PUT'
  readonly source: string | null
  readonly headers?: Readonly<Record<string, string | number>>
  readonly signal: AbortSignal | undefined
}

/** Milliseconds since the request began; null: not reached. */
export interface Phases {
  connect: number | null
  tls: number | null
  firstByte: number | null
}

export interface OpenRequest {
  readonly request: http.ClientRequest
  readonly phases: Phases
  /** Rejects with what the socket says. Redirects are answers. */
  readonly response: Promise<IncomingMessage>
  certificateDays(): number | null
}

const mostHeaders = 16 * 1024
const longestChain = 10
/** Each connection ends with its request. An agent for each of them, as `agent: false` makes, costs a seventh of the check. */
const agent = new http.Agent({ keepAlive: false })
const tlsAgent = new https.Agent({ keepAlive: false, maxCachedSessions: 0 })
const dayMs = 86_400_000

/** The certificate is not what its name promises, has ended, or nobody here trusts it. */
export class UntrustedError extends Error {}

/** One connection of its own for one request, of which each phase is timed. */
export function openRequest({ url, address, method, source, headers, signal }: WebRequest): OpenRequest {
  const phases: Phases = { connect: null, tls: null, firstByte: null }
  const isTls = url.protocol === 'https:'
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const began = performance.now()
  const since = () => performance.now() - began
  let days: number | null = null
  const request = (isTls ? https : http).request({
    host: address,
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
    method,
    agent: isTls ? tlsAgent : agent,
    maxHeaderSize: mostHeaders,
    ...(signal !== undefined && { signal }),
    headers: { 'user-agent': 'Netward', accept: '*/*', ...headers, host: url.host },
    ...(source !== null && { localAddress: source }),
    // Checked below, after the days that are left were read. SNI has names alone (RFC 6066 §3).
    ...(isTls && {
      rejectUnauthorized: false,
      servername: hostname === address ? '' : hostname,
    }),
  })
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('socket', (socket: Socket) => {
      socket.once('connect', () => (phases.connect = since()))
      socket.once('secureConnect', () => {
        phases.tls = since()
        if (!(socket instanceof TLSSocket)) return
        days = daysLeft(socket)
        // Before a byte of the request leaves.
        if (!socket.authorized) request.destroy(new UntrustedError(String(socket.authorizationError)))
      })
    })
    // Interim answers (1xx) are bytes too.
    request.once('information', () => (phases.firstByte ??= since()))
    request.once('response', (message) => {
      phases.firstByte ??= since()
      resolve(message)
    })
    // Later ones have no one to reach: a body that breaks says so itself.
    request.on('error', reject)
    request.once('upgrade', (_message, socket: Socket) => socket.destroy())
    request.once('close', () => reject(new Error('closed')))
  })
  return { request, phases, response, certificateDays: () => days }
}

/** Of the certificate that ends first in the chain as it was sent. */
function daysLeft(socket: TLSSocket): number | null {
  let certificate = socket.getPeerX509Certificate()
  let ends = Number.POSITIVE_INFINITY
  for (let depth = 0; certificate !== undefined && depth < longestChain; depth++) {
    ends = Math.min(ends, Date.parse(certificate.validTo))
    certificate = certificate.issuerCertificate
  }
  return Number.isFinite(ends) ? Math.floor((ends - Date.now()) / dayMs) : null
}

/** @param error of a request, or of its body */
export function webProblem(error: unknown, timedOut: boolean): LinkProblem {
  if (timedOut) return 'timeout'
  if (error instanceof UntrustedError) return 'tls'
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ETIMEDOUT') return 'timeout'
  if (/^E(?:HOSTUNREACH|NETUNREACH|HOSTDOWN|NETDOWN|ADDRNOTAVAIL|ACCES|PERM)$/.test(code))
    return 'unreachable'
  if (/^ERR_(?:SSL|TLS|OSSL)|^EPROTO$/.test(code)) return 'tls'
  return 'broken'
}
