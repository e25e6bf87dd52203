import type { Isp } from '@netward/contract/outlet-values'
import { sql } from 'kysely'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { CarrierOutage, LineOutage } from './find.ts'

/** An ISP in a city whose lines changed, or whose outage lasts. */
export interface DueCarrier {
  readonly isp: Isp
  readonly city: string
  /** Null: only its outage lasts. */
  readonly marked: string | null
  readonly base: number
  readonly outages: LineOutage[]
}

export interface Unguessed {
  readonly id: string
  readonly region: string
  readonly address: string
}

export interface SeenOutage {
  readonly id: string
  readonly isp: Isp
  readonly city: string
  readonly beganAt: string
  readonly endedAt: string | null
  readonly lines: number | null
  readonly companies: number | null
  readonly own: {
    readonly lineId: string
    readonly lineName: string
    readonly outletId: string
    readonly outletName: string
    readonly companyId: string
    readonly companyName: string
    readonly beganAt: string
    readonly endedAt: string | null
  }[]
}

export const carrierRepo = {
  take: (scopes: Scopes, most: number): Promise<DueCarrier[]> =>
    scopes.asLoginRole<DueCarrier & Record<string, unknown>>('select * from carrier_take($1)', [most]),

  async write(
    scopes: Scopes,
    { isp, city, marked, base }: DueCarrier,
    names: { zh: string; en: string },
    found: readonly CarrierOutage[],
  ): Promise<boolean> {
    const rows = await scopes.asLoginRole<{ changed: boolean }>(
      'select carrier_write($1, $2, $3, $4, $5::jsonb, $6::jsonb) as changed',
      [isp, city, marked, base, JSON.stringify(names), JSON.stringify(found)],
    )
    return rows[0]!.changed
  },

  toGuess: (scopes: Scopes, most: number): Promise<Unguessed[]> =>
    scopes.asLoginRole<Unguessed & Record<string, unknown>>(
      'select id::text, region, address from outlets_to_guess($1)',
      [most],
    ),

  async guessed(scopes: Scopes, guesses: readonly (Unguessed & { city: string | null })[]): Promise<void> {
    await scopes.asLoginRole('select outlets_guessed($1::jsonb)', [JSON.stringify(guesses)])
  },

  async seen(
    { db, scope }: Pick<RequestContext, 'db' | 'scope'>,
    lineId: string | null,
    outletId: string | null,
  ): Promise<SeenOutage[]> {
    const from =
      scope.kind === 'company'
        ? sql`carrier_outages_of_company(${lineId}::bigint, ${outletId}::bigint)`
        : scope.kind === 'platform'
          ? sql`carrier_outages_of_platform()`
          : sql`carrier_outages_of_tree()`
    const { rows } = await sql<SeenOutage>`
      select id, isp, city, began_at as "beganAt", ended_at as "endedAt", lines, companies, own from ${from}`.execute(
      db,
    )
    return rows
  },
}
