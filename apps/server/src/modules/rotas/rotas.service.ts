import type { InputOf, OutputOf, rotaApi } from '@netward/contract'
import { isTimeZone } from '@netward/contract/clock'
import { mostRotas } from '@netward/contract/rota-values'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields, columnValues } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'
import { namingConstraint, refusingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import { dutyRepo } from './duty.repo.ts'
import { dayOffBetween, dutyEnd, dutyOf, type LoadedRota, loadRotas } from './duty.ts'
import { holidaysOf } from './holidays.ts'
import { type Person, rotaRepo, type RotaRow } from './rota.repo.ts'
import { type IsDayOff, type Segment, scheduleOf } from './schedule.ts'
import { dateOf, dayIn, dayNumber, instantIn } from '../../platform/zone.ts'

const taken = { rota_name: ['rota.name_taken', 'name'] } as const

type Page = OutputOf<typeof rotaApi.pageRotas>
type Input = InputOf<typeof rotaApi.createRota>

export async function pageRotas(
  ctx: RequestContext,
  { search = '', sort, page, pageSize }: InputOf<typeof rotaApi.pageRotas>,
): Promise<Page> {
  const { items, total } = await rotaRepo.page(ctx, {
    search,
    descending: sort === '-name',
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  const now = Date.now()
  const loaded = await loadRotas(ctx, items, now)
  const isDayOff = await dayOffBetween(rotaRepo.imported(ctx), now, dutyEnd(now))
  return { items: loaded.map((one) => summed(one, isDayOff, now)), ...capped(total) }
}

function summed(loaded: LoadedRota, isDayOff: IsDayOff, now: number): Page['items'][number] {
  const { onDuty, next, gapMinutes, gapFrom } = dutyOf(loaded, isDayOff, now)
  const named = (memberId: string) => ({ memberId, name: loaded.people.get(memberId)?.name ?? '' })
  return {
    ...loaded.row,
    onDuty: onDuty && { ...named(onDuty.memberId), until: asInstant(onDuty.until) },
    next: next && { ...named(next.memberId), from: asInstant(next.from) },
    gapMinutes,
    gapFrom: gapFrom === null ? null : asInstant(gapFrom),
  }
}

const asInstant = (at: number) => new Date(at).toISOString()

export async function getRota(
  ctx: RequestContext,
  { rotaId, day, days }: InputOf<typeof rotaApi.getRota>,
): Promise<OutputOf<typeof rotaApi.getRota>> {
  const row = there(await rotaRepo.find(ctx, rotaId))
  const zone = row.timeZone
  const now = Date.now()
  const first = day === undefined ? dayIn(zone, now) : dayNumber(day)
  const [from, to] = [instantIn(zone, first, 0), instantIn(zone, first + days, 0)]
  const [loaded] = await loadRotas(ctx, [row], Math.min(from, now))
  const { layers, changes, people, rota } = loaded!
  const { isDayOff, holidays, unknownYears } = await holidaysOf(
    rotaRepo.imported(ctx),
    first - 2,
    first + days,
  )
  const lastDay = dateOf(first + days - 1)
  const scheduled = (of: Partial<typeof rota>) =>
    scheduleOf({ ...rota, ...of }, isDayOff, from, to).map((segment) => presented(segment, people))
  return {
    ...summed(loaded!, await dayOffBetween(rotaRepo.imported(ctx), now, dutyEnd(now)), now),
    layers: layers.map(({ rotaId: _rotaId, ...layer }, index) => ({
      ...layer,
      members: layer.memberIds.map((memberId) => {
        const person = people.get(memberId)
        return { memberId, name: person?.name ?? '', active: person?.active ?? false }
      }),
      schedule: scheduled({ layers: rota.layers.slice(index, index + 1), changes: [] }),
    })),
    from: asInstant(from),
    to: asInstant(to),
    schedule: scheduled({}),
    changes: changes
      .filter(({ state, startsAt, endsAt }) =>
        state === 'asked' ? Date.parse(endsAt) > now : Date.parse(startsAt) < to && Date.parse(endsAt) > from,
      )
      .map(({ id, startsAt, endsAt, memberId, askedBy, state, reason, enteredBy }) => ({
        id,
        startsAt,
        endsAt,
        member: namedIn(people, memberId),
        askedBy: askedBy === null ? null : namedIn(people, askedBy),
        state,
        reason,
        enteredBy,
        mayAnswer: state === 'asked' && isSelf(ctx, memberId),
      })),
    holidays: holidays.filter((one) => one.day >= dateOf(first) && one.day <= lastDay),
    unknownYears: unknownYears.filter((year) => year >= Number(dateOf(first).slice(0, 4))),
  }
}

const namedIn = (people: ReadonlyMap<string, Person>, memberId: string) => ({
  memberId,
  name: people.get(memberId)?.name ?? '',
})

const presented = (
  { from, to, memberId, layer, changeId }: Segment,
  people: ReadonlyMap<string, Person>,
) => ({
  from: asInstant(from),
  to: asInstant(to),
  member: memberId === null ? null : namedIn(people, memberId),
  layer,
  changeId,
})

/** People from above are no members of the company that they act in. */
export const isSelf = (ctx: RequestContext, memberId: string): boolean =>
  isAtHome(ctx) && ctx.scope.memberId === memberId

export async function createRota(ctx: RequestContext, input: Input): Promise<{ id: string }> {
  await rotaRepo.lock(ctx, null)
  const { total } = await rotaRepo.page(ctx, { search: '', descending: false, limit: 1, offset: 0 })
  if (total >= mostRotas) throw new AppError('rota.too_many')
  await requireValid(ctx, input)
  const id = await namingConstraint(ctx, taken, () => rotaRepo.save(ctx, null, input))
  await noted(ctx, 'created', id, { name: input.name, after: columnValues(auditable(input)) })
  return { id }
}

export async function editRota(
  ctx: RequestContext,
  { rotaId, ...input }: InputOf<typeof rotaApi.editRota>,
): Promise<null> {
  await rotaRepo.lock(ctx, rotaId)
  const row = there(await rotaRepo.find(ctx, rotaId))
  const layers = await rotaRepo.layers(ctx, [rotaId])
  await requireValid(ctx, input)
  const before = { ...row, layers: layers.map(({ rotaId: _rotaId, ...layer }) => layer) }
  const changed = changedFields(auditable(before), auditable(input))
  if (changed === null) return null
  await namingConstraint(ctx, taken, () => rotaRepo.save(ctx, rotaId, input))
  await noted(ctx, 'edited', rotaId, { name: input.name, ...changed })
  return null
}

export async function deleteRota(
  ctx: RequestContext,
  { rotaId }: InputOf<typeof rotaApi.deleteRota>,
): Promise<null> {
  const { name } = there(await rotaRepo.find(ctx, rotaId))
  try {
    await rotaRepo.delete(ctx, rotaId)
  } catch (error) {
    throw refusingConstraint(error) === 'notice_route_rota'
      ? new AppError('rota.in_use', { cause: error })
      : error
  }
  await noted(ctx, 'deleted', rotaId, { name })
  return null
}

export async function rotaMembers(ctx: RequestContext): Promise<OutputOf<typeof rotaApi.rotaMembers>> {
  const people = await rotaRepo.people(ctx, null)
  return people.map(({ id, name }) => ({ memberId: id, name, self: isSelf(ctx, id) }))
}

async function requireValid(ctx: RequestContext, { timeZone, layers }: Input): Promise<void> {
  if (!isTimeZone(timeZone)) throw wrongField(ctx, 'rota.time_zone_unknown', 'timeZone')
  for (const [index, { fromMinute, toMinute }] of layers.entries())
    if ((fromMinute === null) !== (toMinute === null) || (fromMinute !== null && fromMinute === toMinute))
      throw wrongField(ctx, 'rota.hours_empty', `layers.${index}.fromMinute`)
  const asked = new Set(layers.flatMap(({ memberIds }) => memberIds))
  const people = new Map((await rotaRepo.people(ctx, [...asked])).map((person) => [person.id, person]))
  const index = layers.findIndex(({ memberIds }) => memberIds.some((id) => !people.has(id)))
  if (index >= 0) throw wrongField(ctx, 'rota.member_not_found', `layers.${index}.memberIds`)
}

const auditable = ({
  name,
  timeZone,
  note,
  layers,
}: Pick<RotaRow, 'name' | 'timeZone' | 'note'> & Pick<Input, 'layers'>) => ({
  name,
  timeZone,
  note,
  layers: layers.map(
    ({
      name: layer,
      startsOn,
      period,
      length,
      handoverMinute,
      days,
      calendar,
      fromMinute,
      toMinute,
      memberIds,
    }) =>
      [
        layer,
        startsOn,
        `${length} ${period}`,
        handoverMinute,
        days.join(','),
        calendar,
        fromMinute,
        toMinute,
        memberIds.join(','),
      ].join(' · '),
  ),
})

export function there<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('rota.not_found')
  return row
}

type RotaAct =
  | 'created'
  | 'edited'
  | 'deleted'
  | 'overridden'
  | 'swap_asked'
  | 'swap_answered'
  | 'change_withdrawn'
  | 'change_ended'
  | 'imported'
  | 'handed_over'
  | 'handover_accepted'

export async function noted(
  ctx: RequestContext,
  act: RotaAct,
  rotaId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action: `rota.${act}`, subjectKind: 'rota', subjectId: rotaId, detail })
  if (act !== 'deleted') await dutyRepo.forget(ctx, rotaId)
  await ctx.emit('rota.changed', rotaId)
}
