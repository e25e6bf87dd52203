import type { InputOf, OutputOf, serviceAgreementApi } from '@netward/contract'
import { isTimeZone } from '@netward/contract/clock'
import { agreementPrices, mostAgreements } from '@netward/contract/work-order-values'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'
import { namingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import { type AgreementInput, agreementRepo, type AgreementRow } from './agreement.repo.ts'

const taken = { service_agreement_name: ['service_agreement.name_taken', 'name'] } as const

export async function pageAgreements(
  ctx: RequestContext,
  query: InputOf<typeof serviceAgreementApi.pageAgreements>,
): Promise<OutputOf<typeof serviceAgreementApi.pageAgreements>> {
  const { items, total } = await agreementRepo.page(ctx, query)
  return { items: items.map(presented), ...capped(total) }
}

const presented = (row: AgreementRow) => ({
  ...row,
  level: {
    calendar: { ...row.level.calendar, hours: [...row.level.calendar.hours] },
    targets: [...row.level.targets],
  },
})

export async function addAgreement(ctx: RequestContext, input: AgreementInput): Promise<{ id: string }> {
  if ((await agreementRepo.lockAll(ctx)) >= mostAgreements) throw new AppError('service_agreement.too_many')
  await requireValid(ctx, null, input)
  const { id } = await namingConstraint(ctx, taken, () => agreementRepo.save(ctx, null, input))
  await noted(ctx, 'added', id, { name: input.name, after: auditable(input) })
  return { id }
}

export async function editAgreement(
  ctx: RequestContext,
  { agreementId, version, ...input }: InputOf<typeof serviceAgreementApi.editAgreement>,
): Promise<{ version: number }> {
  await agreementRepo.lockAll(ctx)
  const row = await unchanged(ctx, agreementId, version)
  await requireValid(ctx, agreementId, input)
  const changed = changedFields(auditable(row), auditable(input))
  if (changed === null) return { version }
  const saved = await namingConstraint(ctx, taken, () => agreementRepo.save(ctx, agreementId, input))
  await noted(ctx, 'edited', agreementId, { name: input.name, ...changed })
  return { version: saved.version }
}

export async function agreeAgreement(
  ctx: RequestContext,
  { agreementId, version }: InputOf<typeof serviceAgreementApi.agreeAgreement>,
): Promise<null> {
  if (!isAtHome(ctx)) throw new AppError('service_agreement.not_yours')
  const { name, agreedAt } = await unchanged(ctx, agreementId, version)
  if (agreedAt !== null) throw new AppError('service_agreement.agreed')
  await agreementRepo.agree(ctx, agreementId)
  await ctx.audit({
    action: 'service_agreement.agreed',
    subjectKind: 'service_agreement',
    subjectId: agreementId,
    detail: { name, version },
  })
  await ctx.emit('service_agreement.changed', agreementId)
  return null
}

export async function deleteAgreement(
  ctx: RequestContext,
  { agreementId }: InputOf<typeof serviceAgreementApi.deleteAgreement>,
): Promise<null> {
  await agreementRepo.lockAll(ctx)
  const row = await agreementRepo.lock(ctx, agreementId)
  if (!row) throw new AppError('service_agreement.not_found')
  await agreementRepo.delete(ctx, agreementId)
  await noted(ctx, 'deleted', agreementId, { name: row.name, before: auditable(row) })
  return null
}

async function unchanged(ctx: RequestContext, id: string, version: number): Promise<AgreementRow> {
  const row = await agreementRepo.lock(ctx, id)
  if (!row) throw new AppError('service_agreement.not_found')
  if (row.version !== version) throw new AppError('service_agreement.changed')
  return row
}

async function requireValid(ctx: RequestContext, id: string | null, input: AgreementInput): Promise<void> {
  const { startsOn, endsOn, level } = input
  const { hours, timeZone } = level.calendar
  if (endsOn !== null && endsOn < startsOn) throw wrongField(ctx, 'service_agreement.dates_swapped', 'endsOn')
  if (!isTimeZone(timeZone))
    throw wrongField(ctx, 'service_agreement.time_zone_unknown', 'level.calendar.timeZone')
  const apart = hours.every(
    ({ day, from, to }, index) =>
      from < to &&
      hours.every((other, at) => at === index || other.day !== day || other.from >= to || other.to <= from),
  )
  if (!apart) throw wrongField(ctx, 'service_agreement.hours_overlap', 'level.calendar.hours')
  if (await agreementRepo.overlapping(ctx, id, input))
    throw wrongField(ctx, 'service_agreement.overlaps', 'startsOn')
}

const auditable = ({ name, startsOn, endsOn, note, level, prices }: AgreementInput | AgreementRow) => ({
  name,
  startsOn,
  endsOn,
  prices: JSON.stringify(agreementPrices.map((of) => prices[of])),
  note,
  level: JSON.stringify([
    level.calendar.timeZone,
    level.calendar.holidays,
    level.calendar.hours.map(({ day, from, to }) => [day, from, to]),
    level.targets.map(({ respond, resolve }) => [
      respond.minutes,
      respond.always,
      resolve.minutes,
      resolve.always,
    ]),
  ]),
})

/** Open orders are computed again by what holds now. */
async function noted(
  ctx: RequestContext,
  act: 'added' | 'edited' | 'deleted',
  id: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({
    action: `service_agreement.${act}`,
    subjectKind: 'service_agreement',
    subjectId: id,
    detail,
  })
  await ctx.enqueue('work_order.reckon', {}, { key: `work_order.reckon:${ctx.scope.companyId}` })
  await ctx.emit('service_agreement.changed', id)
}
