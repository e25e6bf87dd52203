import type { InputOf, OutputOf, outletApi } from '@netward/contract'
import { outletEntity } from '@netward/contract/outlet-fields'
import { healthOf } from '@netward/contract/outlet-values'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany, type Subject } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { lookInto } from '../../platform/db/look-into.ts'
import { offeredRoles } from '../members/index.ts'
import { changedFields, columnValues } from '../../platform/entity/changed-fields.ts'
import { withoutDetail } from '../../platform/entity/entity-rows.ts'
import { type ListedOutlet, outletListRepo, type OutletQuery } from './outlet-list.repo.ts'
import { outletPageRepo } from './outlet-page.repo.ts'
import { outletRepo, type OutletSubject, type OutletValues } from './outlet.repo.ts'
import { refusalOfWrite } from './write-refusal.ts'

type Row = OutputOf<typeof outletApi.pageOutlets>['items'][number]
type Detail = OutputOf<typeof outletApi.getOutlet>
type Written = InputOf<typeof outletApi.createOutlet>

export async function pageOutlets(
  ctx: RequestContext,
  query: OutletQuery,
): Promise<OutputOf<typeof outletApi.pageOutlets>> {
  const { items, total } = await outletListRepo.page(ctx, query)
  return { items: items.map(presentRow), ...capped(total) }
}

function presentRow(row: ListedOutlet): Row {
  return { ...withoutDetail(outletEntity, row), health: healthOf(row) }
}

export function outletChoices(ctx: RequestContext, input: InputOf<typeof outletApi.outletChoices>) {
  return outletListRepo.choices(ctx, input)
}

/** @throws AppError outlet.not_found */
export async function readOutlet(ctx: RequestContext, { outletId }: { outletId: string }): Promise<Detail> {
  const row = await found(ctx, outletId)
  return { ...row, health: healthOf(row) }
}

export async function createOutlet(ctx: RequestContext, input: Written): Promise<Detail> {
  const values = await valuesOf(ctx, input)
  const [outletId] = await refusalOfWrite(ctx, () => outletRepo.insert(ctx, [values]))
  if (outletId === undefined) throw new AppError('outlet.not_found')
  await ctx.audit({
    action: 'outlet.created',
    subjectKind: 'outlet',
    subjectId: outletId,
    detail: { name: values.name, after: columnValues(values) },
  })
  await ctx.emit('outlet.changed', outletId)
  return readOutlet(ctx, { outletId })
}

export function editOutlet(
  ctx: SeveralTransactions,
  { outletId, ...input }: InputOf<typeof outletApi.editOutlet>,
): Promise<Detail> {
  return inSubjectCompany(ctx, ownedOutlet(outletId), async (inside) => {
    const before = await outletRepo.lock(inside, outletId)
    if (!before) throw new AppError('outlet.not_found')
    const values = await valuesOf(inside, { ...input, timeZone: input.timeZone ?? before.timeZone })
    await changeOutlet(inside, before, values)
    return readOutlet(inside, { outletId })
  })
}

/** Writes what differs from the locked outlet; nothing where nothing does. */
export async function changeOutlet(
  ctx: RequestContext,
  before: OutletSubject,
  values: OutletValues,
): Promise<void> {
  const changed = changedFields(before, values)
  if (changed === null) return
  if (values.departmentId !== before.departmentId) await requireOpening(ctx, before, values)
  await refusalOfWrite(ctx, () => outletRepo.update(ctx, before.id, values))
  await ctx.audit({
    action: 'outlet.edited',
    subjectKind: 'outlet',
    subjectId: before.id,
    detail: { name: values.name, ...changed },
  })
  await ctx.emit('outlet.changed', before.id)
}

