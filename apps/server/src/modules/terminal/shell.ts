import type { TerminalOutcome } from '@netward/contract/terminal-values'
import type { Size } from './telnet-codec.ts'

/** The other end: a shell on a device, bytes as they are on the wire after the protocol is taken off. */
export interface Shell {
  /** False: it takes no more until `drained`. */
  write(bytes: Buffer): boolean
  resize(size: Size): void
  pause(): void
  resume(): void
  end(): void
}

export interface ShellEvents {
  shown(bytes: Buffer): void
  drained(): void
  /** Once, whoever ended it. */
  closed(outcome: TerminalOutcome): void
}

/** A terminal did not come about. */
export class ShellRefused extends Error {
  override name = 'ShellRefused'
  readonly outcome: TerminalOutcome
  readonly keys: { trusted: string; offered: string } | null

  constructor(outcome: TerminalOutcome, keys: { trusted: string; offered: string } | null = null) {
    super(outcome)
    this.outcome = outcome
    this.keys = keys
  }
}
