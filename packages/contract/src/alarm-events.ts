import { trapMeanings } from './device-values.ts'
import type { SyslogFacility, SyslogSeverity } from './syslog-values.ts'

/** Traps that a rule names: of SNMPv2-MIB and IF-MIB, and what those of makers mean. */
export const ruleTraps = [
  'coldStart',
  'warmStart',
  'linkDown',
  'linkUp',
  'authenticationFailure',
  ...trapMeanings,
] as const
export type RuleTrap = (typeof ruleTraps)[number]

/** Which traps: all of what is stated holds; something is. */
export interface TrapMatch {
  /** One of them; empty: any. */
  readonly traps: readonly RuleTrap[]
  /** Of the notification, or of what stands above it; empty: any. */
  readonly oid: string
  /** What its values contain (`containsPattern`); empty: anything. */
  readonly text: string
}

/** Which messages: all of what is stated holds; something is. */
export interface SyslogMatch {
  /** This or a worse one; null: any. */
  readonly severity: SyslogSeverity | null
  /** One of them; empty: any. */
  readonly facilities: readonly SyslogFacility[]
  /** The program, with `*`; empty: any. */
  readonly app: string
  /** What the message contains (`containsPattern`); empty: anything. */
  readonly text: string
}

/** Raised by events, cleared by those of `clearWhen` or when none has come for a while. */
export interface TrapCondition {
  readonly kind: 'trap'
  readonly when: TrapMatch
  readonly clearWhen: TrapMatch | null
}
export interface SyslogCondition {
  readonly kind: 'syslog'
  readonly when: SyslogMatch
  readonly clearWhen: SyslogMatch | null
}

/** So long is a pattern at most, and so many events a rule counts at most. */
export const eventLimits = { pattern: 200, events: 20 } as const

const piecesOf = (pattern: string): string[] => pattern.toLowerCase().split('*')

/**
 * Whether a text contains the pattern, case aside; `*` stands for any characters. Each piece is searched once from where the one
 * before ends, so that no pattern and no text of a device costs more than their lengths.
 */
export const containsPattern = (pattern: string, text: string): boolean =>
  endOf(piecesOf(pattern), text.toLowerCase(), 0) !== -1

/** Whether a text as a whole is the pattern. */
export function isPattern(pattern: string, text: string): boolean {
  const whole = text.toLowerCase()
  const [first = '', ...rest] = piecesOf(pattern)
  if (rest.length === 0) return whole === first
  const last = rest.pop()!
  if (!whole.startsWith(first)) return false
  const end = endOf(rest, whole, first.length)
  return end !== -1 && end + last.length <= whole.length && whole.endsWith(last)
}

function endOf(pieces: readonly string[], text: string, from: number): number {
  let end = from
  for (const piece of pieces) {
    const at = text.indexOf(piece, end)
    if (at === -1) return -1
    end = at + piece.length
  }
  return end
}
