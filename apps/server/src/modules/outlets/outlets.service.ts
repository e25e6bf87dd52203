import type { InputOf, OutputOf, outletApi } from '@netward/contract'
import { healthOf } from '@netward/contract/outlet-values'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { offeredRoles } from '../members/index.ts'
import { changedFields } from './changed-fields.ts'
import { inItsCompany } from './in-outlet-company.ts'
import { type ListedOutlet, outletListRepo, type OutletQuery } from './outlet-list.repo.ts'
import { outletPageRepo } from './outlet-page.repo.ts'
import { outletRepo, type OutletValues } from './outlet.repo.ts'
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

export function presentRow(row: ListedOutlet): Row {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    name: row.name,
    code: row.code,
    region: row.region,
    address: row.address,
    timeZone: row.time_zone,
    businessHours: row.business_hours,
    contacts: row.contacts,
    departmentId: row.department_id,
    departmentName: row.department_name,
    lines: row.lines,
    devices: row.devices,
    online: row.online,
    offline: row.offline,
    health: healthOf(row),
    createdAt: row.created_at,
  }
}

export function outletChoices(ctx: RequestContext, input: InputOf<typeof outletApi.outletChoices>) {
  return outletListRepo.choices(ctx, input)
}

/** @throws AppError outlet.not_found */
export async function readOutlet(ctx: RequestContext, { outletId }: { outletId: string }): Promise<Detail> {
  const row = await found(ctx, outletId)
  return { ...presentRow(row), latitude: row.latitude, longitude: row.longitude, note: row.note }
}

export async function createOutlet(ctx: RequestContext, input: Written): Promise<Detail> {
  const values = await valuesOf(ctx, input)
  const [outletId] = await refusalOfWrite(ctx, () => outletRepo.insert(ctx, [values]))
  if (outletId === undefined) throw new AppError('outlet.not_found')
  await ctx.audit({
    action: 'outlet.created',
    subjectKind: 'outlet',
    subjectId: outletId,
    detail: { name: values.name, after: values },
  })
  await ctx.emit('outlet.changed', outletId)
  return readOutlet(ctx, { outletId })
}

export function editOutlet(
  ctx: SeveralTransactions,
  { outletId, ...input }: InputOf<typeof outletApi.editOutlet>,
): Promise<Detail> {
  return inCompanyOf(ctx, outletId, async (inside) => {
    const before = await outletRepo.lock(inside, outletId)
    if (!before) throw new AppError('outlet.not_found')
    const values = await valuesOf(inside, { ...input, timeZone: input.timeZone ?? before.time_zone })
    const changed = changedFields(before, values)
    if (changed !== null) {
      if (values.department_id !== before.department_id) await requireOpening(inside, before, values)
      await refusalOfWrite(inside, () => outletRepo.update(inside, outletId, values))
      await inside.audit({
        action: 'outlet.edited',
        subjectKind: 'outlet',
        subjectId: outletId,
        detail: { name: values.name, ...changed },
      })
      await inside.emit('outlet.changed', outletId)
    }
    return readOutlet(inside, { outletId })
  })
}

/** Its lines go with it. */
export function deleteOutlet(
  ctx: SeveralTransactions,
  { outletId }: InputOf<typeof outletApi.deleteOutlet>,
): Promise<OutputOf<typeof outletApi.deleteOutlet>> {
  return inCompanyOf(ctx, outletId, async (inside) => {
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
  const outlet = await found(ctx, outletId)
  const { items, total } = await outletPageRepo.people(ctx, outlet, pageSize, (page - 1) * pageSize)
  return { items, ...capped(total) }
}

/** The total stops at the page that is shown: `totalCapped` says that there is more. */
export async function outletTimeline(
  ctx: RequestContext,
  { outletId, page, pageSize }: InputOf<typeof outletApi.outletTimeline>,
): Promise<OutputOf<typeof outletApi.outletTimeline>> {
  const outlet = await found(ctx, outletId)
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

/** @throws AppError outlet.not_found */
export async function found(ctx: RequestContext, outletId: string): Promise<ListedOutlet> {
  const row = await outletListRepo.find(ctx, outletId)
  if (!row) throw new AppError('outlet.not_found')
  return row
}

export function inCompanyOf<T>(
  ctx: SeveralTransactions,
  outletId: string,
  work: (inside: RequestContext) => Promise<T>,
): Promise<T> {
  const company = (outside: RequestContext) => outletRepo.findCompany(outside, outletId)
  return inItsCompany(ctx, { company, missing: 'outlet.not_found' }, work)
}

/** Whoever stands in the department sees what stands in the outlet: who moves it gives them that. */
async function requireOpening(ctx: RequestContext, before: OutletValues, after: OutletValues): Promise<void> {
  const widened = await outletRepo.widened(ctx, before.department_id, after.department_id)
  if (widened.length === 0) return
  const mine = new Set((await offeredRoles(ctx)).filter(({ mayGive }) => mayGive).map(({ role }) => role))
  if (widened.some((role) => !mine.has(role))) throw wrongField(ctx, 'permission.denied', 'departmentId')
}

/** @throws AppError department.not_found for one that the company does not have. */
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
  const { timeZone: _timeZone, businessHours, departmentId, ...others } = input
  return { ...others, time_zone: timeZone, business_hours: businessHours, department_id: departmentId }
}
