import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { Command, Inform, SessionAction, SessionState } from '@netward/cwmp'
import { CwmpParseError, decodeEnvelope, newSession, step } from '@netward/cwmp'
import type { Credentials } from './digest.ts'
import { verifyDigest } from './digest.ts'

interface ScriptedAcsOptions {
  /** Credentials required in each session; none: no authentication. */
  credentials?: Credentials
  /** `SHA-256` or `MD5` select Digest, `Basic` selects Basic. */
  scheme?: 'MD5' | 'SHA-256' | 'Basic'
  port?: number
}

/**
 * A minimal ACS for tests: the session reducer behind node:http, a command queue, and a record of traffic.
 */
export class ScriptedAcs {
  readonly informs: Inform[] = []
  readonly authorizations: string[] = []
  readonly actions: SessionAction[] = []
  readonly commands: Command[] = []
  credentials: Credentials | undefined
  /** Statuses returned to Informs in place of an answer, in order. */
  readonly refusals: number[] = []
  #sessions = new Map<string, SessionState>()
  #nonce = ''
  readonly #scheme: 'MD5' | 'SHA-256' | 'Basic'
  readonly #port: number
  readonly #server = http.createServer((request, response) => this.#receive(request, response))
  url = ''

  constructor(options: ScriptedAcsOptions = {}) {
    this.credentials = options.credentials
    this.#scheme = options.scheme ?? 'MD5'
    this.#port = options.port ?? 0
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
    const address = this.#server.address()
    if (typeof address === 'object' && address !== null) this.url = `http://127.0.0.1:${address.port}/acs`
    return this
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Results and faults of commands, by command id. */
  outcomeOf(id: string): SessionAction | undefined {
    return this.actions.find(
      (action) =>
        (action.kind === 'command_result' || action.kind === 'command_fault') && action.commandId === id,
    )
  }

  #receive(request: http.IncomingMessage, response: http.ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (this.#authorized(request)) this.#turn(request, Buffer.concat(chunks), response)
      else this.#challenge(response)
    })
  }

  #authorized(request: http.IncomingMessage): boolean {
    if (this.credentials === undefined) return true
    const { authorization } = request.headers
    if (authorization !== undefined) this.authorizations.push(authorization)
    if (this.#scheme === 'Basic') {
      const { username, password } = this.credentials
      return authorization === `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    }
    const proof = { method: 'POST', uri: request.url ?? '', nonce: this.#nonce }
    return verifyDigest(authorization, this.credentials, proof)
  }

  #challenge(response: http.ServerResponse): void {
    this.#nonce = randomBytes(8).toString('hex')
    const digest = `Digest realm="acs", qop="auth,auth-int", nonce="${this.#nonce}", opaque="o", algorithm=${this.#scheme}`
    const header = this.#scheme === 'Basic' ? 'Basic realm="acs"' : digest
    response.writeHead(401, { 'WWW-Authenticate': header, 'Content-Length': 0 }).end()
  }

  #turn(request: http.IncomingMessage, body: Buffer, response: http.ServerResponse): void {
    const cookie = /session=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? randomBytes(8).toString('hex')
    response.setHeader('Set-Cookie', `session=${cookie}; Path=/; HttpOnly`)
    let next = step(this.#sessions.get(cookie) ?? newSession, this.#read(body))
    for (const action of next.actions) {
      this.actions.push(action)
      if (action.kind === 'commit') {
        this.informs.push(action.inform)
        const refusal = this.refusals.shift()
        if (refusal !== undefined) {
          response.writeHead(refusal, { 'Content-Length': 0 }).end()
          return
        }
      }
    }
    while (next.actions.at(-1)?.kind === 'take_command') {
      next = step(next.state, { kind: 'command', command: this.commands.shift() ?? null })
      this.actions.push(...next.actions)
    }
    this.#sessions.set(cookie, next.state)
    const last = next.actions.at(-1)
    if (last?.kind === 'send') response.writeHead(200, { 'Content-Type': 'text/xml' }).end(last.body)
    else response.writeHead(last?.kind === 'reject' ? last.status : 204).end()
  }

  #read(body: Buffer): Parameters<typeof step>[1] {
    if (body.length === 0) return { kind: 'empty' }
    try {
      return { kind: 'message', envelope: decodeEnvelope(body) }
    } catch (error) {
      if (error instanceof CwmpParseError) return { kind: 'undecodable', reason: error.failure }
      throw error
    }
  }
}
