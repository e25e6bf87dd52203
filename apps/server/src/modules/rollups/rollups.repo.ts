import type { Scopes } from '../../platform/db/scope.ts'
import type { HourRow, OutletHistory } from './facts.ts'

export interface Due {
  readonly id: string
  readonly company_id: string
  /** Null: all of the company. */
  readonly outlet_id: string | null
  readonly what: 'minutes' | 'events'
  readonly from_at: number
  readonly to_at: number
  /** Asked for by a person: days of closed months that are missing are made. */
  readonly anew: boolean
}

interface Range {
  readonly from: number
  readonly to: number
}

const moments = ({ from, to }: Range) => [new Date(from), new Date(to)] as const

/** Of all companies: what sweeps read and write (db/functions/rollups). */
export const rollupRepo = {
  async outlets(scopes: Scopes, companyId: string | null, after: string, most: number): Promise<string[]> {
    const rows = await scopes.asLoginRole<{ id: string }>('select id::text from rollup_outlets($1, $2, $3)', [
      companyId,
      after,
      most,
    ])
    return rows.map(({ id }) => id)
  },

  async histories(scopes: Scopes, outlets: readonly string[], range: Range): Promise<OutletHistory[]> {
    const rows = await scopes.asLoginRole<{ facts: OutletHistory }>(
      'select facts from rollup_facts($1, $2, $3)',
      [outlets, ...moments(range)],
    )
    return rows.map(({ facts }) => facts)
  },

  async write(
    scopes: Scopes,
    outlets: readonly string[],
    range: Range,
    rows: readonly HourRow[],
  ): Promise<void> {
    await scopes.asLoginRole('select rollup_write($1, $2, $3, $4)', [
      outlets,
      ...moments(range),
      JSON.stringify(rows),
    ])
  },

  async countEvents(scopes: Scopes, companyId: string, range: Range): Promise<void> {
    await scopes.asLoginRole('select rollup_count_events($1, $2, $3)', [companyId, ...moments(range)])
  },

  /** Of outlets, or of a company with what has no outlet. */
  async sumDays(
    scopes: Scopes,
    of: { readonly outlets: readonly string[] } | { readonly companyId: string },
    range: Range,
    anew = false,
  ): Promise<void> {
    const [outlets, company, kinds] =
      'outlets' in of
        ? [of.outlets, null, ['outlet', 'line', 'device']]
        : [[], of.companyId, ['alarm', 'order']]
    await scopes.asLoginRole('select rollup_sum_days($1, $2, $3, $4, $5, $6)', [
      outlets,
      company,
      kinds,
      ...moments(range),
      anew,
    ])
  },

  dues: (scopes: Scopes, most: number): Promise<Due[]> =>
    scopes.asLoginRole<Due & Record<string, unknown>>(
      'select id::text, company_id::text, outlet_id::text, what, from_at, to_at, anew from rollup_dues($1)',
      [most],
    ),

  async done(scopes: Scopes, dues: readonly string[]): Promise<void> {
    await scopes.asLoginRole('select rollup_done($1)', [dues])
  },

  async countedTo(scopes: Scopes): Promise<number | null> {
    const [row] = await scopes.asLoginRole<{ at: number | null }>('select rollup_counted_to() as at')
    return row?.at ?? null
  },

  async progressed(scopes: Scopes, to: number): Promise<void> {
    await scopes.asLoginRole('select rollup_progressed($1)', [new Date(to)])
  },

  async prune(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select rollup_prune($1) as n', [most])
    return row?.n ?? 0
  },
}
