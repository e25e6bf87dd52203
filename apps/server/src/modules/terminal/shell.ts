import type { TerminalOutcome } from '@netward/contract/terminal-values'
import type { Size } from './telnet-codec.ts'

/** The far end: a shell on a device; bytes with the protocol removed. */
export interface Shell {
  /** False: accepts no more until `drained`. */
  write(bytes: Buffer): boolean
  resize(size: Size): void
  pause(): void
  resume(): void
  end(): void
}

export interface ShellEvents {
  shown(bytes: Buffer): void
  drained(): void
  /** Once, whichever side ended it. */
  closed(outcome: TerminalOutcome): void
}

/** A terminal could not be opened. */
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
