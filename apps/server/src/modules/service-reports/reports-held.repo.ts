import { sql } from 'kysely'
import type { Holding } from '../../platform/holding.ts'

/**
 * Scheduled reports of the company, on its customers too, that are mailed to a member's confirmed address. Without a successor, or if
 * that person has no confirmed address, nobody gets them in place of the member.
 */
export const reportsHeld: Holding = {
  kind: 'reports',

  async held({ db }, memberIds) {
    const { rows } = await sql<{ memberId: string; name: string }>`
      select member_id as "memberId", name from report_schedules_held(${[...memberIds]}::bigint[])`.execute(
      db,
    )
    return rows
  },

  async handOver({ db }, from, to) {
    const { rows } = await sql<{ n: number }>`
      select hand_over_report_schedules(${from.personId}::bigint, ${to?.personId ?? null}::bigint) as n`.execute(
      db,
    )
    return rows[0]!.n
  },
}
