import type { InputOf, OutputOf, sharingWorkApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { changing, followMove, named, orderRepo, orderSubject } from '../orders/index.ts'
import { sharedEngineerRepo } from './engineers.repo.ts'

type Api = typeof sharingWorkApi

export async function sharedEngineers(
  ctx: SeveralTransactions,
  { orderId }: InputOf<Api['sharedEngineers']>,
): Promise<OutputOf<Api['sharedEngineers']>> {
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    if ((await orderRepo.find(inside, orderId)) === undefined) throw new AppError('work_order.not_found')
    return sharedEngineerRepo.forOrder(inside, orderId)
  })
}

export async function dispatchShared(
  ctx: SeveralTransactions,
  { orderId, version, ...whom }: InputOf<Api['dispatchShared']>,
): Promise<OutputOf<Api['dispatchShared']>> {
  const { version: after } = await changing(ctx, { orderId, version }, async (inside, order) => {
    const engineer = await sharedEngineerRepo.dispatch(inside, orderId, whom)
    await followMove(inside, order, { state: 'assigned', assignee: engineer })
    await orderRepo.note(inside, orderId, 'assign', {
      name: engineer.name,
      ...(whom.note !== '' && { note: whom.note }),
    })
    await inside.audit({
      action: 'sharing.dispatched',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order), engineer: engineer.name },
    })
    return {}
  })
  return { version: after }
}
