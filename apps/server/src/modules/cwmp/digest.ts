import { hash, timingSafeEqual } from 'node:crypto'

/** The protection space of gateways. Stored hashes depend on it: it never changes. */
export const realm = 'netward'

/** MD5 (16 bytes) and SHA-256 (32 bytes) of user:realm:password, one after the other (RFC 7616 3.4.2). */
export type Ha1 = Buffer

export interface DigestAnswer {
  scheme: 'digest'
  username: string
  realm: string
  nonce: string
  uri: string
  response: string
  algorithm: 'MD5' | 'SHA-256'
  /** Null: RFC 2069 style, without qop, nc and cnonce. */
  qop: 'auth' | null
  nc: number
  ncText: string
  cnonce: string
}

export interface BasicAnswer {
  scheme: 'basic'
  username: string
  password: string
}

const digestPart = /([a-z0-9]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))\s*(?:,|$)/giy
const longest = 2048

export function makeHa1(username: string, password: string): Ha1 {
  const text = `${username}:${realm}:${password}`
  return Buffer.concat([hash('md5', text, 'buffer'), hash('sha256', text, 'buffer')])
}

/** Reads an Authorization header. Null when it is missing, malformed, or of a scheme that is not offered. */
export function parseAuthorization(header: string | undefined): DigestAnswer | BasicAnswer | null {
  if (header === undefined || header.length > longest) return null
  if (/^digest\s/i.test(header)) return parseDigest(header.slice(7))
  if (/^basic\s/i.test(header)) return parseBasic(header.slice(6))
  return null
}

function parseBasic(text: string): BasicAnswer | null {
  const pair = Buffer.from(text.trim(), 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 0) return null
  return { scheme: 'basic', username: pair.slice(0, colon), password: pair.slice(colon + 1) }
}

function parseDigest(text: string): DigestAnswer | null {
  const parts = new Map<string, string>()
  digestPart.lastIndex = text.length - text.trimStart().length
  while (digestPart.lastIndex < text.length) {
    const match = digestPart.exec(text)
    if (match === null) break
    parts.set(match[1]!.toLowerCase(), match[2]?.replaceAll(/\\(.)/g, '$1') ?? match[3] ?? '')
    while (text[digestPart.lastIndex] === ' ') digestPart.lastIndex++
  }
  const named = (parts.get('algorithm') ?? 'MD5').toUpperCase()
  // A client that reads both challenges as one names the algorithm of the second and answers by the only one
  // it knows (cwmp-sim 0.1): the length tells them apart.
  const algorithm = named === 'SHA-256' && parts.get('response')?.length === 32 ? 'MD5' : named
  const qop = parts.get('qop')?.toLowerCase() ?? null
  const ncText = parts.get('nc') ?? ''
  const response = parts.get('response') ?? ''
  if ((algorithm !== 'MD5' && algorithm !== 'SHA-256') || (qop !== null && qop !== 'auth')) return null
  if (qop === 'auth' && (!/^[0-9a-f]{8}$/i.test(ncText) || !parts.get('cnonce'))) return null
  if (response.length !== (algorithm === 'MD5' ? 32 : 64) || !/^[0-9a-f]+$/i.test(response)) return null
  return {
    scheme: 'digest',
    username: parts.get('username') ?? '',
    realm: parts.get('realm') ?? '',
    nonce: parts.get('nonce') ?? '',
    uri: parts.get('uri') ?? '',
    response: response.toLowerCase(),
    algorithm,
    qop,
    nc: qop === null ? 0 : Number.parseInt(ncText, 16),
    ncText,
    cnonce: parts.get('cnonce') ?? '',
  }
}

/**
 * The challenges, as values of WWW-Authenticate. MD5 comes first: many gateways read only the first. Basic is
 * offered on TLS only.
 */
export function challenges(nonce: string, options: { stale: boolean; basic: boolean }): string[] {
  const digest = (algorithm: string) =>
    `Digest realm="${realm}", qop="auth", algorithm=${algorithm}, nonce="${nonce}"${options.stale ? ', stale=true' : ''}`
  return [digest('MD5'), digest('SHA-256'), ...(options.basic ? [`Basic realm="${realm}"`] : [])]
}

/** Whether an answer was computed with this secret for this request. The caller checks the nonce. */
export function verifyDigest(answer: DigestAnswer, ha1: Ha1, method: string, path: string): boolean {
  if (answer.realm !== realm || pathOfUri(answer.uri) !== path) return false
  const name = answer.algorithm === 'MD5' ? 'md5' : 'sha256'
  const key = (answer.algorithm === 'MD5' ? ha1.subarray(0, 16) : ha1.subarray(16, 48)).toString('hex')
  const middle = answer.qop === null ? '' : `:${answer.ncText}:${answer.cnonce}:${answer.qop}`
  const expected = hash(name, `${key}:${answer.nonce}${middle}:${hash(name, `${method}:${answer.uri}`)}`)
  return timingSafeEqual(Buffer.from(expected), Buffer.from(answer.response))
}

export function verifyBasic(answer: BasicAnswer, ha1: Ha1): boolean {
  return timingSafeEqual(makeHa1(answer.username, answer.password), ha1)
}

/** Some gateways write the whole URL in place of the path. */
function pathOfUri(uri: string): string {
  const path = uri.replace(/^https?:\/\/[^/?#]*/i, '')
  return path === '' ? '/' : path
}
