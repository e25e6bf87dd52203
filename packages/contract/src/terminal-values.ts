export const terminalProtocols = ['ssh', 'telnet'] as const
export type TerminalProtocol = (typeof terminalProtocols)[number]

export const terminalEncodings = ['utf8', 'gbk'] as const
export type TerminalEncoding = (typeof terminalEncodings)[number]

export const terminalStates = ['asking', 'waiting', 'running', 'ended', 'failed'] as const

/** Why a terminal ended, or did not come about: keys of phrases under `terminals.outcome`. */
export const terminalOutcomes = [
  // Ended.
  'left',
  'device_closed',
  'idle',
  'limit',
  'revoked',
  'stopped',
  'ended_by_administrator',
  'recording_full',
  'interrupted',
  'broken',
  // Did not come about.
  'not_opened',
  'consent_refused',
  'consent_late',
  'no_address',
  'address_refused',
  'no_answer',
  'authentication',
  'answer_late',
  'host_key_changed',
  'no_agreement',
] as const
export type TerminalOutcome = (typeof terminalOutcomes)[number]

/** States in which a terminal can still be ended. */
export const openTerminalStates = ['asking', 'waiting', 'running'] as const

export const mostTerminalPrompts = 8
export const longestTerminalAnswer = 1000

export interface TerminalQuestion {
  readonly name: string
  readonly instructions: string
  /** `echo`: what is answered may be seen. */
  readonly prompts: readonly { readonly text: string; readonly echo: boolean }[]
}

/** What the server says beside what the device shows, which are binary frames. */
export type TerminalMessage =
  /** Somebody of the company is asked, until then. */
  | { type: 'asking'; until: string }
  /** They allowed it. */
  | { type: 'allowed' }
  /** The device asks so at its sign-in, for so many seconds: words of a device, plain text, to be answered in one go. */
  | ({ type: 'asks'; round: number; seconds: number } & TerminalQuestion)
  | { type: 'open' }
  /** Who looks on, from now. */
  | { type: 'watched'; by: readonly string[] }
  /** It ends in so many seconds, because nobody types or by its longest duration; null: it goes on after all. */
  | { type: 'ending'; why: 'idle' | 'limit'; seconds: number | null }
  | { type: 'over'; outcome: TerminalOutcome; trusted?: string; offered?: string }
