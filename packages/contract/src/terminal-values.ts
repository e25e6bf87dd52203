export const terminalProtocols = ['ssh', 'telnet'] as const
export type TerminalProtocol = (typeof terminalProtocols)[number]

export const terminalEncodings = ['utf8', 'gbk'] as const
export type TerminalEncoding = (typeof terminalEncodings)[number]

export const terminalStates = ['asking', 'waiting', 'running', 'ended', 'failed'] as const

/** Why a terminal ended or failed to open: keys of phrases under `terminals.outcome`. */
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
  // Did not open.
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

export const maxTerminalPrompts = 8
export const longestTerminalAnswer = 1000

export interface TerminalQuestion {
  readonly name: string
  readonly instructions: string
  /** `echo`: the answer may be displayed. */
  readonly prompts: readonly { readonly text: string; readonly echo: boolean }[]
}

/** Messages of the server beside the device output, which are binary frames. */
export type TerminalMessage =
  /** Approval is requested, until then. */
  | { type: 'asking'; until: string }
  /** They allowed it. */
  | { type: 'allowed' }
  /**
   * The device asks at its sign-in, with a timeout in seconds: device strings, plain text, answered together.
   */
  | ({ type: 'asks'; round: number; seconds: number } & TerminalQuestion)
  | { type: 'open' }
  /** Current viewers. */
  | { type: 'watched'; by: readonly string[] }
  /** Seconds until it ends by inactivity or maximum duration; null: cancelled. */
  | { type: 'ending'; why: 'idle' | 'limit'; seconds: number | null }
  | { type: 'over'; outcome: TerminalOutcome; trusted?: string; offered?: string }
