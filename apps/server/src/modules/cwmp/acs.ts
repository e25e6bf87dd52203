import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CwmpParseError, type Decoded, decodeEnvelope } from '@netward/cwmp'
import { logOutage } from '../../platform/db/outage.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import { type Sender, senderOf } from '../../platform/forwarded.ts'
import type { Logger } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { writeMetrics } from '../metrics/index.ts'
import { type AcsConfig, type AcsLimits, defaultLimits } from './acs-config.ts'
import { listen, stopListening } from './acs-listener.ts'
import { certifiedNames } from './certificate.ts'
import { RefusedCertificates } from './client-certificates.ts'
import { acsRepo } from './acs.repo.ts'
import { type Admitted, Gate } from './gate.ts'
import {
  BodyTooLarge,
  charsetOf,
  pathOf,
  readBody,
  sendAway,
  sendNothing,
  sendXml,
  sessionCookie,
} from './http-messages.ts'
import { Exchanges } from './exchanges.ts'
import { InformedValues } from './informed-values.ts'
import { Measuring } from './measuring.ts'
import type { WriteBatch } from './metric-outbox.ts'
import { Presence } from './presence.ts'
import type { GatewaySession, SessionDeps } from './session.ts'
import { OpenSessions } from './sessions.ts'
import { startStunServer } from './stun-server.ts'

export interface AcsDeps {
  readonly config: AcsConfig
  readonly scopes: Scopes
  readonly secrets: Secrets
  readonly log: Logger
  readonly limits?: Partial<AcsLimits>
  /** Where measured values go; the metric store if absent. */
  readonly writeMetrics?: WriteBatch
  /** Serves file requests of gateways; returns whether it was one. */
  readonly files?: (request: IncomingMessage, response: ServerResponse) => boolean
}

export interface Acs {
  /** Address that it listens on. */
  readonly address: { host: string; port: number }
  /** The same for TLS; null without. */
  readonly tlsAddress: { host: string; port: number } | null
  /** Of the STUN server; null without. */
  readonly stunPort: number | null
  /** Open sessions. */
  readonly openSessions: number
  /** Writes what waits for its batch. */
  flush(): Promise<void>
  /** Refuses new Informs, lets open sessions end for a few seconds, writes what waits, and stops. */
  close(): Promise<void>
}

const answerElements = 400_000

