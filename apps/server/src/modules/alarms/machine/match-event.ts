import {
  containsPattern,
  isPattern,
  type RuleTrap,
  type SyslogMatch,
  type TrapMatch,
} from '@netward/contract/alarm-events'
import type { RuleDefinition } from '@netward/contract/alarm-values'
import { syslogFacilities, syslogSeverities } from '@netward/contract/syslog-values'

export interface TrapEvent {
  readonly kind: 'trap'
  /** The standard kind, and what its maker's MIB says that it means. */
  readonly names: readonly string[]
  readonly oid: string
  /** Hostile. */
  readonly text: string
}

export interface SyslogEvent {
  readonly kind: 'syslog'
  /** Codes of RFC 5424. */
  readonly severity: number
  readonly facility: number
  /** Hostile. */
  readonly app: string
  readonly text: string
}

export type DeviceEvent = TrapEvent | SyslogEvent

/** What an event is to a rule; null: nothing. One that both raises and clears, clears: `link up` is one of `link`. */
export function hitOf({ of }: RuleDefinition, event: DeviceEvent): 'match' | 'clear' | null {
  if (of.kind === 'trap' && event.kind === 'trap')
    return of.clearWhen !== null && isTrap(of.clearWhen, event)
      ? 'clear'
      : isTrap(of.when, event)
        ? 'match'
        : null
  if (of.kind === 'syslog' && event.kind === 'syslog')
    return of.clearWhen !== null && isMessage(of.clearWhen, event)
      ? 'clear'
      : isMessage(of.when, event)
        ? 'match'
        : null
  return null
}

const isTrap = ({ traps, oid, text }: TrapMatch, event: TrapEvent): boolean =>
  (traps.length === 0 || event.names.some((name) => traps.includes(name as RuleTrap))) &&
  (oid === '' || event.oid === oid || event.oid.startsWith(`${oid}.`)) &&
  (text === '' || containsPattern(text, event.text))

const isMessage = ({ severity, facilities, app, text }: SyslogMatch, event: SyslogEvent): boolean =>
  (severity === null || event.severity <= syslogSeverities.indexOf(severity)) &&
  (facilities.length === 0 || facilities.includes(syslogFacilities[event.facility]!)) &&
  (app === '' || isPattern(app, event.app)) &&
  (text === '' || containsPattern(text, event.text))
