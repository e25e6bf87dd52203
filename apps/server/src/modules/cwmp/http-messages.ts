import type { IncomingMessage, ServerResponse } from 'node:http'
import { challenges } from './digest.ts'

const cookieName = 'netward_session'
// Some gateways quote the value, or join cookies by commas.
const cookiePattern = new RegExp(String.raw`(?:^|[;,\s])${cookieName}="?([0-9a-f-]{36})`)
const xmlType = 'text/xml; charset="utf-8"'

/** Path and enrolment token of a request; null for a path outside the ACS. */
export function pathOf(url: string | undefined): { path: string; token: string | null } | null {
  const path = url ?? '/'
  const plain = path.split('?', 1)[0] ?? '/'
  if (plain === '/') return { path, token: null }
  const token = /^\/t\/([A-Za-z0-9_-]{16,64})\/?$/.exec(plain)?.[1]
  return token === undefined ? null : { path, token }
}

export function sessionCookie(request: IncomingMessage): string | null {
  const header = request.headers.cookie
  if (header === undefined) return null
  return cookiePattern.exec(header)?.[1] ?? null
}

export class BodyTooLarge extends Error {}

const nothing = Buffer.alloc(0)

interface BodyBounds {
  readonly most: number
  readonly milliseconds: number
  /** At this rate it may take longer. */
  readonly bytesPerSecond: number
}

/**
 * The whole body, unless its connection is lost or cut off for being late. @throws BodyTooLarge as soon as
 * the limit is passed.
 */
export function readBody(
  request: IncomingMessage,
  { most, milliseconds, bytesPerSecond }: BodyBounds,
): Promise<Buffer> {
  // Ends a gateway's turn: half of all requests.
  if (request.headers['content-length'] === '0') return Promise.resolve(nothing)
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > most) {
      reject(new BodyTooLarge())
      return
    }
    const chunks: Buffer[] = []
    let size = 0
    let waited = milliseconds
    const cutOff = () => {
      const earned = milliseconds + (size / bytesPerSecond) * 1000
      if (earned <= waited) {
        request.destroy(new Error('the body did not end in time'))
      } else {
        tooSlow = setTimeout(cutOff, earned - waited)
        waited = earned
      }
    }
    let tooSlow = setTimeout(cutOff, milliseconds)
    request.on('close', () => clearTimeout(tooSlow))
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > most) {
        request.removeAllListeners('data')
        reject(new BodyTooLarge())
      } else {
        chunks.push(chunk)
      }
    })
    request.on('end', () => {
      clearTimeout(tooSlow)
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size))
    })
    request.on('error', reject)
    request.on('aborted', () => reject(new Error('the connection was lost')))
  })
}

export function charsetOf(request: IncomingMessage): string | undefined {
  return /charset\s*=\s*"?([A-Za-z0-9._-]{1,40})/i.exec(request.headers['content-type'] ?? '')?.[1]
}

export function sendXml(response: ServerResponse, body: string, newSessionId: string | null): void {
  response.writeHead(200, {
    'content-type': xmlType,
    'content-length': Buffer.byteLength(body),
    ...(newSessionId === null ? {} : { 'set-cookie': `${cookieName}=${newSessionId}; Path=/; HttpOnly` }),
  })
  response.end(body)
}

export function sendNothing(response: ServerResponse): void {
  response.writeHead(204)
  response.end()
}

/** The one answer to every unauthenticated caller, whatever the reason. */
export function sendChallenge(
  response: ServerResponse,
  nonce: string,
  options: { stale: boolean; basic: boolean },
): void {
  response.writeHead(401, { 'www-authenticate': challenges(nonce, options), 'content-length': '0' })
  response.end()
}

/** Refuses, and closes the connection. */
export function sendAway(
  response: ServerResponse,
  status: number,
  retryAfterSeconds: number | null = null,
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(status, {
    connection: 'close',
    'content-length': '0',
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
  })
  response.end()
}
