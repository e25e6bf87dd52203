import type { alarmRuleApi, InputOf, OutputOf } from '@netward/contract'
import type { RuleDefinition } from '@netward/contract/alarm-values'
import { shippedRules } from '@netward/contract/shipped-rules'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { namingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import { outletNames } from '../outlets/index.ts'
import {
  asShipped,
  type Definition,
  flat,
  presentedOwn,
  presentedShipped,
  type Rule,
} from './present-rule.ts'
import { ruleRepo } from './rule.repo.ts'

const taken = { alarm_rule_name: ['alarm.rule_name_taken', 'name'] } as const

const mostRules = 100

export async function listAlarmRules(ctx: RequestContext): Promise<Rule[]> {
  const [rows, active, watched, reach, isAbove, routes, updated] = await Promise.all([
    ruleRepo.all(ctx),
    ruleRepo.active(ctx),
    ruleRepo.watched(ctx),
    ruleRepo.reach(ctx),
    ruleRepo.isAbove(ctx),
    ruleRepo.routes(ctx),
    ruleRepo.updated(ctx),
  ])
  const names = await outletNames(
    ctx,
    rows.flatMap(({ definition }) => definition.outletIds),
  )
  const all = { active, watched, reach, isAbove, names, routes, updated }
  return [
    ...shippedRules.map((shipped) =>
      presentedShipped(
        shipped,
        rows.find(({ code }) => code === shipped.code),
        all,
      ),
    ),
    ...rows.filter(({ code }) => code === null).map((row) => presentedOwn(row, all)),
  ]
}

export async function addAlarmRule(
  ctx: RequestContext,
  { name, watch, definition }: InputOf<typeof alarmRuleApi.addAlarmRule>,
): Promise<Rule> {
  await checkOutlets(ctx, definition)
  checkFact(ctx, null, definition)
  const own = (await ruleRepo.all(ctx)).filter(({ code, original }) => code === null && original === null)
  if (own.length >= mostRules) throw new AppError('alarm.too_many_rules')
  const id = await namingConstraint(ctx, taken, () =>
    ruleRepo.insert(ctx, null, { name, enabled: true, watch, definition }),
  )
  await audit(ctx, 'alarm_rule.added', id, { name, after: { ...definition, watch } })
  return getRule(ctx, id)
}

export async function editAlarmRule(
  ctx: RequestContext,
  { key, name, enabled, watch, definition }: InputOf<typeof alarmRuleApi.editAlarmRule>,
): Promise<Rule> {
  await checkOutlets(ctx, definition)
  const shipped = shippedRules.find(({ code }) => code === key)
  const row = (await ruleRepo.all(ctx)).find(({ id, code }) =>
    shipped ? code === key : code === null && id === key,
  )
  if (!shipped && !row) throw new AppError('alarm.rule_not_found')
  checkFact(ctx, shipped?.definition ?? null, definition)
  if (row?.published && definition.outletIds.length > 0)
    throw wrongField(ctx, 'alarm.rule_of_sites', 'definition.outletIds')
  const before = row ?? { ...asShipped, definition: shipped!.definition }
  const written = { name: shipped ? null : (name ?? row!.name), enabled, watch, definition }
  const changed = changedFields(flat(before), flat(written))
  if (changed === null) return getRule(ctx, key)
  await namingConstraint(ctx, taken, async () => {
    // Whether it watches is each company's own decision; any other change detaches a copy.
    const follows = (row?.follows ?? false) && Object.keys(changed.after).join() === 'watch'
    if (row) await ruleRepo.update(ctx, row.id, written, shipped?.version ?? null, follows)
    else await ruleRepo.insert(ctx, shipped!, written)
  })
  await audit(ctx, 'alarm_rule.edited', key, { name: nameOf(ctx, key, written.name), ...changed })
  return getRule(ctx, key)
}

export async function resetAlarmRule(
  ctx: RequestContext,
  { key }: InputOf<typeof alarmRuleApi.resetAlarmRule>,
): Promise<Rule> {
  const shipped = shippedRules.find(({ code }) => code === key)
  const row = (await ruleRepo.all(ctx)).find(({ id, code }) =>
    shipped ? code === key : code === null && id === key,
  )
  if (!shipped && !row?.original) throw new AppError('alarm.rule_not_found')
  if (!row) return getRule(ctx, key)
  const back = row.original
    ? { ...row, ...row.original, watch: true }
    : { ...asShipped, definition: shipped!.definition }
  if (shipped) await ruleRepo.delete(ctx, row.id)
  else {
    await ruleRepo.update(ctx, row.id, back, null, true)
    await ruleRepo.beginWatching(ctx, row.id)
  }
  await audit(ctx, 'alarm_rule.reset', key, {
    name: nameOf(ctx, key, row.name),
    ...changedFields(flat(row), flat(back)),
  })
  return getRule(ctx, key)
}

export async function confirmAlarmRule(
  ctx: RequestContext,
  { key }: InputOf<typeof alarmRuleApi.confirmAlarmRule>,
): Promise<Rule> {
  const before = await getRule(ctx, key)
  if (before.updated === null) return before
  await ruleRepo.confirm(ctx, key)
  await audit(ctx, 'alarm_rule.confirmed', key, {
    name: nameOf(ctx, key, null),
    after: before.definition,
    ...(before.updated.before && { before: before.updated.before }),
  })
  return getRule(ctx, key)
}

export async function publishAlarmRule(
  ctx: RequestContext,
  { key, published }: InputOf<typeof alarmRuleApi.publishAlarmRule>,
): Promise<Rule> {
  const row = (await ruleRepo.all(ctx)).find(({ id, code }) => code === null && id === key)
  if (!row || row.original || !(await ruleRepo.isAbove(ctx))) throw new AppError('alarm.rule_not_found')
  if (published && row.definition.outletIds.length > 0) throw new AppError('alarm.rule_of_sites')
  if (row.published === published) return getRule(ctx, key)
  await ruleRepo.publish(ctx, row.id, published)
  await audit(ctx, 'alarm_rule.published', key, {
    name: row.name,
    before: { published: row.published },
    after: { published },
  })
  return getRule(ctx, key)
}

export async function deleteAlarmRule(
  ctx: RequestContext,
  { key }: InputOf<typeof alarmRuleApi.deleteAlarmRule>,
): Promise<null> {
  const row = (await ruleRepo.all(ctx)).find(({ id, code }) => code === null && id === key)
  if (!row) throw new AppError('alarm.rule_not_found')
  if (row.original) throw new AppError('alarm.rule_from_above')
  await ruleRepo.delete(ctx, row.id)
  await audit(ctx, 'alarm_rule.deleted', key, { name: row.name, before: row.definition })
  return null
}

export async function watchedAlarms(
  ctx: RequestContext,
  { key }: InputOf<typeof alarmRuleApi.watchedAlarms>,
): Promise<OutputOf<typeof alarmRuleApi.watchedAlarms>> {
  const rows = await ruleRepo.watchedOf(ctx, key)
  return rows.map((row) => ({
    ...row,
    deviceType: row.deviceType as OutputOf<typeof alarmRuleApi.watchedAlarms>[number]['deviceType'],
  }))
}

async function getRule(ctx: RequestContext, key: string): Promise<Rule> {
  const found = (await listAlarmRules(ctx)).find((rule) => rule.key === key)
  if (!found) throw new AppError('alarm.rule_not_found')
  return found
}

const nameOf = (ctx: RequestContext, key: string, name: string | null): string =>
  name ?? ctx.phrase(`alarms.rules.names.${key as (typeof shippedRules)[number]['code']}`)

/** A fact has one rule, the shipped one, of which a company changes whether it raises and how severe. */
function checkFact(
  ctx: RequestContext,
  shipped: RuleDefinition | null,
  { of }: Pick<Definition, 'of'>,
): void {
  const expected = shipped?.of.kind === 'fact' ? shipped.of.fact : null
  if ((of.kind === 'fact' ? of.fact : null) !== expected)
    throw wrongField(ctx, 'alarm.rule_of_fact', 'definition.of')
}

/** Sites are the company's. */
export async function checkOutlets(
  ctx: RequestContext,
  { outletIds }: Pick<Definition, 'outletIds'>,
): Promise<void> {
  const known = await outletNames(ctx, outletIds)
  if (outletIds.some((id) => !known.has(id)))
    throw wrongField(ctx, 'outlet.not_found', 'definition.outletIds')
}

async function audit(
  ctx: RequestContext,
  action:
    | 'alarm_rule.added'
    | 'alarm_rule.edited'
    | 'alarm_rule.reset'
    | 'alarm_rule.deleted'
    | 'alarm_rule.published'
    | 'alarm_rule.confirmed',
  subjectId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action, subjectKind: 'alarm_rule', subjectId, detail })
}
