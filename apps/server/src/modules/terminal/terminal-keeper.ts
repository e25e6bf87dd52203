import { productOfPath } from '@netward/contract/product-routes'
import type { WebSocket } from '@fastify/websocket'
import { hashToken } from '../../platform/db/scope.ts'
import { every } from '../../platform/jobs/worker.ts'
import type { Logger } from '../../platform/log.ts'
import { carrierRepo, type Redeemed } from './carrier.repo.ts'
import type { TerminalDeps } from './connect.ts'
import { maxRecorded } from './recording.ts'
import { RecordingStore } from './recording-store.ts'
import { type Carrier, RunningTerminal } from './running-terminal.ts'
import type { Size } from './telnet-codec.ts'

const lookMilliseconds = 500
/**
 * Each check covers a part of the terminals: all at once would block the database. A revoked right ends a
 * terminal within a round, three seconds; an order to end it within one.
 */
const looksInRound = 6
const looksInSecond = 1_000 / lookMilliseconds
/** What terminals are of: stopped, it takes them with it. */
const product = productOfPath('/api/v1/device/terminal')

/** The terminals of this process, and whether they may stay open. */
export class TerminalKeeper {
  readonly #carrier: Carrier
  readonly #running = new Map<string, RunningTerminal>()
  #timer: { stop(): void; idle(): Promise<void> } | null = null
  #looks = 0

  constructor(deps: TerminalDeps, log: Logger, now: () => number = Date.now, most = maxRecorded) {
    this.#carrier = { deps, log, store: new RecordingStore(deps.scopes, log), now, maxRecorded: most }
  }

  start(): void {
    this.#timer = every(lookMilliseconds, this.#carrier.log, 'terminal.look', async () => {
      this.#looks += 1
      if (this.#looks % looksInSecond === 0) {
        this.tick()
        await this.lookAtCalled()
      }
      const part = this.#looks % looksInRound
      await this.lookAgain([...this.#running.keys()].filter((id) => Number(id) % looksInRound === part))
    })
  }

  async stop(): Promise<void> {
    this.#timer?.stop()
    await this.#timer?.idle()
    for (const terminal of this.#running.values()) terminal.end('interrupted')
    await Promise.all([...this.#running.values()].map(({ gone }) => gone))
  }

  get running(): number {
    return this.#running.size
  }

  /** What a browser's ticket opens, once. */
  redeem(ticket: string): Promise<Redeemed | undefined> {
    return carrierRepo.redeem(this.#carrier.deps.scopes, hashToken(ticket))
  }

  carry(row: Redeemed, socket: WebSocket, size: Size): void {
    const terminal = new RunningTerminal(this.#carrier, row, socket, size)
    this.#running.set(terminal.id, terminal)
    void terminal.gone.then(() => this.#running.delete(terminal.id))
    void terminal.start()
  }

  /** Terminals that time out, or soon will. */
  tick(): void {
    for (const terminal of this.#running.values()) terminal.tick()
  }

  /** Those that a user ended or decided on, in any process. */
  async lookAtCalled(): Promise<void> {
    const terminals = [...this.#running.values()]
    if (terminals.length === 0) return
    const called = await carrierRepo.called(
      this.#carrier.deps.scopes,
      terminals.map(({ id }) => id),
      terminals.filter(({ asking }) => asking).map(({ id }) => id),
    )
    await this.lookAgain(called)
  }

  async lookAgain(ids: readonly string[] = [...this.#running.keys()]): Promise<void> {
    const terminals = ids.flatMap((id) => this.#running.get(id) ?? [])
    if (terminals.length === 0) return
    const used = terminals.filter((terminal) => terminal.used)
    for (const terminal of used) terminal.used = false
    const standings = await carrierRepo.standing(
      this.#carrier.deps.scopes,
      terminals.map(({ id }) => id),
      used.map(({ id }) => id),
      product,
    )
    // A device that has to be connected to is not waited for.
    for (const standing of standings) void this.#running.get(standing.id)?.stands(standing)
  }
}
