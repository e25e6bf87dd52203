import type { InputOf, orderExternalApi, OutputOf } from '@netward/contract'
import { isEnded } from '@netward/contract/states/work-order'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { announce, locked, named, orderRepo, orderSubject } from '../orders/index.ts'
import { externalEngineer } from './external-engineers.service.ts'
import { orderExternalRepo } from './order-external.repo.ts'

type Api = typeof orderExternalApi

export async function orderExternal(
  ctx: RequestContext,
  { orderId }: InputOf<Api['orderExternal']>,
): Promise<OutputOf<Api['orderExternal']>> {
  if ((await orderRepo.owner(ctx, orderId)) === undefined) throw new AppError('work_order.not_found')
  return (await orderExternalRepo.find(ctx, orderId)) ?? null
}

/** The entry is of the company acted in, the order may be of one below: it keeps a copy. */
export async function setOrderExternal(
  ctx: SeveralTransactions,
  { orderId, externalId }: InputOf<Api['setOrderExternal']>,
): Promise<null> {
  const chosen =
    externalId === null ? null : await ctx.inTransaction(null, (own) => externalEngineer(own, externalId))
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await locked(inside, orderId)
    if (isEnded(order.state)) throw new AppError('work_order.over')
    const name = chosen === null ? null : `${chosen.name} · ${chosen.partner}`
    await (chosen === null
      ? orderExternalRepo.remove(inside, orderId)
      : orderExternalRepo.set(inside, orderId, chosen))
    await orderRepo.note(inside, orderId, 'external_set', name === null ? {} : { name })
    await inside.audit({
      action: 'work_order.external_set',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), external: name },
    })
    await announce(inside, order)
    return null
  })
}
