import { hash, randomBytes } from 'node:crypto'

/**
 * HTTP authentication of RFC 7617 (Basic) and RFC 7616 (Digest, MD5 and SHA-256, qop auth; RFC 2069 without).
 */
export interface Challenge {
  scheme: 'digest' | 'basic'
  parameters: Readonly<Record<string, string>>
}

export interface Credentials {
  username: string
  password: string
}

const parameter = /([a-z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi

export function parseParameters(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name, quoted, token] of text.matchAll(parameter)) {
    if (name !== undefined) found[name.toLowerCase()] = quoted?.replaceAll(/\\(.)/g, '$1') ?? token ?? ''
  }
  return found
}

/** Challenges of a response, in order; a server may send several headers. */
export function parseChallenges(headers: readonly string[]): Challenge[] {
  return headers.flatMap((header) =>
    header.split(/(?=\b(?:Digest|Basic)\s)/i).flatMap((part) => {
      const scheme = /^\s*(Digest|Basic)\b/i.exec(part)?.[1]?.toLowerCase()
      if (scheme !== 'digest' && scheme !== 'basic') return []
      return [{ scheme, parameters: parseParameters(part.replace(/^\s*\w+\s+/, '')) } satisfies Challenge]
    }),
  )
}

function algorithmOf(name: string | undefined): 'md5' | 'sha256' | null {
  const algorithm = (name ?? 'MD5').toUpperCase()
  return algorithm === 'MD5' ? 'md5' : algorithm === 'SHA-256' ? 'sha256' : null
}

/** The first supported challenge; Digest before Basic. */
export function chooseChallenge(challenges: readonly Challenge[]): Challenge | undefined {
  return (
    challenges.find(
      ({ scheme, parameters }) => scheme === 'digest' && algorithmOf(parameters['algorithm']) !== null,
    ) ?? challenges.find(({ scheme }) => scheme === 'basic')
  )
}

interface DigestInput {
  credentials: Credentials
  parameters: Readonly<Record<string, string>>
  method: string
  uri: string
  nc: string
  cnonce: string
  qop: string | undefined
}

function digestResponse({ credentials, parameters, method, uri, nc, cnonce, qop }: DigestInput): string {
  const algorithm = algorithmOf(parameters['algorithm']) ?? 'md5'
  const { realm = '', nonce = '' } = parameters
  const ha1 = hash(algorithm, `${credentials.username}:${realm}:${credentials.password}`)
  const ha2 = hash(algorithm, `${method}:${uri}`)
  return qop === undefined
    ? hash(algorithm, `${ha1}:${nonce}:${ha2}`)
    : hash(algorithm, `${ha1}:${nonce}:${nc}:${cnonce}:${qop}:${ha2}`)
}

const quote = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

/** The Authorization header that answers a challenge. `count` is the nonce count, from 1. */
export function authorize(
  challenge: Challenge,
  credentials: Credentials,
  method: string,
  uri: string,
  count: number,
): string {
  if (challenge.scheme === 'basic') {
    return `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
  }
  const { parameters } = challenge
  const offered = parameters['qop']?.split(/[\s,]+/)
  const qop = offered?.includes('auth') === true ? 'auth' : undefined
  const nc = count.toString(16).padStart(8, '0')
  const cnonce = randomBytes(8).toString('hex')
  const response = digestResponse({ credentials, parameters, method, uri, nc, cnonce, qop })
  const fields = [
    `username=${quote(credentials.username)}`,
    `realm=${quote(parameters['realm'] ?? '')}`,
    `nonce=${quote(parameters['nonce'] ?? '')}`,
    `uri=${quote(uri)}`,
    `response="${response}"`,
  ]
  if (parameters['algorithm'] !== undefined) fields.push(`algorithm=${parameters['algorithm']}`)
  if (parameters['opaque'] !== undefined) fields.push(`opaque=${quote(parameters['opaque'])}`)
  if (qop !== undefined) fields.push(`qop=${qop}`, `nc=${nc}`, `cnonce="${cnonce}"`)
  return `Digest ${fields.join(', ')}`
}

/** Whether an Authorization header proves the credentials for a nonce that the caller issued. */
export function verifyDigest(
  header: string | undefined,
  credentials: Credentials,
  request: { method: string; uri: string; nonce: string },
): boolean {
  if (header === undefined || !/^Digest\s/i.test(header)) return false
  const parameters = parseParameters(header.slice(7))
  if (parameters['nonce'] !== request.nonce || parameters['uri'] !== request.uri) return false
  const expected = digestResponse({
    credentials,
    parameters,
    method: request.method,
    uri: request.uri,
    nc: parameters['nc'] ?? '',
    cnonce: parameters['cnonce'] ?? '',
    qop: parameters['qop'],
  })
  return parameters['username'] === credentials.username && parameters['response'] === expected
}
