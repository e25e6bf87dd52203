import type { discoveryApi, InputOf, OutputOf } from '@netward/contract'
import { mostRules } from '@netward/contract/discovery-values'
import { plainRange } from '../../platform/address-ranges.ts'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields, columnValues } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { findOutlet } from '../outlets/index.ts'
import { unknownPart } from './device-name.ts'
import { getDiscovery } from './jobs.service.ts'
import { ruleRepo, type RuleRow, type RuleValues } from './rule.repo.ts'
import { refusalOfWrite } from './write-refusal.ts'

type Rule = OutputOf<typeof discoveryApi.createDiscoveryRule>
type Written = InputOf<typeof discoveryApi.createDiscoveryRule>

export async function pageDiscoveryRules(
  ctx: RequestContext,
  { search = '', page, pageSize }: InputOf<typeof discoveryApi.pageDiscoveryRules>,
): Promise<OutputOf<typeof discoveryApi.pageDiscoveryRules>> {
  const { items, total } = await ruleRepo.page(ctx, {
    search,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  return { items, ...capped(total) }
}

export async function createDiscoveryRule(ctx: RequestContext, input: Written): Promise<Rule> {
  requireWholeCompany(ctx)
  const { values, outletName } = await checked(ctx, input)
  if ((await ruleRepo.lockAll(ctx)) >= mostRules) throw new AppError('discovery.too_many')
  const id = await refusalOfWrite(ctx, () => ruleRepo.insert(ctx, values))
  await ctx.audit({
    action: 'discovery.rule_created',
    subjectKind: 'discovery_rule',
    subjectId: id,
    detail: { name: values.name, after: columnValues(shownValues(values, outletName)) },
  })
  return there(await ruleRepo.find(ctx, id))
}

export async function editDiscoveryRule(
  ctx: RequestContext,
  { ruleId, ...input }: InputOf<typeof discoveryApi.editDiscoveryRule>,
): Promise<Rule> {
  requireWholeCompany(ctx)
  await ruleRepo.lockAll(ctx)
  const before = there(await ruleRepo.find(ctx, ruleId))
  const { values, outletName } = await checked(ctx, input)
  const changed = changedFields(shownValues(before, before.outletName), shownValues(values, outletName))
  if (changed === null) return before
  await refusalOfWrite(ctx, () => ruleRepo.update(ctx, ruleId, values))
  await ctx.audit({
    action: 'discovery.rule_edited',
    subjectKind: 'discovery_rule',
    subjectId: ruleId,
    detail: { name: values.name, ...changed },
  })
  return there(await ruleRepo.find(ctx, ruleId))
}

export async function moveDiscoveryRule(
  ctx: RequestContext,
  { ruleId, position }: InputOf<typeof discoveryApi.moveDiscoveryRule>,
): Promise<null> {
  requireWholeCompany(ctx)
  await ruleRepo.lockAll(ctx)
  const before = there(await ruleRepo.find(ctx, ruleId))
  await ruleRepo.move(ctx, ruleId, position)
  const after = there(await ruleRepo.find(ctx, ruleId))
  await ctx.audit({
    action: 'discovery.rule_moved',
    subjectKind: 'discovery_rule',
    subjectId: ruleId,
    detail: { name: before.name, before: { position: before.position }, after: { position: after.position } },
  })
  return null
}

export async function deleteDiscoveryRule(
  ctx: RequestContext,
  { ruleId }: InputOf<typeof discoveryApi.deleteDiscoveryRule>,
): Promise<null> {
  requireWholeCompany(ctx)
  await ruleRepo.lockAll(ctx)
  const { name } = there(await ruleRepo.find(ctx, ruleId))
  await ruleRepo.delete(ctx, ruleId)
  await ctx.audit({
    action: 'discovery.rule_deleted',
    subjectKind: 'discovery_rule',
    subjectId: ruleId,
    detail: { name },
  })
  return null
}

/** They are applied as the company's: a person of some outlets does not decide for the others. */
export async function applyDiscoveryRules(
  ctx: RequestContext,
  { jobId }: InputOf<typeof discoveryApi.applyDiscoveryRules>,
): Promise<null> {
  requireWholeCompany(ctx)
  const { name } = await getDiscovery(ctx, { jobId })
  await ctx.enqueue('discovery.rules', { jobId }, { key: `discovery.rules:${jobId}` })
  await ctx.audit({
    action: 'discovery.rules_applied',
    subjectKind: 'discovery_job',
    subjectId: jobId,
    detail: { name },
  })
  return null
}

function requireWholeCompany({ scope }: RequestContext): void {
  if (scope.isPartial) throw new AppError('permission.denied')
}

function there(rule: RuleRow | undefined): RuleRow {
  if (rule === undefined) throw new AppError('discovery.rule_not_found')
  return rule
}

async function checked(
  ctx: RequestContext,
  input: Written,
): Promise<{ values: RuleValues; outletName: string | null }> {
  const outlet = input.outletId === null ? null : await findOutlet(ctx, input.outletId)
  if (input.outletId !== null && outlet === null) throw wrongField(ctx, 'outlet.not_found', 'outletId')
  const part = unknownPart(input.namePattern)
  if (part !== null) throw wrongField(ctx, 'discovery.part_unknown', 'namePattern', { part: `{${part}}` })
  const range = input.range === null ? null : plainRange(input.range)
  return {
    values: { ...input, range, types: [...new Set(input.types)], tags: [...new Set(input.tags)] },
    outletName: outlet?.name ?? null,
  }
}

function shownValues(values: RuleValues, outletName: string | null): Record<string, unknown> {
  const { name, enabled, types, vendor, range, namePattern, tags } = values
  return {
    name,
    enabled,
    types: types.join(' '),
    vendor,
    range,
    outletId: outletName,
    namePattern,
    tags: tags.join(' '),
  }
}
