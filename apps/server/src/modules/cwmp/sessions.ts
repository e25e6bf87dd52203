import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { GatewaySession, type SessionDeps } from './session.ts'

/**
 * The open sessions of this process, by cookie; gateways that drop cookies are recognised by their
 * connection, but not behind a proxy, whose connection may carry several gateways.
 */
export class OpenSessions {
  readonly #byId = new Map<string, GatewaySession>()
  readonly #bySocket = new WeakMap<Socket, GatewaySession>()
  readonly #byDevice = new Map<string, GatewaySession>()
  readonly #idleMilliseconds: number
  readonly #timer: NodeJS.Timeout

  constructor(idleMilliseconds: number) {
    this.#idleMilliseconds = idleMilliseconds
    this.#timer = setInterval(() => this.#sweep(Date.now()), Math.min(5000, idleMilliseconds))
    this.#timer.unref()
  }

  get size(): number {
    return this.#byId.size
  }

  /** A session of that caller. A cookie from another address than the one that received it opens nothing. */
  find(
    cookie: string | null,
    socket: Socket,
    { address, forwarded }: { address: string; forwarded: boolean },
  ): GatewaySession | null {
    const bySocket = forwarded ? undefined : this.#bySocket.get(socket)
    const session = cookie === null ? bySocket : this.#byId.get(cookie)
    return session !== undefined && !session.over && session.address === address ? session : null
  }

  /** A gateway has one session: a new Inform ends the one before. */
  open(
    deps: SessionDeps,
    socket: Socket,
    forwarded: boolean,
    who: Omit<ConstructorParameters<typeof GatewaySession>[1], 'id'>,
  ): GatewaySession {
    const before = this.#byDevice.get(who.gateway.device_id)
    if (before !== undefined) this.end(before, 'superseded by a new Inform')
    const session = new GatewaySession(deps, { ...who, id: randomUUID() })
    this.#byId.set(session.id, session)
    this.#byDevice.set(who.gateway.device_id, session)
    if (!forwarded) this.#bySocket.set(socket, session)
    return session
  }

  /** Removes a session; an open one is interrupted for `reason`. */
  end(session: GatewaySession, reason: string): void {
    session.abort(reason)
    session.hearing?.destroy(new Error(reason))
    this.#byId.delete(session.id)
    if (this.#byDevice.get(session.gateway.device_id) === session)
      this.#byDevice.delete(session.gateway.device_id)
  }

  close(): void {
    clearInterval(this.#timer)
    for (const session of this.#byId.values()) this.end(session, 'the server stopped')
  }

  #sweep(now: number): void {
    for (const session of this.#byId.values()) {
      if (session.hearing === null && now - session.lastUsed > this.#idleMilliseconds)
        this.end(session, 'the gateway fell silent')
    }
  }
}
