import type { RuleTrap } from '@netward/contract/alarm-events'
import {
  type AlarmSeverity,
  type alarmClearings,
  noDataDays,
  type WatchedState,
} from '@netward/contract/alarm-values'
import { eventDue } from '../machine/events.ts'
import type { Machine, Step } from '../machine/machine.ts'
import type { Place } from '../machine/paths.ts'
import { type DeviceWatch, intervalsUntilSilent, stateKey } from './device-watch.ts'
import { eventTimingOf, isOfEvents, type Rule } from './rules.ts'

interface TransitionNote {
  readonly kind: Step['transitions'][number]
  readonly at: number
  readonly value: number | null
  readonly because: (typeof alarmClearings)[number] | null
  /** Of an event that raised it. */
  readonly text?: string
  /** Of a trap what it means. */
  readonly trap?: RuleTrap
}

/** A condition that changed, as `alarm_advance` writes it. */
export interface Change {
  readonly device: string
  readonly rule: string
  readonly instance: string
  machine: Machine | null
  /** What an alarm says of its cause; null where the rule is gone. */
  readonly alarm: {
    readonly ruleName: string | null
    readonly metric: string | null
    readonly subject: string | null
    /** The state that the rule watches; null: a metric. */
    readonly watches: WatchedState | null
    readonly threshold: number | null
    readonly severity: AlarmSeverity
  } | null
  readonly transitions: TransitionNote[]
}

/** The changes of a device, before they are written. */
export class DeviceChanges {
  readonly watch: DeviceWatch
  readonly #changes = new Map<string, Change>()

  constructor(watch: DeviceWatch) {
    this.watch = watch
  }

  machine(rule: string, instance: string): Machine | null {
    if (this.#changes.size > 0) {
      const change = this.#changes.get(stateKey(rule, instance))
      if (change) return change.machine
    }
    return this.watch.states.get(rule)?.get(instance) ?? null
  }

  /** Notes a step that changed something. */
  add(
    { key, name }: Pick<Rule, 'key' | 'name'>,
    instance: string,
    { machine, transitions }: Step,
    note: {
      at: number
      value: number | null
      because?: TransitionNote['because']
      text?: string
      trap?: RuleTrap
      about: AboutAlarm | null
    },
  ): void {
    const id = stateKey(key, instance)
    let change = this.#changes.get(id)
    if (!change) {
      change = {
        device: this.watch.id,
        rule: key,
        instance,
        machine,
        alarm: note.about && { ruleName: name, ...note.about },
        transitions: [],
      }
      this.#changes.set(id, change)
    }
    change.machine = machine
    for (const kind of transitions)
      change.transitions.push({
        kind,
        at: note.at,
        value: note.value,
        because: kind === 'cleared' ? (note.because ?? 'recovered') : null,
        ...(kind === 'raised' && note.text !== undefined && { text: note.text }),
        ...((kind === 'raised' || kind === 'cleared') && note.trap !== undefined && { trap: note.trap }),
      })
  }

  get list(): Change[] {
    return [...this.#changes.values()]
  }

  /** Every condition as it will be. */
  get machines(): { rule: string; instance: string; machine: Machine }[] {
    const known = [...this.watch.states].flatMap(([rule, instances]) =>
      [...instances].map(([instance, machine]) => ({ rule, instance, machine })),
    )
    return [
      ...known.filter(({ rule, instance }) => !this.#changes.has(stateKey(rule, instance))),
      ...this.list.flatMap(({ rule, instance, machine }) => (machine ? [{ rule, instance, machine }] : [])),
    ]
  }

  /** After they are written. */
  apply(): void {
    for (const { rule, instance, machine } of this.#changes.values()) {
      const ofRule = this.watch.states.get(rule) ?? new Map<string, Machine>()
      if (machine) {
        ofRule.set(instance, machine)
        this.watch.states.set(rule, ofRule)
      } else {
        ofRule.delete(instance)
        this.watch.seen.delete(stateKey(rule, instance))
        if (ofRule.size === 0) this.watch.states.delete(rule)
      }
    }
  }
}

export type AboutAlarm = Omit<NonNullable<Change['alarm']>, 'ruleName'>

/** When time alone may change a condition, in milliseconds; null: never. */
export function dueOf(changes: DeviceChanges, now: number): number | null {
  const { plan, interval } = changes.watch
  let due = Infinity
  for (const { rule: key, machine } of changes.machines) {
    const rule = plan.byKey.get(key)
    // Its rule is gone: it is cleared at once.
    if (!rule) return now
    const { forMs, clearMs } = rule.timing
    if (isOfEvents(rule.definition))
      due = Math.min(due, eventDue(machine, eventTimingOf(rule.definition), now, interval))
    else if (rule.definition.of.kind === 'state') {
      if (machine.since !== null) due = Math.min(due, machine.since + (machine.on ? clearMs : forMs))
      else if (machine.flapping || (!machine.on && !machine.raised)) due = Math.min(due, now + interval)
    } else if (machine.missing !== null) due = Math.min(due, machine.missing + noDataDays * 86_400_000)
    else due = Math.min(due, now + intervalsUntilSilent * interval)
  }
  return Number.isFinite(due) ? due : null
}

/** The argument of `alarm_advance`. */
export function advanceOf(
  all: readonly {
    changes: DeviceChanges
    due: number | null
    writes: boolean
    /** The last event that was followed; null: events wait, and so does what else is due. */
    events?: string
  }[],
  places: readonly Place[] = [],
): string {
  return JSON.stringify({
    devices: all.map(({ changes: { watch }, due, writes, events = null }) => ({
      id: watch.id,
      revision: watch.revision,
      writes,
      due,
      events,
    })),
    changes: all.flatMap(({ changes }) => changes.list),
    places,
  })
}
