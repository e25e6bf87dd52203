import { eventLimits, type RuleTrap, ruleTraps } from '@netward/contract/alarm-events'
import type { Scopes } from '../../../platform/db/scope.ts'
import { type DeviceEvent, hitOf, type TrapEvent } from '../machine/match-event.ts'
import { evaluationRepo } from './evaluation.repo.ts'
import { isOfEvents, type Rule, rulesOf } from './rules.ts'

export interface ReceivedEvent {
  readonly deviceId: string
  /** In milliseconds. */
  readonly at: number
  /** The interface that it is about; empty: the device. */
  readonly instance: string
  readonly event: DeviceEvent
}

/** What `alarm_note_events` keeps for evaluation. */
export interface RuleEvent {
  readonly deviceId: string
  at: number
  readonly instance: string
  readonly rule: string
  readonly clears: boolean
  count: number
  text: string
  /** Of a trap what it means. */
  trap: RuleTrap | null
}

const mostText = 500
/** Events of one rule and part within this time are kept as one that came several times. */
const togetherMs = 1000

/** Rules over events of companies, as they were read last. */
class EventRules {
  #version: string | null = null
  readonly #companies = new Map<string, readonly Rule[]>()

  async of(scopes: Scopes, devices: readonly string[]): Promise<(device: string) => readonly Rule[]> {
    const { version, companies } = await evaluationRepo.eventRules(scopes, devices)
    if (version !== this.#version) this.#companies.clear()
    this.#version = version
    const missing = [...new Set(companies.values())].filter((id) => !this.#companies.has(id))
    if (missing.length > 0) {
      const stored = await evaluationRepo.rules(scopes, missing)
      for (const id of missing) {
        const rules = rulesOf(stored.filter(({ company_id: company }) => company === id))
        this.#companies.set(
          id,
          rules.filter(({ definition }) => isOfEvents(definition)),
        )
      }
      // Rules that changed in between are read again with the next events.
      if (stored[0]!.version !== version) this.#version = null
    }
    return (device) => this.#companies.get(companies.get(device) ?? '') ?? []
  }
}

const known = new WeakMap<Scopes, EventRules>()

/**
 * The events that rules match, those that follow one another as one. They are written in the transaction that writes what they
 * are of; the sweep `alarm.due` follows them.
 */
export async function eventsOfRules(
  scopes: Scopes,
  received: readonly ReceivedEvent[],
): Promise<RuleEvent[]> {
  if (received.length === 0) return []
  let rules = known.get(scopes)
  if (rules === undefined) known.set(scopes, (rules = new EventRules()))
  const rulesFor = await rules.of(scopes, [...new Set(received.map(({ deviceId }) => deviceId))])
  const found: RuleEvent[] = []
  const last = new Map<string, RuleEvent>()
  for (const { deviceId, at, instance, event } of received) {
    const trap = event.kind === 'trap' ? meaningOf(event) : null
    for (const { key, definition } of rulesFor(deviceId)) {
      const hit = hitOf(definition, event)
      if (hit === null) continue
      const clears = hit === 'clear'
      const text = event.text.slice(0, mostText)
      const place = `${deviceId} ${key} ${instance}`
      const before = last.get(place)
      if (before?.clears === clears && at - before.at < togetherMs) {
        before.at = at
        before.text = text
        before.trap = trap
        before.count = Math.min(before.count + 1, eventLimits.events)
      } else {
        const one = { deviceId, at, instance, rule: key, clears, count: 1, text, trap }
        last.set(place, one)
        found.push(one)
      }
    }
  }
  return found
}

/** The most exact of its names that people know. */
const meaningOf = ({ names }: TrapEvent): RuleTrap | null =>
  ruleTraps.find((trap) => trap === names.at(-1)) ?? null
