import { createHash, randomBytes } from 'node:crypto'
import { type Destination, guardedGet, OutgoingRefused } from '../../platform/outgoing.ts'
import { type Connect, getThrough } from './get-through.ts'

const timeoutMilliseconds = 5_000

export type ConnectionOutcome =
  | 'accepted'
  /** The address must not be called. */
  | 'not_allowed'
  | 'no_answer'
  /** It requires other credentials. */
  | 'unauthorised'
  /** It is busy with a session, or was called too often (TR-069 3.2.2.1: 503). */
  | 'busy'
  | 'unexpected_answer'

export interface ConnectionRequest {
  url: string
  username: string
  /** Proved credentials first. */
  passwords: readonly string[]
  destination: Destination
  /** Over a probe in the gateway's LAN, which guards the address; null: from here. */
  connect?: Connect | null
  signal?: AbortSignal
}

/** TR-069 3.2.2: an HTTP GET with Digest. Acceptance is not success: the Inform with event 6 is. */
export async function requestConnection(wanted: ConnectionRequest): Promise<ConnectionOutcome> {
  const { url, destination, connect } = wanted
  const options = { timeoutMilliseconds, ...(wanted.signal ? { signal: wanted.signal } : {}) }
  const get = (headers: Record<string, string> = {}) =>
    connect == null
      ? guardedGet(url, { ...options, destination, headers })
      : getThrough(new URL(url), connect, { ...options, headers })
  try {
    let answer = await get()
    for (const password of wanted.passwords) {
      if (answer.status !== 401) break
      const authorization = digestFor(
        wanted.url,
        answer.headers['www-authenticate'],
        wanted.username,
        password,
      )
      if (authorization === null) return 'unauthorised'
      answer = await get({ authorization })
    }
    if (answer.status === 200 || answer.status === 204) return 'accepted'
    if (answer.status === 401 || answer.status === 403) return 'unauthorised'
    return answer.status === 503 ? 'busy' : 'unexpected_answer'
  } catch (error) {
    return error instanceof OutgoingRefused ? 'not_allowed' : 'no_answer'
  }
}

const offer = /([a-z]+)\s*=\s*(?:"([^"]*)"|([^\s,"]+))/gi

/** Answer to a gateway's challenge. Never Basic: it would reveal the password to any caller. */
export function digestFor(
  url: string,
  challenge: string | string[] | undefined,
  username: string,
  password: string,
): string | null {
  const offers = (Array.isArray(challenge) ? challenge : [challenge ?? '']).filter((text) =>
    /^\s*digest\s/i.test(text),
  )
  for (const text of offers) {
    const parts = new Map(
      [...text.matchAll(offer)].map((part) => [part[1]!.toLowerCase(), part[2] ?? part[3] ?? '']),
    )
    const algorithm = (parts.get('algorithm') ?? 'MD5').toUpperCase()
    const name = algorithm === 'MD5' ? 'md5' : algorithm === 'SHA-256' ? 'sha256' : null
    const realm = parts.get('realm')
    const nonce = parts.get('nonce')
    const qops = (parts.get('qop') ?? '').toLowerCase().split(/[\s,]+/)
    if (name === null || realm === undefined || nonce === undefined) continue
    if (parts.has('qop') && !qops.includes('auth')) continue
    const { pathname, search } = new URL(url)
    const uri = pathname + search
    const hash = (text_: string) => createHash(name).update(text_).digest('hex')
    const cnonce = randomBytes(8).toString('hex')
    const middle = parts.has('qop') ? `:00000001:${cnonce}:auth` : ''
    const response = hash(
      `${hash(`${username}:${realm}:${password}`)}:${nonce}${middle}:${hash(`GET:${uri}`)}`,
    )
    const opaque = parts.get('opaque')
    return [
      `Digest username="${username}"`,
      `realm="${realm}"`,
      `nonce="${nonce}"`,
      `uri="${uri}"`,
      `algorithm=${algorithm}`,
      ...(parts.has('qop') ? ['qop=auth', 'nc=00000001', `cnonce="${cnonce}"`] : []),
      `response="${response}"`,
      ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
    ].join(', ')
  }
  return null
}
