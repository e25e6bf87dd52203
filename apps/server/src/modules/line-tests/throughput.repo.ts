import type { Scopes } from '../../platform/db/scope.ts'

export interface DueThroughput {
  readonly lineId: string
  readonly companyId: string
  /** Null: not planned yet. */
  readonly plannedAt: string | null
  readonly days: number
  readonly megabytes: number
  /** Of the budget of this month. */
  readonly leftBytes: number
  readonly timeZone: string
  readonly businessHours: string
  /** Of the last test by the schedule. */
  readonly lastDirection: 'down' | 'up' | null
}

/** The schedule of tests of throughput: definer functions alone. */
export const throughputRepo = {
  due: (scopes: Scopes, most: number): Promise<DueThroughput[]> =>
    scopes.asLoginRole<DueThroughput & Record<string, unknown>>(
      `select line_id::text as "lineId", company_id::text as "companyId", planned_at as "plannedAt", days, megabytes,
        left_bytes::float8 as "leftBytes", time_zone as "timeZone", business_hours as "businessHours",
        last_direction as "lastDirection" from line_throughput_due($1)`,
      [most],
    ),

  async plan(scopes: Scopes, plans: readonly { lineId: string; at: string }[]): Promise<void> {
    if (plans.length > 0)
      await scopes.asLoginRole('select line_throughput_plan($1::jsonb)', [JSON.stringify(plans)])
  },
}