/** Starts the auto-configuration server: plain http, and TLS when configured. */
export async function startAcs(deps: AcsDeps): Promise<Acs> {
  const limits = { ...defaultLimits, ...deps.limits }
  const repo = acsRepo(deps.scopes)
  const presence = new Presence(repo, deps.log)
  const informed = new InformedValues(repo, deps.log)
  const exchanges = new Exchanges(repo, deps.log)
  const measuring = new Measuring(
    deps.scopes,
    deps.log,
    deps.writeMetrics ?? ((batch) => writeMetrics(deps.scopes, batch)),
    limits,
  )
  const gate = new Gate({ ...deps, repo, exchanges, limits })
  const sessions = new OpenSessions(limits.sessionIdleMilliseconds)
  const { config, secrets, log } = deps
  const { files } = deps
  const stun = await startStunServer({ ...deps, perMinute: limits.stunPerMinute })
  const server = new AcsRequests(
    { repo, presence, informed, exchanges, measuring, secrets, log, config, stun: stun?.advertised ?? null },
    gate,
    sessions,
    limits,
  )
  const refused = new RefusedCertificates(repo, log)
  const servers = await listen({ config, log, refused }, limits, (request, response, encrypted) => {
    if (files?.(request, response) !== true) server.handle(request, response, encrypted)
  })
  const addressOf = (index: number) => {
    const address = servers[index]?.address() as AddressInfo | null | undefined
    return address ? { host: address.address, port: address.port } : null
  }
  const flush = async () => {
    await Promise.all([presence.flush(), informed.flush(), exchanges.flush(), gate.flush(), stun?.flush()])
    await measuring.flush()
  }
  return {
    address: addressOf(0) ?? { host: config.host, port: config.port },
    tlsAddress: addressOf(1),
    stunPort: stun?.advertised.port ?? null,
    get openSessions() {
      return sessions.size
    },
    flush,
    async close() {
      server.draining = true
      const until = Date.now() + limits.drainMilliseconds
      while (sessions.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
      await stopListening(servers, Math.min(1_000, limits.drainMilliseconds))
      await stun?.close()
      sessions.close()
      await Promise.all([
        presence.close(),
        informed.close(),
        exchanges.close(),
        gate.close(),
        measuring.close(),
      ])
    },
  }
}

/** Handles a request on the ports: finds its session, or passes it to the gate. */
class AcsRequests {
  readonly #deps: SessionDeps
  readonly #gate: Gate
  readonly #sessions: OpenSessions
  readonly #limits: AcsLimits
  #underWay = 0
  draining = false

  constructor(deps: SessionDeps, gate: Gate, sessions: OpenSessions, limits: AcsLimits) {
    this.#deps = deps
    this.#gate = gate
    this.#sessions = sessions
    this.#limits = limits
  }

  handle(request: IncomingMessage, response: ServerResponse, encrypted: boolean): void {
    this.#underWay++
    this.#answer(request, response, encrypted)
      .catch((error: unknown) => {
        if (error instanceof BodyTooLarge) return sendAway(response, 413)
        if (!request.socket.destroyed && !logOutage(this.#deps.log, error)) {
          this.#deps.log.warn({ err: error }, 'a session could not go on: the gateway will repeat it')
        }
        sendAway(response, 503, 30)
      })
      .finally(() => {
        this.#underWay--
      })
  }

  async #answer(request: IncomingMessage, response: ServerResponse, overTls: boolean): Promise<void> {
    const target = pathOf(request.url)
    if (target === null) return sendAway(response, 404)
    if (request.method !== 'POST') return sendAway(response, 405)
    const sender = senderOf(request, this.#deps.config.trustedProxies)
    const { address } = sender
    const encrypted = overTls || sender.protocol === 'https'
    const cookie = sessionCookie(request)
    const session = this.#sessions.find(cookie, request.socket, sender)
    if (session === null) {
      // Load is shed here, before an InformResponse, and never later.
      if (
        this.draining ||
        this.#sessions.size >= this.#limits.maxSessions ||
        this.#underWay > this.#limits.maxSessions
      ) {
        return sendAway(response, 503, 30)
      }
      if (this.#gate.isShut(address)) return sendAway(response, 503, 60)
    }
    const body = await this.#read(request, session)
    if (isBlank(body)) {
      if (session !== null) return this.#continue(session, response, { kind: 'empty' }, '', 0)
      if (cookie !== null || request.headers.authorization !== undefined) return sendAway(response, 400)
      this.#gate.challenge(response, { address, encrypted, stale: false })
      return
    }
    // A proxy's certificate is its own.
    const certificate = overTls && !sender.forwarded ? certifiedNames(request.socket) : []
    const call = { request, response, body, address, encrypted, sender, certificate, ...target }
    if (session === null) return this.#begin(await this.#gate.enter(call), call)
    const decoded = this.#decode(body, request)
    if (decoded instanceof CwmpParseError) {
      return this.#continue(
        session,
        response,
        { kind: 'undecodable', reason: decoded.failure },
        body.toString('latin1'),
        body.length,
      )
    }
    if (decoded.message.method === 'Inform') {
      this.#sessions.end(session, 'a new Inform')
      return this.#begin(await this.#gate.enter(call), call)
    }
    return this.#continue(
      session,
      response,
      { kind: 'message', envelope: decoded },
      body.toString('utf8'),
      body.length,
    )
  }

  #read(request: IncomingMessage, session: GatewaySession | null): Promise<Buffer> {
    const { maxInformBytes, maxAnswerBytes, bodyMilliseconds, bodyBytesPerSecond } = this.#limits
    const bounds = { most: maxInformBytes, milliseconds: bodyMilliseconds, bytesPerSecond: Infinity }
    if (session === null) return readBody(request, bounds)
    // A gateway sends one message at a time: with more, several whole trees would stay in memory for minutes.
    session.hearing?.destroy(new Error('the gateway says something else'))
    session.hearing = request
    return readBody(request, {
      ...bounds,
      most: maxAnswerBytes,
      bytesPerSecond: bodyBytesPerSecond,
    }).finally(() => {
      if (session.hearing === request) session.hearing = null
    })
  }

  async #begin(
    admitted: Admitted | null,
    call: {
      request: IncomingMessage
      response: ServerResponse
      body: Buffer
      sender: Sender
      encrypted: boolean
    },
  ) {
    // The gate has answered already.
    if (admitted === null) return
    const { gateway, proof, envelope } = admitted
    const { sender, encrypted } = call
    const session = this.#sessions.open(this.#deps, call.request.socket, sender.forwarded, {
      gateway,
      proof,
      address: sender.address,
      encrypted,
      forwarded: sender.forwarded,
    })
    const { body } = call
    await this.#continue(
      session,
      call.response,
      { kind: 'message', envelope },
      body.toString('utf8'),
      body.length,
      true,
    )
  }

  async #continue(
    session: GatewaySession,
    response: ServerResponse,
    input: Parameters<GatewaySession['take']>[0],
    text: string,
    bytes: number,
    isNew = false,
  ): Promise<void> {
    if (session.busy) return sendAway(response, 400)
    session.busy = true
    try {
      const method = input.kind === 'message' ? nameOf(input.envelope) : input.kind
      const answer = await session.take(input, input.kind === 'empty' ? null : { method, body: text, bytes })
      if (session.over) this.#sessions.end(session, '')
      if (answer.status === 200) sendXml(response, answer.body, isNew ? session.id : null)
      else if (answer.status === 204) sendNothing(response)
      else sendAway(response, answer.status, answer.status === 503 ? 30 : null)
    } catch (error) {
      const { aborted } = session
      this.#sessions.end(session, 'the server could not go on')
      if (aborted) return sendNothing(response)
      throw error
    } finally {
      session.busy = false
    }
  }

  #decode(body: Buffer, request: IncomingMessage): Decoded | CwmpParseError {
    const charset = charsetOf(request)
    try {
      return decodeEnvelope(body, {
        maxBytes: this.#limits.maxAnswerBytes,
        maxElements: answerElements,
        ...(charset === undefined ? {} : { charset }),
      })
    } catch (error) {
      if (error instanceof CwmpParseError) return error
      throw error
    }
  }
}

function nameOf({ message }: Pick<Decoded, 'message'>): string {
  return (message.method === 'Unknown' ? message.name : message.method).slice(0, 64)
}

/** White space only: it ends a gateway's turn. */
function isBlank(body: Buffer): boolean {
  return body.length === 0 || (body.length < 64 && body.toString('latin1').trim() === '')
}
