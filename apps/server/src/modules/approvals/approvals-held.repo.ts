import { sql } from 'kysely'
import type { Holding } from '../../platform/holding.ts'

/**
 * Steps of policies and of pending approvals that name the member. Without a successor the member is taken out; a step without
 * others keeps them, and falls to the administrators.
 */
export const approvalsHeld: Holding = {
  kind: 'approvals',

  async held({ db }, memberIds) {
    const { rows } = await sql<{ memberId: string; name: string }>`
      select member_id as "memberId", name from approvals_held(${[...memberIds]}::bigint[])`.execute(db)
    return rows
  },

  async handOver(ctx, from, to) {
    const { rows } = await sql<{ n: number }>`
      select hand_over_approvals(${from.memberId}::bigint, ${to?.memberId ?? null}::bigint) as n`.execute(
      ctx.db,
    )
    const handed = rows[0]!.n
    if (handed > 0) await ctx.emit('approval.changed', null)
    return handed
  },
}
