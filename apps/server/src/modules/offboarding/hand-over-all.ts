import type { HeldKind } from '@netward/contract/offboarding-values'
import type { RequestContext } from '../../platform/http/context.ts'
import { handOverAlarms } from '../alarms/index.ts'
import { handOverOrders } from '../orders/index.ts'
import { credentialRepo } from './credential.repo.ts'
import { offboardingRepo } from './offboarding.repo.ts'
import { holdings } from './offboarding.service.ts'

interface Handed {
  readonly kind: HeldKind
  readonly count: number
  /** Null: it stays with the member. */
  readonly to: string | null
}

/**
 * Gives all that a member holds to the first of these members who is enabled, without a person who asks for it. What belongs to
 * customers stays, and so does everything where nobody can take it. Credentials that the member knows are listed.
 */
export async function handOverAll(
  ctx: RequestContext,
  memberId: string,
  candidates: readonly string[],
): Promise<Handed[]> {
  const members = await offboardingRepo.members(ctx, [memberId, ...candidates])
  const leaver = members.find((one) => one.memberId === memberId)
  if (leaver === undefined) return []
  const to = candidates
    .filter((id) => id !== memberId)
    .map((id) => members.find((one) => one.memberId === id))
    .find((one) => one?.enabled === true)
  const handed: Handed[] = []
  const note = (kind: HeldKind, held: number, count: number) => {
    if (count > 0) handed.push({ kind, count, to: to?.displayName ?? null })
    if (held > count) handed.push({ kind, count: held - count, to: null })
  }
  const orders = await offboardingRepo.orders(ctx, [memberId])
  const alarms = await offboardingRepo.alarms(ctx, [memberId])
  if (orders.length > 0)
    note(
      'orders',
      orders.length,
      to === undefined
        ? 0
        : await handOverOrders(ctx, leaver.personId, { id: to.personId, name: to.displayName }),
    )
  if (alarms.length > 0)
    note(
      'alarms',
      alarms.length,
      to === undefined ? 0 : await handOverAlarms(ctx, leaver.personId, to.memberId),
    )
  for (const holding of holdings) {
    const held = (await holding.held(ctx, [memberId])).length
    if (held > 0) note(holding.kind, held, to === undefined ? 0 : await holding.handOver(ctx, leaver, to))
  }
  const credentials = await credentialRepo.list(ctx, leaver)
  if (handed.length > 0)
    await ctx.audit({
      action: 'member.handed_over',
      subjectKind: 'member',
      subjectId: memberId,
      detail: { displayName: leaver.displayName, handed, credentials },
    })
  return handed
}
