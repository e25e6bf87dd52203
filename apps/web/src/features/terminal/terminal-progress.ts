import type { TerminalMessage, TerminalOutcome, TerminalQuestion } from '@netward/contract/terminal-values'

type Over = Extract<TerminalMessage, { type: 'over' }>

/** What is known of a terminal beside what it shows. */
export interface Progress {
  readonly phase: 'connecting' | 'asking' | 'open' | 'over'
  /** The device was there. */
  readonly opened: boolean
  /** Until when the company is asked. */
  readonly askedUntil: string | null
  /** What the device asks at its sign-in, and until when, by this browser's clock. */
  readonly question: (TerminalQuestion & { readonly round: number; readonly until: string }) | null
  readonly watchers: readonly string[]
  /** When it ends by the clock, by this browser's clock, and why. */
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

/** What a message makes of it. @param now milliseconds */
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

/** Its question was answered: what the device makes of it is still to come. */
export const answered = (before: Progress): Progress => ({ ...before, question: null })

const at = (now: number, seconds: number): string => new Date(now + seconds * 1000).toISOString()

/**
 * How it is over: its person ended it, another host key has to be decided on, it was lost after it had been open,
 * somebody or a right that is gone ended it, or it never came about.
 */
export type Ending = 'left' | 'host_key' | 'lost' | 'ended' | 'not_connected'

const endedByOthers: ReadonlySet<TerminalOutcome> = new Set(['ended_by_administrator', 'revoked', 'stopped'])
/** Asked for again, these would come to the same. */
const final: ReadonlySet<TerminalOutcome> = new Set([
  'revoked',
  'stopped',
  'consent_refused',
  'address_refused',
])

/** Null: it is not over. */
export function endingOf({ over, opened }: Progress): Ending | null {
  if (over === null) return null
  if (over.offered !== undefined) return 'host_key'
  if (over.outcome === 'left') return 'left'
  if (endedByOthers.has(over.outcome)) return 'ended'
  return opened ? 'lost' : 'not_connected'
}

export const mayConnectAgain = ({ outcome }: Over): boolean => !final.has(outcome)
