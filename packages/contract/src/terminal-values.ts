export const terminalProtocols = ['ssh', 'telnet'] as const
export type TerminalProtocol = (typeof terminalProtocols)[number]

export const terminalEncodings = ['utf8', 'gbk'] as const
export type TerminalEncoding = (typeof terminalEncodings)[number]

export const terminalStates = ['waiting', 'running', 'ended', 'failed'] as const

/** Why a terminal ended, or did not come about: keys of phrases under `terminals.outcome`. */
export const terminalOutcomes = [
  // Ended.
  'left',
  'device_closed',
  'idle',
  'limit',
  'revoked',
  'ended_by_administrator',
  'recording_full',
  'interrupted',
  'broken',
  // Did not come about.
  'not_opened',
  'no_address',
  'address_refused',
  'no_answer',
  'authentication',
  'host_key_changed',
  'no_agreement',
] as const
export type TerminalOutcome = (typeof terminalOutcomes)[number]

/** What the server says beside what the device shows, which are binary frames. */
export type TerminalMessage =
  | { type: 'open' }
  | { type: 'over'; outcome: TerminalOutcome; trusted?: string; offered?: string }
