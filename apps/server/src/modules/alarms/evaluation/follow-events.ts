import type { RuleTrap } from '@netward/contract/alarm-events'
import { type EventKind, stepEvent } from '../machine/events.ts'
import type { DeviceChanges } from './advance.ts'
import { intervalsUntilSilent } from './device-watch.ts'
import { eventTimingOf, isOfEvents, type Rule } from './rules.ts'

/** Of a device in one turn, as `alarm_context` gives them. */
export const mostEvents = 500

/** Advances the conditions of a device by the events that its rules matched, and by the time that passed. */
export function followEvents(changes: DeviceChanges, now: number): void {
  const { plan, row, interval } = changes.watch
  for (const { rule: key, clears, instance, at, count, text, trap } of row.events ?? []) {
    const rule = plan.byKey.get(key)
    // What comes late, as a probe's after a night offline, raises nothing.
    const isLate = at < now - intervalsUntilSilent * interval
    if (rule === undefined || !isOfEvents(rule.definition) || isLate) continue
    for (let n = 0; n < count; n++)
      advanceByEvent(changes, rule, { instance, at, text, trap, kind: clears ? 'clear' : 'match' })
  }
  for (const { rule: key, instance } of changes.machines) {
    const rule = plan.byKey.get(key)
    if (rule !== undefined && isOfEvents(rule.definition))
      advanceByEvent(changes, rule, { instance, at: now, kind: 'time' })
  }
}

/** One step of a condition over events. */
export function advanceByEvent(
  changes: DeviceChanges,
  rule: Rule,
  event: { instance: string; at: number; kind: EventKind; text?: string; trap?: RuleTrap | null },
): void {
  const { instance, at, kind, text, trap } = event
  const before = changes.machine(rule.key, instance)
  const result = stepEvent(before, event, eventTimingOf(rule.definition), changes.watch.interval)
  if (result.machine === before && result.transitions.length === 0) return
  changes.add(rule, instance, result, {
    at,
    value: null,
    because: kind === 'time' ? 'quiet' : 'recovered',
    ...(text !== undefined && text !== '' && { text }),
    ...(trap && { trap }),
    about: {
      metric: null,
      subject: instance === '' ? null : 'interface',
      watches: null,
      threshold: null,
      severity: rule.definition.severity,
    },
  })
}
