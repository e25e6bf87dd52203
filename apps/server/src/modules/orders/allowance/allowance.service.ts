import type { InputOf, orderAllowanceApi, OutputOf } from '@netward/contract'
import type { RequestContext } from '../../../platform/http/context.ts'
import { inSubjectCompany } from '../../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import { wrongField } from '../../../platform/http/wrong-field.ts'
import { orderRepo } from '../order.repo.ts'
import { allowanceRepo } from './allowance.repo.ts'

export async function getOrderAllowance(
  ctx: SeveralTransactions,
  { alarmId, deviceId, lineId, outletId }: InputOf<typeof orderAllowanceApi.getOrderAllowance>,
): Promise<OutputOf<typeof orderAllowanceApi.getOrderAllowance>> {
  const about = {
    ...(alarmId !== undefined && { alarmId }),
    ...(deviceId !== undefined && { deviceId }),
    ...(lineId !== undefined && { lineId }),
    ...(outletId !== undefined && { outletId }),
  }
  const read = async (inside: RequestContext) => {
    const { used, free, resetsOn, price } = await allowanceRepo.get(inside)
    return { used, free, resetsOn, price: free !== null && used >= free ? price : null }
  }
  if (Object.keys(about).length === 0) return ctx.inTransaction(null, read)
  const owner = async (outside: RequestContext) => (await orderRepo.subject(outside, about))?.companyId
  return inSubjectCompany(ctx, { owner, missing: 'work_order.subject_not_found' }, read)
}

/**
 * Counts an order that a person just made.
 * @throws AppError work_order.price if it is beyond the free ones and the person has confirmed another price, or none
 */
export async function countOrder(
  inside: RequestContext,
  orderId: string,
  confirmed: number | null,
): Promise<void> {
  const price = await allowanceRepo.count(inside, orderId)
  if (price !== null && price !== confirmed) throw wrongField(inside, 'work_order.price', 'price', { price })
}
