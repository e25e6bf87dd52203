import type { Machine } from '../machine/machine.ts'
import { CounterMemory } from './counter-memory.ts'
import type { ContextRow } from './evaluation.repo.ts'
import type { Plan } from './rules.ts'

type States = Map<string, Map<string, Machine>>

/** What a process knows of a device, or an internet line, that it evaluates. */
export interface DeviceWatch {
  readonly id: string
  readonly companyId: string
  /** Of alarm_subject: 0 where there is none. */
  revision: number
  readonly plan: Plan
  readonly interval: number
  readonly row: ContextRow
  readonly ports: ReadonlySet<string>
  /** By rule and instance. */
  readonly states: States
  /** When a raised condition was measured last, by rule and instance. */
  readonly seen: Map<string, number>
  readonly counters: CounterMemory
  /** The newest poll that was evaluated: of its own, and of those that follow from other polls. */
  readonly lastAt: { own: number; derived: number }
  readonly loadedAt: number
  /** It is read anew before the next poll. */
  outdated: boolean
}

/** Polls that come more often do not make a flap or a silence out of a minute. */
const shortestInterval = 60_000
/** Values older than so many intervals correct history, and raise nothing. */
export const intervalsUntilSilent = 3

export function deviceWatch(row: ContextRow, plan: Plan, now: number, before?: DeviceWatch): DeviceWatch {
  const states: States = new Map()
  for (const { rule, instance, machine } of row.states ?? []) {
    let ofRule = states.get(rule)
    if (!ofRule) states.set(rule, (ofRule = new Map()))
    ofRule.set(instance, machine)
  }
  return {
    id: row.device_id,
    companyId: row.company_id,
    revision: row.revision,
    plan,
    interval: Math.max(shortestInterval, row.interval_s * 1000),
    row,
    ports: new Set(row.ports),
    states,
    seen: before?.seen ?? new Map(),
    counters: before?.counters ?? new CounterMemory(),
    lastAt: before?.lastAt ?? { own: 0, derived: 0 },
    loadedAt: now,
    outdated: false,
  }
}

export const stateKey = (rule: string, instance: string): string => `${rule}\n${instance}`
