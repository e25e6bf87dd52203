import { createHmac, randomUUID } from 'node:crypto'
import type { InputOf, workStickerApi } from '@netward/contract'
import { linkDays } from '@netward/contract/field-work-values'
import { hashToken } from '../../../platform/db/scope.ts'
import { AppError } from '../../../platform/errors.ts'
import { inSubjectCompany } from '../../../platform/http/in-subject-company.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { announce, locked, named } from '../order-change.ts'
import { orderRepo } from '../order.repo.ts'
import { orderSubject } from '../orders.service.ts'
import { ratingRepo } from './rating.repo.ts'

/**
 * The ticket to rate an order follows from a key of the server and the salt of its link: the one that was sent and the one that is
 * copied are the same. 20 characters fit into one parameter of an SMS of Alibaba Cloud, and into two of Tencent Cloud.
 */
export const ratingTicket = (secrets: Secrets, orderId: string, salt: string): string =>
  createHmac('sha256', secrets.derive('work rating'))
    .update(`${orderId}/${salt}`)
    .digest()
    .subarray(0, 15)
    .toString('base64url')

/** The link in force lasts longer; one that has ended comes back with another ticket. The caller has locked the order. */
export async function keepRatingLink(
  ctx: Pick<RequestContext, 'db' | 'scope'>,
  secrets: Secrets,
  orderId: string,
): Promise<string> {
  const salt = (await ratingRepo.salt(ctx, orderId)) ?? randomUUID()
  const ticket = ratingTicket(secrets, orderId, salt)
  await ratingRepo.keep(ctx, orderId, { hash: hashToken(ticket), salt, days: linkDays })
  return ticket
}

export async function askRating(
  ctx: SeveralTransactions,
  { orderId }: InputOf<typeof workStickerApi.askRating>,
  secrets: Secrets,
): Promise<{ ticket: string }> {
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await locked(inside, orderId)
    if (order.state !== 'resolved' && order.state !== 'closed') throw new AppError('work_order.not_resolved')
    if (order.score !== null) throw new AppError('work_order.rated')
    const ticket = await keepRatingLink(inside, secrets, orderId)
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

export async function endOrderLinks(
  ctx: SeveralTransactions,
  { orderId }: InputOf<typeof workStickerApi.endOrderLinks>,
): Promise<null> {
  return inSubjectCompany(ctx, orderSubject(orderId), async (inside) => {
    const order = await locked(inside, orderId)
    if (!(await ratingRepo.end(inside, orderId))) throw new AppError('work_order.no_link')
    await orderRepo.note(inside, orderId, 'links_ended')
    await inside.audit({
      action: 'work_order.links_ended',
      subjectKind: 'work_order',
      subjectId: orderId,
      detail: { name: named(order) },
    })
    await announce(inside, order)
    return null
  })
}
