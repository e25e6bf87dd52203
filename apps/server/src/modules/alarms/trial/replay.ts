import type { ContextRow } from '../evaluation/evaluation.repo.ts'
import { DeviceChanges } from '../evaluation/advance.ts'
import { type DeviceWatch, deviceWatch } from '../evaluation/device-watch.ts'
import { lookAtState } from '../evaluation/due.ts'
import { advanceByEvent } from '../evaluation/follow-events.ts'
import { followPoll, rememberPoll } from '../evaluation/follow-poll.ts'
import { type MetricRule, type Plan, planOf, type Rule, type StateRule } from '../evaluation/rules.ts'
import { type DeviceEvent, hitOf } from '../machine/match-event.ts'

/** An alarm that the rule would have raised. Times in milliseconds. */
export interface WouldBe {
  readonly instance: string
  readonly at: number
  clearedAt: number | null
  readonly value: number | null
  /** Of an event. */
  readonly text: string | null
}

/** The values of a part in equal steps: of counters rates. */
export interface StoredValues {
  readonly instance: string
  readonly values: readonly (number | null)[]
}

/** What the presence or the polling of a device became, and when. */
export interface StateChange {
  readonly at: number
  readonly presence?: string
  readonly polling?: string
}

/** A trap or a message of a device. */
export interface StoredEvent {
  readonly at: number
  readonly instance: string
  readonly text: string
  readonly event: DeviceEvent
}

export interface Grid {
  readonly start: number
  readonly stepMs: number
  readonly steps: number
}

/** A plan of the rule alone, over values that are rates already. */
export function planOfTrial(rule: Rule): Plan {
  const plan = planOf([rule])
  const byMetric = [...plan.byMetric].map(
    ([metric, rules]) => [metric, rules.map((one): MetricRule => ({ ...one, counts: false }))] as const,
  )
  return { ...plan, byMetric: new Map(byMetric) }
}

/** Runs the evaluation of samples over stored ones of a device. */
export function replayValues(
  row: ContextRow,
  plan: Plan,
  metric: string,
  parts: readonly StoredValues[],
  { start, stepMs, steps }: Grid,
): WouldBe[] {
  const found = new Found()
  const watch = blank(row, plan, start, stepMs)
  for (let step = 0; step < steps; step++) {
    const at = start + (step + 1) * stepMs
    const values = parts.flatMap(({ instance, values: all }, slot) => {
      const value = all[step] ?? null
      return value === null ? [] : [{ metric, instance, slot, value }]
    })
    // Nothing was measured: what is raised waits, as it does in the stream.
    if (values.length === 0 && watch.states.size === 0) continue
    const poll = { deviceId: watch.id, at, values }
    const changes = new DeviceChanges(watch)
    followPoll(changes, poll, at)
    found.add(changes)
    rememberPoll(watch, poll)
  }
  return found.list
}

/** Runs the evaluation of events over stored ones, in their order, and looks at the clock at each step. */
export function replayEvents(
  row: ContextRow,
  plan: Plan,
  events: readonly StoredEvent[],
  { start, stepMs, steps }: Grid,
): WouldBe[] {
  const found = new Found()
  const [rule] = plan.byKey.values()
  const watch = blank(row, plan, start, stepMs)
  let next = 0
  for (let step = 0; step < steps; step++) {
    const now = start + (step + 1) * stepMs
    const changes = new DeviceChanges(watch)
    for (; next < events.length && events[next]!.at <= now; next++) {
      const { at, instance, text, event } = events[next]!
      const kind = hitOf(rule!.definition, event)
      if (kind !== null) advanceByEvent(changes, rule!, { at, instance, text, kind })
    }
    for (const { instance } of changes.machines)
      advanceByEvent(changes, rule!, { at: now, instance, kind: 'time' })
    found.add(changes)
  }
  return found.list
}

/** Runs the evaluation of states over the changes of a device's presence, at each step. */
export function replayState(
  row: ContextRow,
  plan: Plan,
  changes: readonly StateChange[],
  { start, stepMs, steps }: Grid,
): WouldBe[] {
  const found = new Found()
  const rule: StateRule = plan.states[0]!
  const before = blank(row, plan, start, stepMs)
  let next = 0
  let now: Pick<ContextRow, 'presence' | 'polling' | 'state_at'> = {
    presence: 'unknown',
    polling: null,
    state_at: null,
  }
  for (let step = 0; step < steps; step++) {
    const at = start + (step + 1) * stepMs
    while (next < changes.length && changes[next]!.at <= at) {
      const { at: changedAt, ...change } = changes[next++]!
      now = { ...now, ...change, state_at: changedAt }
    }
    const watch = { ...before, row: { ...before.row, ...now } }
    const seen = new DeviceChanges(watch)
    lookAtState(seen, rule, at)
    found.add(seen)
  }
  return found.list
}

function blank(row: ContextRow, plan: Plan, start: number, stepMs: number): DeviceWatch {
  return deviceWatch(
    { ...row, states: null, revision: 0, interval_s: Math.max(row.interval_s, stepMs / 1000) },
    plan,
    start,
  )
}

class Found {
  readonly list: WouldBe[] = []
  readonly #open = new Map<string, WouldBe>()

  /** Notes what a step raised and cleared, and goes on from there. */
  add(changes: DeviceChanges): void {
    for (const { instance, transitions } of changes.list)
      for (const { kind, at, value, text = null } of transitions)
        if (kind === 'raised') {
          const alarm: WouldBe = { instance, at, clearedAt: null, value, text }
          this.list.push(alarm)
          this.#open.set(instance, alarm)
        } else if (kind === 'cleared') {
          const alarm = this.#open.get(instance)
          if (alarm) alarm.clearedAt = at
          this.#open.delete(instance)
        }
    changes.apply()
  }
}
