import type { alarmMaintenanceApi, InputOf, OutputOf } from '@netward/contract'
import { mostMaintenanceWindows } from '@netward/contract/maintenance-values'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { refuseOverlaps } from './maintenance-calendar.service.ts'
import { maintenanceRepo, type WindowRow } from './maintenance.repo.ts'

type Page = OutputOf<typeof alarmMaintenanceApi.pageMaintenance>

export async function pageMaintenance(
  ctx: RequestContext,
  query: InputOf<typeof alarmMaintenanceApi.pageMaintenance>,
): Promise<Page> {
  const { items, total } = await maintenanceRepo.page(ctx, query)
  const [outlets, devices] = await namesOf(ctx, items)
  const named = (ids: readonly string[], names: ReadonlyMap<string, string>) =>
    ids.filter((id) => names.has(id)).map((id) => ({ id, name: names.get(id)! }))
  return {
    items: items.map(({ outletIds, deviceIds, firstAt: _firstAt, lastsS: _lastsS, ...row }) => ({
      ...row,
      outlets: named(outletIds, outlets),
      devices: named(deviceIds, devices),
      mayApprove: isAtHome(ctx) && row.late && row.approvedAt === null && row.state !== 'past',
    })),
    ...capped(total),
  }
}

export async function addMaintenance(
  ctx: RequestContext,
  input: InputOf<typeof alarmMaintenanceApi.addMaintenance>,
): Promise<{ id: string }> {
  // Who sees a part of the company announces no work on all of it.
  if (input.wholeCompany && ctx.scope.isPartial) throw wrongField(ctx, 'permission.denied', 'wholeCompany')
  if (Date.parse(input.endsAt) <= Date.now()) throw wrongField(ctx, 'alarm.maintenance_over', 'endsAt')
  const [outlets, devices] = await namesOf(ctx, [input])
  if (input.outletIds.some((id) => !outlets.has(id))) throw wrongField(ctx, 'outlet.not_found', 'outletIds')
  if (input.deviceIds.some((id) => !devices.has(id))) throw wrongField(ctx, 'device.not_found', 'deviceIds')
  if (input.repeat !== null && input.startsAt !== null)
    refuseOverlaps(ctx, input.startsAt, input.endsAt, input.repeat)
  if ((await maintenanceRepo.open(ctx)) >= mostMaintenanceWindows)
    throw new AppError('alarm.too_many_windows')
  // The customer's own entry is its approval.
  const id = await maintenanceRepo.insert(ctx, input, isAtHome(ctx) ? ctx.scope.actorName : null)
  await audit(ctx, 'added', id, { name: input.name, after: input })
  return { id }
}

export async function approveMaintenance(
  ctx: RequestContext,
  { windowId }: { windowId: string },
): Promise<null> {
  if (!isAtHome(ctx)) throw new AppError('alarm.maintenance_not_yours')
  const row = await locked(ctx, windowId)
  if (row.state === 'past') throw new AppError('alarm.maintenance_over')
  if (!row.late || row.approvedAt !== null) throw new AppError('alarm.maintenance_approved')
  await maintenanceRepo.approve(ctx, windowId)
  await audit(ctx, 'approved', windowId, { name: row.name })
  return null
}

export async function endMaintenance(
  ctx: RequestContext,
  { windowId, series }: InputOf<typeof alarmMaintenanceApi.endMaintenance>,
): Promise<null> {
  const row = await locked(ctx, windowId)
  if (row.state !== 'now') throw new AppError('alarm.maintenance_over')
  await maintenanceRepo.end(ctx, windowId, series)
  await audit(ctx, 'ended', windowId, { name: row.name, ...(row.repeat !== null && { series }) })
  return null
}

/** What was in force stays on record: it says why nobody heard of an alarm. */
export async function deleteMaintenance(
  ctx: RequestContext,
  { windowId }: { windowId: string },
): Promise<null> {
  const row = await locked(ctx, windowId)
  if (row.state !== 'coming') throw new AppError('alarm.maintenance_over')
  await maintenanceRepo.delete(ctx, windowId)
  await audit(ctx, 'deleted', windowId, { name: row.name, before: row })
  return null
}

/** A window all of which the caller sees. */
async function locked(ctx: RequestContext, id: string): Promise<WindowRow> {
  const row = await maintenanceRepo.lock(ctx, id)
  if (!row) throw new AppError('alarm.maintenance_not_found')
  if (ctx.scope.isPartial) {
    const [outlets, devices] = await namesOf(ctx, [row])
    const sees =
      row.outletIds.every((one) => outlets.has(one)) && row.deviceIds.every((one) => devices.has(one))
    if (row.wholeCompany || !sees) throw new AppError('alarm.maintenance_not_found')
  }
  return row
}

type Places = Pick<WindowRow, 'outletIds' | 'deviceIds'>

const namesOf = (ctx: RequestContext, rows: readonly Places[]) =>
  Promise.all([
    maintenanceRepo.outletNames(
      ctx,
      rows.flatMap(({ outletIds }) => outletIds),
    ),
    maintenanceRepo.deviceNames(
      ctx,
      rows.flatMap(({ deviceIds }) => deviceIds),
    ),
  ])

async function audit(
  ctx: RequestContext,
  act: 'added' | 'approved' | 'ended' | 'deleted',
  subjectId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({
    action: `alarm_maintenance.${act}`,
    subjectKind: 'alarm_maintenance',
    subjectId,
    detail,
  })
}
