import type { TerminalMessage, TerminalOutcome, TerminalQuestion } from '@netward/contract/terminal-values'

type Over = Extract<TerminalMessage, { type: 'over' }>

/** State of a terminal besides its screen. */
export interface Progress {
  readonly phase: 'connecting' | 'asking' | 'open' | 'over'
  /** The device was reached. */
  readonly opened: boolean
  /** Deadline of the company's approval. */
  readonly askedUntil: string | null
  /** The device's sign-in prompts, and their deadline by this browser's clock. */
  readonly question: (TerminalQuestion & { readonly round: number; readonly until: string }) | null
  readonly watchers: readonly string[]
  /** Scheduled end by this browser's clock, and the reason. */
  readonly ending: { readonly why: 'idle' | 'limit'; readonly at: string } | null
  readonly over: Over | null
}

export const beginning: Progress = {
  phase: 'connecting',
  opened: false,
  askedUntil: null,
  question: null,
  watchers: [],
  ending: null,
  over: null,
}

/** The state after a message. @param now milliseconds */
export function after(before: Progress, message: TerminalMessage, now: number): Progress {
  switch (message.type) {
    case 'asking':
      return { ...before, phase: 'asking', askedUntil: message.until }
    case 'allowed':
      return { ...before, phase: 'connecting', askedUntil: null }
    case 'asks': {
      const { round, name, instructions, prompts, seconds } = message
      return { ...before, question: { round, name, instructions, prompts, until: at(now, seconds) } }
    }
    case 'open':
      return { ...before, phase: 'open', opened: true, question: null }
    case 'watched':
      return { ...before, watchers: message.by }
    case 'ending': {
      const { why, seconds } = message
      const ending = seconds === null ? null : { why, at: at(now, seconds) }
      return { ...before, ending }
    }
    case 'over':
      return { ...before, phase: 'over', question: null, watchers: [], ending: null, over: message }
  }
}

/** The prompt was answered: the device's reaction is pending. */
export const answered = (before: Progress): Progress => ({ ...before, question: null })

const at = (now: number, seconds: number): string => new Date(now + seconds * 1000).toISOString()

/**
 * How it ended: by its user, for a decision on a changed host key, lost after it had been open, ended by
 * another user or a revoked permission, or never established.
 */
export type Ending = 'left' | 'host_key' | 'lost' | 'ended' | 'not_connected'

const endedByOthers: ReadonlySet<TerminalOutcome> = new Set(['ended_by_administrator', 'revoked', 'stopped'])
/** A retry would have the same result. */
const final: ReadonlySet<TerminalOutcome> = new Set([
  'revoked',
  'stopped',
  'consent_refused',
  'address_refused',
])

/** Null: not ended. */
export function endingOf({ over, opened }: Progress): Ending | null {
  if (over === null) return null
  if (over.offered !== undefined) return 'host_key'
  if (over.outcome === 'left') return 'left'
  if (endedByOthers.has(over.outcome)) return 'ended'
  return opened ? 'lost' : 'not_connected'
}

export const mayConnectAgain = ({ outcome }: Over): boolean => !final.has(outcome)
