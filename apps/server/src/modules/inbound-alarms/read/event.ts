import type { AlarmSeverity } from '@netward/contract/alarm-values'
import type { InboundProblem } from '@netward/contract/inbound-alarm-values'
import { isIP } from 'node:net'
import { cleanText } from '../../../platform/clean-text.ts'

/** An alarm of another system, as the function `inbound_take` of the database takes it. */
export interface InboundEvent {
  readonly state: 'active' | 'cleared'
  readonly key: string
  /** Of an alarm whose key comes back; empty: its key is its own for good. */
  readonly episode: string
  readonly severity: AlarmSeverity
  readonly host: string
  readonly address: string | null
  readonly name: string
  readonly text: string
  readonly startedAt: string
  /** Null while it lasts, and where an end names no time. */
  readonly endedAt: string | null
}

/** A delivery that is not what its kind of system sends. */
export class UnreadableDelivery extends Error {
  override name = 'UnreadableDelivery'
  readonly problem: InboundProblem

  constructor(problem: InboundProblem) {
    super(problem)
    this.problem = problem
  }
}

export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

const longest = { key: 200, host: 200, name: 300, text: 2000 } as const

/** One line, or several of a text; numbers count as text. */
export function textOf(value: unknown, kind: keyof typeof longest): string {
  const given = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  const clean = cleanText(given, longest[kind]).trim()
  return kind === 'text' ? clean : clean.replaceAll(/\s+/g, ' ')
}

const words: Readonly<Record<string, AlarmSeverity>> = {
  critical: 'critical',
  disaster: 'critical',
  emergency: 'critical',
  fatal: 'critical',
  page: 'critical',
  alert: 'critical',
  major: 'major',
  high: 'major',
  error: 'major',
  minor: 'minor',
  average: 'minor',
  medium: 'minor',
  warning: 'warning',
  warn: 'warning',
  low: 'warning',
}

/** By the words in use; others are indeterminate, as is what only informs. */
export function severityOf(word: unknown): AlarmSeverity {
  const key = typeof word === 'string' ? word.trim().toLowerCase() : ''
  return (Object.hasOwn(words, key) ? words[key] : undefined) ?? 'indeterminate'
}

const oldestMs = 90 * 86_400_000

/** A time that can be: not in the future, and not older than what is kept. Null for none; Alertmanager writes year 1. */
export function timeOf(value: unknown, now: number): string | null {
  if (typeof value !== 'string' || value.length > 60) return null
  const at = Date.parse(value)
  if (Number.isNaN(at) || at < 0) return null
  return new Date(Math.min(Math.max(at, now - oldestMs), now)).toISOString()
}

/** `10.0.0.1`, `10.0.0.1:9100`, `[2001:db8::1]:9100`, `https://10.0.0.1/`; null for a name. */
export function addressOf(value: unknown): string | null {
  const bare = hostOf(value).replaceAll(/[[\]]/g, '')
  return isIP(bare) === 0 || bare.includes('%') ? null : bare
}

/** A host without scheme, port and path. */
export function hostOf(value: unknown): string {
  const text = textOf(value, 'host').replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  if (isIP(text) !== 0) return text
  const plain = text.replace(/[/?#].*$/, '')
  return /^\[[^\]]+\](?::\d+)?$/.test(plain)
    ? plain.replace(/^\[([^\]]+)\].*$/, '$1')
    : plain.replace(/:\d{1,5}$/, '')
}
