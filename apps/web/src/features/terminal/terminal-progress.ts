import type { TerminalMessage } from '@netward/contract/terminal-values'

type Over = Extract<TerminalMessage, { type: 'over' }>

/** What is known of a terminal beside what it shows. */
export interface Progress {
  readonly phase: 'connecting' | 'asking' | 'open' | 'over'
  /** Until when the company is asked. */
  readonly askedUntil: string | null
  readonly watchers: readonly string[]
  /** When it ends by the clock, by this browser's clock, and why. */
  readonly ending: { readonly why: 'idle' | 'limit'; readonly at: string } | null
  readonly over: Over | null
}

export const beginning: Progress = {
  phase: 'connecting',
  askedUntil: null,
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
    case 'open':
      return { ...before, phase: 'open' }
    case 'watched':
      return { ...before, watchers: message.by }
    case 'ending': {
      const { why, seconds } = message
      const ending = seconds === null ? null : { why, at: new Date(now + seconds * 1000).toISOString() }
      return { ...before, ending }
    }
    case 'over':
      return { ...before, phase: 'over', watchers: [], ending: null, over: message }
  }
}

/** Nobody ended it on purpose, and nothing has to be decided before: the one question is whether to connect again. */
export const asksToReconnect = ({ outcome, offered }: Over): boolean =>
  outcome !== 'left' && offered === undefined
