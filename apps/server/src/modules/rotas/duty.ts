import { gapDays } from '@netward/contract/rota-values'
import type { RequestContext } from '../../platform/http/context.ts'
import { holidaysOf } from './holidays.ts'
import { type ChangeRow, type LayerRow, type Person, rotaRepo, type RotaRow } from './rota.repo.ts'
import { type IsDayOff, type Rota, scheduleOf, type Segment } from './schedule.ts'
import { dayMs } from '../../platform/zone.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface LoadedRota {
  readonly row: RotaRow
  readonly layers: readonly LayerRow[]
  readonly changes: readonly ChangeRow[]
  readonly people: ReadonlyMap<string, Person>
  /** As schedules are computed. */
  readonly rota: Rota
}

/** Rotas with all that their schedules from a moment on need. */
export async function loadRotas(ctx: Reader, rows: readonly RotaRow[], after: number): Promise<LoadedRota[]> {
  const ids = rows.map(({ id }) => id)
  const layers = Map.groupBy(await rotaRepo.layers(ctx, ids), ({ rotaId }) => rotaId)
  const changes = Map.groupBy(await rotaRepo.changes(ctx, ids, new Date(after)), ({ rotaId }) => rotaId)
  const named = new Set([
    ...[...layers.values()].flat().flatMap(({ memberIds }) => memberIds),
    ...[...changes.values()]
      .flat()
      .flatMap(({ memberId, askedBy }) => [memberId, ...(askedBy === null ? [] : [askedBy])]),
  ])
  const people = new Map((await rotaRepo.people(ctx, [...named])).map((person) => [person.id, person]))
  return rows.map((row) => {
    const own = { layers: layers.get(row.id) ?? [], changes: changes.get(row.id) ?? [] }
    return { row, ...own, people, rota: computable(row.timeZone, own.layers, own.changes, people) }
  })
}

function computable(
  zone: string,
  layers: readonly LayerRow[],
  changes: readonly ChangeRow[],
  people: ReadonlyMap<string, Person>,
): Rota {
  const isActive = (memberId: string) => people.get(memberId)?.active === true
  return {
    zone,
    layers: layers.map(({ memberIds, ...layer }) => ({
      ...layer,
      // The turn of one who has left goes to the next layer.
      turns: memberIds.map((memberId) => (isActive(memberId) ? memberId : null)),
    })),
    changes: changes
      .filter(({ state, memberId }) => state === 'standing' && isActive(memberId))
      .map(({ id, memberId, startsAt, endsAt, since }) => ({
        id,
        memberId,
        startsAt: Date.parse(startsAt),
        endsAt: Date.parse(endsAt),
        since: Date.parse(since ?? startsAt),
      })),
  }
}

/** Days off of a time, in any zone: read once, whatever the number of rotas. */
export async function dayOffBetween(
  imported: Parameters<typeof holidaysOf>[0],
  from: number,
  to: number,
): Promise<IsDayOff> {
  // A zone is at most a day away, and a shift may have begun the day before.
  const { isDayOff } = await holidaysOf(imported, Math.floor(from / dayMs) - 3, Math.floor(to / dayMs) + 2)
  return isDayOff
}

export interface Duty {
  readonly onDuty: { readonly memberId: string; readonly until: number } | null
  readonly next: { readonly memberId: string; readonly from: number } | null
  readonly gapMinutes: number
  readonly gapFrom: number | null
}

/** How far ahead of a moment `dutyOf` looks. */
export const dutyEnd = (now: number): number => now + gapDays * dayMs

/** Who is on call now and next, and the hours ahead that nobody covers. */
export function dutyOf({ rota }: LoadedRota, isDayOff: IsDayOff, now: number): Duty {
  const segments = scheduleOf(rota, isDayOff, now, dutyEnd(now))
  const [first] = segments
  const other = segments.findIndex(({ memberId }) => memberId !== (first?.memberId ?? null))
  const after = other < 0 ? undefined : segments.slice(other).find(({ memberId }) => memberId !== null)
  const gaps = segments.filter(({ memberId }) => memberId === null)
  return {
    onDuty:
      first?.memberId == null
        ? null
        : { memberId: first.memberId, until: segments[other]?.from ?? dutyEnd(now) },
    next: after?.memberId == null ? null : { memberId: after.memberId, from: after.from },
    gapMinutes: Math.round(gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0) / 60_000),
    gapFrom: gaps[0]?.from ?? null,
  }
}

/** The schedule of a time by the moments of its days off. */
export async function segmentsOf(
  ctx: Reader,
  { rota }: LoadedRota,
  from: number,
  to: number,
): Promise<Segment[]> {
  const isDayOff = await dayOffBetween(rotaRepo.imported(ctx), from, to)
  return scheduleOf(rota, isDayOff, from, to)
}
