import type { alarmMaintenanceApi, InputOf, OutputOf } from '@netward/contract'
import { calendarDays } from '@netward/contract/maintenance-values'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { maintenanceRepo, type WindowRow } from './maintenance.repo.ts'
import { type Occurrence, occurrencesFrom, overlaps, type Recurrence } from '../../platform/recurrence.ts'

type Covering = OutputOf<typeof alarmMaintenanceApi.maintenanceCalendar>[number]
type Repeat = InputOf<typeof alarmMaintenanceApi.previewMaintenance>['repeat']

const shown = 500

export async function previewMaintenance(
  ctx: RequestContext,
  { startsAt, endsAt, repeat }: InputOf<typeof alarmMaintenanceApi.previewMaintenance>,
): Promise<OutputOf<typeof alarmMaintenanceApi.previewMaintenance>> {
  const recurrence = refuseOverlaps(ctx, startsAt, endsAt, repeat)
  const lasts = Date.parse(endsAt) - Date.parse(startsAt)
  return occurrencesFrom(recurrence, lasts, { from: recurrence.firstAt, most: 5 }).map(presented)
}

/** @throws AppError alarm.maintenance_overlaps */
export function refuseOverlaps(
  ctx: RequestContext,
  startsAt: string,
  endsAt: string,
  { rule, timeZone }: Repeat,
): Recurrence {
  const recurrence = { rule, timeZone, firstAt: Date.parse(startsAt) }
  if (overlaps(recurrence, Date.parse(endsAt) - recurrence.firstAt))
    throw wrongField(ctx, 'alarm.maintenance_overlaps', 'endsAt')
  return recurrence
}

export async function maintenanceCalendar(ctx: RequestContext): Promise<Covering[]> {
  const now = Date.now()
  const until = now + calendarDays * 86_400_000
  const rows = await maintenanceRepo.until(ctx, new Date(until))
  return rows
    .flatMap((row) => occurrencesOf(row, until).map((one) => covering(row, one, now)))
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
    .slice(0, shown)
}

export async function coveringMaintenance(
  ctx: RequestContext,
  place: InputOf<typeof alarmMaintenanceApi.coveringMaintenance>,
): Promise<Covering[]> {
  const rows = await maintenanceRepo.covering(ctx, place)
  return rows.map((row) => covering(row, currentOf(row), Date.now()))
}

export function maintenanceDevices(
  ctx: RequestContext,
  { search = '' }: InputOf<typeof alarmMaintenanceApi.maintenanceDevices>,
): Promise<OutputOf<typeof alarmMaintenanceApi.maintenanceDevices>> {
  return maintenanceRepo.devices(ctx, search)
}

const currentOf = ({ startsAt, endsAt }: WindowRow): Occurrence => ({
  startsAt: Date.parse(startsAt),
  endsAt: Date.parse(endsAt),
})

/** The one that is or comes next, and those after it. */
function occurrencesOf(row: WindowRow, until: number): Occurrence[] {
  const current = currentOf(row)
  const { repeat, firstAt, lastsS } = row
  if (repeat === null || firstAt === null) return [current]
  const recurrence = { ...repeat, firstAt: Date.parse(firstAt) }
  const range = { from: current.startsAt + 1, until, most: shown }
  return [current, ...occurrencesFrom(recurrence, lastsS * 1000, range)]
}

function covering({ id, name, late, approvedAt }: WindowRow, occurrence: Occurrence, now: number): Covering {
  return {
    id,
    name,
    ...presented(occurrence),
    state: occurrence.startsAt <= now ? 'now' : 'coming',
    waits: late && approvedAt === null,
  }
}

const presented = ({ startsAt, endsAt }: Occurrence) => ({
  startsAt: new Date(startsAt).toISOString(),
  endsAt: new Date(endsAt).toISOString(),
})
