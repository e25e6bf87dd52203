import { createHmac } from 'node:crypto'
import type { InputOf, workStickerApi } from '@netward/contract'
import { linkDays } from '@netward/contract/field-work-values'
import { hashToken } from '../../../platform/db/scope.ts'
import { AppError } from '../../../platform/errors.ts'
import { inSubjectCompany } from '../../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { announce, locked, named } from '../order-change.ts'
import { orderRepo } from '../order.repo.ts'
import { orderSubject } from '../orders.service.ts'
import { outsideRepo } from './outside.repo.ts'

/**
 * The ticket to rate an order follows from a key of the server: the link that was sent and the one that is copied are the same.
 * 20 characters fit into one parameter of an SMS of Alibaba Cloud, and into two of Tencent Cloud.
 */
export const ratingTicket = (secrets: Secrets, orderId: string): string =>
  createHmac('sha256', secrets.derive('work rating'))
    .update(orderId)
    .digest()
    .subarray(0, 15)
    .toString('base64url')

export async function askRating(
  ctx: SeveralTransactions,
  { orderId }: InputOf<typeof workStickerApi.askRating>,
  secrets: Secrets,
): Promise<{ ticket: string }> {
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await locked(inside, orderId)
    if (order.state !== 'resolved' && order.state !== 'closed') throw new AppError('work_order.not_resolved')
    if (order.score !== null) throw new AppError('work_order.rated')
    const ticket = ratingTicket(secrets, orderId)
    await outsideRepo.keepRatingLink(inside, orderId, hashToken(ticket), linkDays)
    await orderRepo.note(inside, orderId, 'rating_asked')
    await inside.audit({
      action: 'work_order.rating_asked',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order) },
    })
    await announce(inside, order)
    return { ticket }
  })
}