/** Its lines go with it. */
export function deleteOutlet(
  ctx: SeveralTransactions,
  { outletId }: InputOf<typeof outletApi.deleteOutlet>,
): Promise<OutputOf<typeof outletApi.deleteOutlet>> {
  return inSubjectCompany(ctx, ownedOutlet(outletId), async (inside) => {
    const outlet = await outletRepo.lock(inside, outletId)
    if (!outlet) throw new AppError('outlet.not_found')
    const { devices, lines } = await outletRepo.count(inside, outletId)
    if (devices > 0) throw new AppError('outlet.has_devices')
    await outletRepo.delete(inside, outletId)
    await inside.audit({
      action: 'outlet.deleted',
      subjectKind: 'outlet',
      subjectId: outletId,
      detail: { name: outlet.name, lines },
    })
    await inside.emit('outlet.changed', outletId)
    return { lines }
  })
}

export async function pageOutletPeople(
  ctx: RequestContext,
  { outletId, page, pageSize }: InputOf<typeof outletApi.pageOutletPeople>,
): Promise<OutputOf<typeof outletApi.pageOutletPeople>> {
  const outlet = await lookedInto(ctx, outletId)
  const { items, total } = await outletPageRepo.people(ctx, outlet, pageSize, (page - 1) * pageSize)
  return { items, ...capped(total) }
}

/** The total stops at the shown page: `totalCapped` means there are more. */
export async function outletTimeline(
  ctx: RequestContext,
  { outletId, page, pageSize }: InputOf<typeof outletApi.outletTimeline>,
): Promise<OutputOf<typeof outletApi.outletTimeline>> {
  const outlet = await lookedInto(ctx, outletId)
  const offset = (page - 1) * pageSize
  const entries = await outletPageRepo.timeline(ctx, outlet, pageSize + 1, offset)
  const items = entries.slice(0, pageSize).map((entry) => ({
    id: entry.id,
    at: entry.at,
    source: entry.source,
    kind: entry.kind,
    deviceId: entry.device_id,
    deviceName: entry.device_name,
    actorName: entry.actor_name,
    actorCompanyName: entry.actor_company_name,
    detail: entry.detail,
  }))
  return { items, total: offset + items.length, totalCapped: entries.length > pageSize }
}

/** An outlet with its people and its history: from above, as far as its company lets the caller in. */
async function lookedInto(ctx: RequestContext, outletId: string): Promise<ListedOutlet> {
  const outlet = await found(ctx, outletId)
  await lookInto(ctx, { company_id: outlet.companyId }, 'DMS_SERVER_OUTLET_VIEW')
  return outlet
}

/** @throws AppError outlet.not_found */
export async function found(ctx: RequestContext, outletId: string): Promise<ListedOutlet> {
  const row = await outletListRepo.find(ctx, outletId)
  if (!row) throw new AppError('outlet.not_found')
  return row
}

export const ownedOutlet = (outletId: string): Subject => ({
  missing: 'outlet.not_found',
  owner: (outside) => outletRepo.findCompany(outside, outletId),
})

/** Members of the department see the outlet's contents: moving it grants them access. */
async function requireOpening(ctx: RequestContext, before: OutletValues, after: OutletValues): Promise<void> {
  const widened = await outletRepo.widened(ctx, before.departmentId, after.departmentId)
  if (widened.length === 0) return
  const mine = new Set((await offeredRoles(ctx)).filter(({ mayGive }) => mayGive).map(({ role }) => role))
  if (widened.some((role) => !mine.has(role))) throw wrongField(ctx, 'permission.denied', 'departmentId')
}

/** @throws AppError department.not_found if the company does not have it. */
async function valuesOf(ctx: RequestContext, input: Written): Promise<OutletValues> {
  if (input.departmentId !== null) {
    const departments = await outletRepo.departments(ctx, ctx.scope.companyId)
    if (!departments.some(({ id }) => id === input.departmentId)) {
      throw wrongField(ctx, 'department.not_found', 'departmentId')
    }
  }
  return storedValues(input, input.timeZone ?? (await outletRepo.companyTimeZone(ctx)))
}

export function storedValues(input: Written, timeZone: string): OutletValues {
  return { ...input, timeZone }
}
