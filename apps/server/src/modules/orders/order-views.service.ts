import type { InputOf, orderViewApi, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { heldPermissions } from '../identity/index.ts'
import { orderViewRepo } from './order-view.repo.ts'

/** Of a person in one company. */
const mostViews = 50

export const listOrderViews = (ctx: RequestContext): Promise<OutputOf<typeof orderViewApi.listOrderViews>> =>
  orderViewRepo.list(ctx)

export async function saveOrderView(
  ctx: RequestContext,
  input: InputOf<typeof orderViewApi.saveOrderView>,
): Promise<{ id: string }> {
  const id = await orderViewRepo.save(ctx, input)
  if ((await orderViewRepo.countOwn(ctx)) > mostViews) throw new AppError('order_view.too_many')
  await ctx.audit({
    action: 'order_view.saved',
    subjectKind: 'order_view',
    subjectId: id,
    detail: { name: input.name, shared: input.shared },
  })
  return { id }
}

export async function deleteOrderView(
  ctx: RequestContext,
  { viewId }: InputOf<typeof orderViewApi.deleteOrderView>,
): Promise<null> {
  const view = (await orderViewRepo.list(ctx)).find(({ id }) => id === viewId)
  if (view === undefined) throw new AppError('order_view.not_found')
  if (!view.mine && !(await heldPermissions(ctx)).includes('DMS_SERVER_WORK_ORDER_EDIT'))
    throw new AppError('order_view.not_yours')
  await orderViewRepo.delete(ctx, viewId)
  await ctx.audit({
    action: 'order_view.deleted',
    subjectKind: 'order_view',
    subjectId: viewId,
    detail: { name: view.name },
  })
  return null
}
