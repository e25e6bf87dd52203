import http from 'node:http'
import https from 'node:https'
import type { Challenge, Credentials } from './digest.ts'
import { authorize, chooseChallenge, parseChallenges } from './digest.ts'

export class SessionFailure extends Error {
  override readonly name = 'SessionFailure'
  /** HTTP status, if that was the reason. */
  readonly status: number | null

  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

export interface HttpAnswer {
  status: number
  body: Buffer
}

export interface ConnectionOptions {
  url: URL
  credentials: Credentials | null
  /** Milliseconds before an answer times out. */
  timeoutMs: number
  localAddress?: string
  userAgent: string
  ca?: string
  identity?: { certificate: string; key: string }
  /** Bodies are sent chunked, without Content-Length. */
  chunked?: boolean
  noCookies?: boolean
}

const maxAnswerBytes = 4_194_304

/**
 * A session's connection to the ACS: one kept-alive connection, the session's cookies and the answer to its
 * challenge (TR-069 3.4). Uses the configured URL and follows no redirect.
 */
export class AcsConnection {
  readonly #options: ConnectionOptions
  readonly #agent: http.Agent
  readonly #cookies = new Map<string, string>()
  #challenge: Challenge | undefined
  #uses = 0

  constructor(options: ConnectionOptions) {
    this.#options = options
    const secure = options.url.protocol === 'https:'
    const settings = { keepAlive: true, maxSockets: 1 }
    this.#agent = secure
      ? new https.Agent({
          ...settings,
          ...(options.ca === undefined ? {} : { ca: options.ca }),
          ...(options.identity === undefined
            ? {}
            : { cert: options.identity.certificate, key: options.identity.key }),
        })
      : new http.Agent(settings)
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Sends one POST; `body` null is an empty POST. A challenge is answered once. Throws SessionFailure. */
  async post(body: string | null): Promise<HttpAnswer> {
    const first = await this.#send(body)
    if (first.status !== 401) return first
    const challenge = chooseChallenge(parseChallenges(first.challenges))
    if (challenge === undefined || this.#options.credentials === null) {
      throw new SessionFailure('the ACS asks for credentials that there are none of', 401)
    }
    this.#challenge = challenge
    this.#uses = 0
    const second = await this.#send(body)
    if (second.status === 401) throw new SessionFailure('the ACS refuses the credentials', 401)
    return second
  }

  #headers(body: string | null): Record<string, string | number> {
    const headers: Record<string, string | number> = {
      'User-Agent': this.#options.userAgent,
    }
    if (body === null || this.#options.chunked !== true) {
      headers['Content-Length'] = body === null ? 0 : Buffer.byteLength(body)
    }
    if (body !== null) Object.assign(headers, { 'Content-Type': 'text/xml; charset="utf-8"', SOAPAction: '' })
    if (this.#cookies.size > 0) {
      headers['Cookie'] = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    }
    if (this.#challenge !== undefined && this.#options.credentials !== null) {
      const { pathname, search } = this.#options.url
      const uri = pathname + search
      headers['Authorization'] = authorize(
        this.#challenge,
        this.#options.credentials,
        'POST',
        uri,
        ++this.#uses,
      )
    }
    return headers
  }

  #keepCookies(lines: readonly string[] | undefined): void {
    if (this.#options.noCookies === true) return
    for (const line of lines ?? []) {
      const [pair = '', ...attributes] = line.split(';')
      const at = pair.indexOf('=')
      if (at <= 0) continue
      const name = pair.slice(0, at).trim()
      if (attributes.some((text) => /^\s*max-age\s*=\s*0\s*$/i.test(text))) this.#cookies.delete(name)
      else this.#cookies.set(name, pair.slice(at + 1).trim())
    }
  }

  #send(body: string | null): Promise<HttpAnswer & { challenges: string[] }> {
    const { url, timeoutMs, localAddress } = this.#options
    const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer & { challenges: string[] }>()
    const send = url.protocol === 'https:' ? https.request : http.request
    const request = send(
      url,
      {
        method: 'POST',
        agent: this.#agent,
        headers: this.#headers(body),
        timeout: timeoutMs,
        ...(localAddress === undefined ? {} : { localAddress }),
      },
      (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > maxAnswerBytes) request.destroy(new Error('the answer is too long'))
          else chunks.push(chunk)
        })
        response.on('error', reject)
        response.on('end', () => {
          this.#keepCookies(response.headers['set-cookie'])
          const challenges = response.headersDistinct['www-authenticate'] ?? []
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), challenges })
        })
      },
    )
    request.on('timeout', () => request.destroy(new Error('the ACS did not answer in time')))
    request.on('error', (error) => reject(new SessionFailure(error.message)))
    // Several writes without a length produce chunks.
    if (body !== null && this.#options.chunked === true) request.write(body.slice(0, 100))
    request.end(body === null ? undefined : this.#options.chunked === true ? body.slice(100) : body)
    return promise
  }
}
