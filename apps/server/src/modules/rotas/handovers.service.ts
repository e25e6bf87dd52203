import type { InputOf, OutputOf, rotaApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { loadRotas, segmentsOf } from './duty.ts'
import { handoverRepo } from './handover.repo.ts'
import { rotaRepo, type RotaRow } from './rota.repo.ts'
import { isSelf, noted, there } from './rotas.service.ts'

/** A hand-over may be written a while after the shift has ended. */
const afterwardsMs = 2 * 3_600_000

export async function pageHandovers(
  ctx: RequestContext,
  { rotaId, page, pageSize }: InputOf<typeof rotaApi.pageHandovers>,
): Promise<OutputOf<typeof rotaApi.pageHandovers>> {
  there(await rotaRepo.find(ctx, rotaId))
  const { items, total } = await handoverRepo.page(ctx, rotaId, {
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  const alarms = await handoverRepo.alarms(ctx, [...new Set(items.flatMap(({ openIds }) => openIds))])
  const orders = await handoverRepo.orders(ctx, [...new Set(items.flatMap(({ promisedIds }) => promisedIds))])
  const isOwn = (memberId: string | null) => memberId !== null && isSelf(ctx, memberId)
  return {
    items: items.map(
      ({ rotaId: _rotaId, fromMemberId, toMemberId, openIds, watchedIds, promisedIds, ...row }) => ({
        ...row,
        toMemberId,
        alarms: alarms
          .filter(({ id }) => openIds.includes(id))
          .map((alarm) => ({ ...alarm, watched: watchedIds.includes(alarm.id) })),
        orders: orders.filter(({ id }) => promisedIds.includes(id)),
        mayComplete: row.completedAt === null && row.acceptedAt === null && isOwn(fromMemberId),
        mayAccept: row.acceptedAt === null && isOwn(toMemberId),
      }),
    ),
    ...capped(total),
  }
}

export async function writeHandover(
  ctx: RequestContext,
  { rotaId, memberId, watched, promised }: InputOf<typeof rotaApi.writeHandover>,
): Promise<{ id: string }> {
  const rota = there(await rotaRepo.find(ctx, rotaId))
  const [to] = await rotaRepo.people(ctx, [memberId])
  if (to?.active !== true) throw wrongField(ctx, 'rota.member_not_found', 'memberId')
  if (isSelf(ctx, memberId)) throw wrongField(ctx, 'rota.asked_yourself', 'memberId')
  const { memberId: self, actorName } = ctx.scope
  const made = isAtHome(ctx) ? await handoverRepo.lockIncomplete(ctx, rotaId, self) : undefined
  const written = { to, watched, promised }
  if (made === undefined && !(await hasJustBeenOnDuty(ctx, rota))) throw new AppError('rota.not_on_duty')
  const id =
    made?.id ?? (await handoverRepo.insert(ctx, rotaId, { from: { id: self, name: actorName }, ...written }))
  if (made !== undefined) await handoverRepo.complete(ctx, id, written)
  await handoverRepo.report(ctx, id)
  await noted(ctx, 'handed_over', rotaId, { name: rota.name, after: { to: to.name, watched, promised } })
  return { id }
}

async function hasJustBeenOnDuty(ctx: RequestContext, rota: RotaRow): Promise<boolean> {
  const now = Date.now()
  const [loaded] = await loadRotas(ctx, [rota], now - afterwardsMs)
  const recent = await segmentsOf(ctx, loaded!, now - afterwardsMs, now + 1)
  return recent.some((segment) => segment.memberId !== null && isSelf(ctx, segment.memberId))
}

export async function acceptHandover(
  ctx: RequestContext,
  { handoverId }: InputOf<typeof rotaApi.acceptHandover>,
): Promise<null> {
  const row = await handoverRepo.lock(ctx, handoverId)
  if (row === undefined) throw new AppError('rota.handover_not_found')
  if (row.toMemberId === null || !isSelf(ctx, row.toMemberId)) throw new AppError('rota.not_asked')
  if (row.acceptedAt !== null) throw new AppError('rota.handover_accepted')
  await handoverRepo.accept(ctx, handoverId)
  await noted(ctx, 'handover_accepted', row.rotaId, { after: { from: row.from, to: row.to } })
  return null
}
