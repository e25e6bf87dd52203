import type { WebSocket } from '@fastify/websocket'
import { every } from '../../platform/jobs/worker.ts'
import type { Logger } from '../../platform/log.ts'
import type { TerminalDeps } from './connect.ts'
import { RunningTerminal } from './running-terminal.ts'
import type { Size } from './telnet-codec.ts'
import { type Redeemed, terminalRepo } from './terminal.repo.ts'

/** A right that is taken ends a terminal within this and one statement. */
const lookMilliseconds = 3_000

/** The terminals of this process, and whether they still may be open. */
export class TerminalKeeper {
  readonly #deps: TerminalDeps
  readonly #log: Logger
  readonly #running = new Map<string, RunningTerminal>()
  #timer: { stop(): void; idle(): Promise<void> } | null = null

  constructor(deps: TerminalDeps, log: Logger) {
    this.#deps = deps
    this.#log = log
  }

  start(): void {
    this.#timer = every(lookMilliseconds, this.#log, 'terminal.standing', () => this.lookAgain())
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

  carry(row: Redeemed, socket: WebSocket, size: Size): void {
    const terminal = new RunningTerminal(this.#deps, this.#log, row, socket, size)
    this.#running.set(terminal.id, terminal)
    void terminal.gone.then(() => this.#running.delete(terminal.id))
    void terminal.start()
  }

  async lookAgain(): Promise<void> {
    const terminals = [...this.#running.values()]
    if (terminals.length === 0) return
    const used = terminals.filter((terminal) => terminal.used)
    for (const terminal of used) terminal.used = false
    const over = await terminalRepo.standing(
      this.#deps.scopes,
      terminals.map(({ id }) => id),
      used.map(({ id }) => id),
    )
    for (const { id, why, ended_by } of over) this.#running.get(id)?.end(why, ended_by)
  }
}
