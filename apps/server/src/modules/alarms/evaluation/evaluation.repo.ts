import type { RuleTrap } from '@netward/contract/alarm-events'
import type { RuleDefinition } from '@netward/contract/alarm-values'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { Machine } from '../machine/machine.ts'
import type { PathAlarm, Paths } from '../machine/paths.ts'

/** A device or a line as `alarm_context` describes it. Times in milliseconds. */
export interface ContextRow {
  readonly device_id: string
  readonly company_id: string
  readonly revision: number
  readonly followed: boolean
  readonly type: string
  readonly tags: string[]
  readonly outlet_id: string | null
  /** Null: of a line. */
  readonly presence: string | null
  readonly polling: string | null
  /** When it went offline or SNMP-silent, or came back. */
  readonly state_at: number | null
  readonly interval_s: number
  /** When it was measured last. */
  readonly seen_at: number | null
  readonly business_hours: string | null
  readonly time_zone: string | null
  /** The upper limits that the device gives for its sensors and memory, or a line's profile for its targets: `sensor CPU 1`. */
  readonly limits: Readonly<Record<string, number>> | null
  readonly ports: string[]
  /** Null: of a device. */
  readonly profile: string | null
  readonly states: readonly { rule: string; instance: string; machine: Machine }[] | null
  /** Events that rules matched and that nothing has followed yet, the first of them. */
  readonly events: readonly PendingEvent[] | null
}

/** An event that a rule matched. */
export interface PendingEvent {
  readonly id: string
  readonly rule: string
  readonly clears: boolean
  readonly instance: string
  /** In milliseconds. */
  readonly at: number
  /** So many came one after another. */
  readonly count: number
  /** Of the last one. */
  readonly text: string
  readonly trap: RuleTrap | null
}

export interface RuleRow {
  readonly version: string
  /** Null: no company asked for has rules of its own. */
  readonly company_id: string | null
  readonly key: string
  readonly shipped: boolean
  readonly name: string | null
  readonly enabled: boolean
  readonly watch: boolean
  readonly definition: RuleDefinition
  readonly before: RuleDefinition | null
}

/** Times in milliseconds. */
export interface WindowOver {
  readonly id: string
  readonly rule: string
  readonly time_zone: string
  readonly first_at: number
  readonly starts_at: number
  readonly ends_at: number
  readonly lasts: number
}

/** An outlet as `alarm_path_facts` describes it. */
interface PathFacts extends Paths {
  readonly outlet_id: string
  /** Null: it is not due. */
  readonly marked: string | null
  readonly alarms: readonly PathAlarm[]
}

export const evaluationRepo = {
  contexts(scopes: Scopes, devices: readonly string[]): Promise<ContextRow[]> {
    return scopes.asLoginRole<ContextRow & Record<string, unknown>>('select * from alarm_context($1)', [
      devices,
    ])
  },

  rules(scopes: Scopes, companies: readonly string[]): Promise<RuleRow[]> {
    return scopes.asLoginRole<RuleRow & Record<string, unknown>>('select * from alarm_rules_of($1)', [
      companies,
    ])
  },

  /** The version of the rules, and the companies of devices. */
  async eventRules(
    scopes: Scopes,
    devices: readonly string[],
  ): Promise<{ version: string; companies: ReadonlyMap<string, string> }> {
    const rows = await scopes.asLoginRole<{
      version: string
      device_id: string | null
      company_id: string | null
    }>('select * from alarm_event_rules($1)', [devices])
    return {
      version: rows[0]!.version,
      companies: new Map(
        rows.flatMap(({ device_id: device, company_id: company }) =>
          device === null || company === null ? [] : [[device, company]],
        ),
      ),
    }
  },

  async due(scopes: Scopes, most: number): Promise<string[]> {
    const rows = await scopes.asLoginRole<{ id: string }>('select alarm_due($1) as id', [most])
    return rows.map(({ id }) => id)
  },

  async advance(scopes: Scopes, advance: string): Promise<void> {
    await scopes.asLoginRole('select alarm_advance($1)', [advance])
  },

  async pathsDue(scopes: Scopes, most: number): Promise<string[]> {
    const rows = await scopes.asLoginRole<{ id: string }>('select alarm_path_take($1) as id', [most])
    return rows.map(({ id }) => id)
  },

  paths(scopes: Scopes, outlets: readonly string[]): Promise<PathFacts[]> {
    return scopes.asLoginRole<PathFacts & Record<string, unknown>>('select * from alarm_path_facts($1)', [
      outlets,
    ])
  },

  async placeOutlets(scopes: Scopes, placed: string): Promise<void> {
    await scopes.asLoginRole('select alarm_place_outlets($1)', [placed])
  },

  async endAcknowledgements(scopes: Scopes, most: number): Promise<number> {
    const rows = await scopes.asLoginRole<{ n: number }>('select alarm_end_acknowledgements($1) as n', [most])
    return rows[0]!.n
  },

  /** Of all companies. */
  async markMaintenance(scopes: Scopes, most: number): Promise<number> {
    const rows = await scopes.asLoginRole<{ n: number }>('select maintenance_mark(null, $1) as n', [most])
    return rows[0]!.n
  },

  /** Windows that come again and whose occurrence is over. */
  maintenanceOver(scopes: Scopes, most: number): Promise<WindowOver[]> {
    return scopes.asLoginRole<WindowOver & Record<string, unknown>>('select * from maintenance_over($1)', [
      most,
    ])
  },

  async advanceMaintenance(
    scopes: Scopes,
    { id, ends_at: over }: WindowOver,
    next: number | null,
  ): Promise<void> {
    await scopes.asLoginRole('select maintenance_advance($1, $2, $3)', [id, over, next])
  },

  /** @param rules JSON: [{code, severity}] @param kinds JSON: names of quotas by language and kind */
  async takeFacts(scopes: Scopes, rules: string, kinds: string, most: number): Promise<number> {
    const rows = await scopes.asLoginRole<{ n: number }>('select alarm_take_facts($1, $2, $3) as n', [
      rules,
      kinds,
      most,
    ])
    return rows[0]!.n
  },

  /** @param rules JSON: [{code, version, definition}] */
  async noteShipped(scopes: Scopes, rules: string): Promise<void> {
    await scopes.asLoginRole('select shipped_rules_note($1)', [rules])
  },

  async endWatching(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select alarm_rules_end_watching()')
  },

  async prune(scopes: Scopes, most: number): Promise<number> {
    const rows = await scopes.asLoginRole<{ n: number }>('select alarm_prune($1) as n', [most])
    return rows[0]!.n
  },
}
