import type { alarmRuleApi, OutputOf } from '@netward/contract'
import type { RuleDefinition } from '@netward/contract/alarm-values'
import type { shippedRules } from '@netward/contract/shipped-rules'
import type { RouteReach, RuleRow, UpdatedRow } from './rule.repo.ts'

export type Rule = OutputOf<typeof alarmRuleApi.addAlarmRule>
export type Definition = Rule['definition']

export const asShipped = { enabled: true, watch: false, name: null }

interface Surroundings {
  readonly active: ReadonlyMap<string, number>
  readonly watched: ReadonlyMap<string, number>
  readonly reach: ReadonlyMap<string, { follow: number; changed: number }>
  readonly isAbove: boolean
  readonly names: ReadonlyMap<string, string>
  readonly routes: readonly RouteReach[]
  readonly updated: ReadonlyMap<string, UpdatedRow>
}

/** By a route, or by the bell, which shows critical and major alarms where no route of the company leads to it. */
const isNotified = (routes: readonly RouteReach[], key: string, { severity }: RuleDefinition): boolean =>
  routes.some(
    ({ raises, severities, rules }) =>
      raises &&
      (severities.length === 0 || severities.includes(severity)) &&
      (rules.length === 0 || rules.includes(key)),
  ) ||
  ((severity === 'critical' || severity === 'major') && !routes.some(({ ofBell }) => ofBell))

export function presentedShipped(
  { code, version, definition }: (typeof shippedRules)[number],
  copy: RuleRow | undefined,
  { active, watched, names, routes, updated }: Surroundings,
): Rule {
  const own = copy?.definition ?? definition
  const before = flat({ ...asShipped, definition })
  const after = flat({ ...asShipped, ...copy, definition: own, name: null })
  const update = updated.get(code)
  return {
    key: code,
    shipped: true,
    name: null,
    enabled: copy?.enabled ?? true,
    watch: copy?.watch ?? false,
    watchUntil: copy?.watchUntil ?? null,
    watched: watched.get(code) ?? 0,
    definition: mutable(own),
    outletNames: own.outletIds.map((id) => names.get(id) ?? id),
    original: copy ? mutable(definition) : null,
    differs: differing(before, after),
    shippedNewer: copy !== undefined && copy.version !== version,
    updated: update ? { ...update, before: update.before && mutable(update.before) } : null,
    active: active.get(code) ?? 0,
    notified: isNotified(routes, code, own),
    fromAbove: null,
    published: null,
    mayPublish: false,
    editedAt: copy?.editedAt ?? null,
    editedBy: copy?.editedBy ?? null,
  }
}

export function presentedOwn(
  row: RuleRow,
  { active, watched, names, reach, isAbove, routes }: Surroundings,
): Rule {
  const { id, name, enabled, watch, definition, editedAt, editedBy, original } = row
  return {
    key: id,
    shipped: false,
    name,
    enabled,
    watch,
    watchUntil: row.watchUntil,
    watched: watched.get(id) ?? 0,
    definition: mutable(definition),
    outletNames: definition.outletIds.map((outlet) => names.get(outlet) ?? outlet),
    original: original && !row.follows ? mutable(original.definition) : null,
    differs: original ? differing(flat({ ...row, ...original }), flat(row)) : [],
    shippedNewer: false,
    updated: null,
    active: active.get(id) ?? 0,
    notified: isNotified(routes, id, definition),
    fromAbove:
      row.sourceCompanyName === null ? null : { companyName: row.sourceCompanyName, follows: row.follows },
    published: row.published ? (reach.get(id) ?? { follow: 0, changed: 0 }) : null,
    mayPublish: isAbove && original === null,
    editedAt,
    editedBy,
  }
}

const differing = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  Object.keys({ ...before, ...after }).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )

const mutable = (definition: RuleDefinition): Definition => structuredClone(definition) as Definition

/** Its fields side by side, as differences and the audit log name them. */
export function flat({
  enabled,
  watch,
  definition: { of, ...rest },
  name,
}: Pick<RuleRow, 'enabled' | 'watch' | 'definition' | 'name'>): Record<string, unknown> {
  return { ...(name !== null && { name }), enabled, watch, ...of, ...rest }
}
