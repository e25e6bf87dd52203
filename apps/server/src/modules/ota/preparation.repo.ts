import type { CampaignState } from '@netward/contract/states/campaign'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'
import { type Choice, judged, type Reader } from './dry-run.repo.ts'
import type { FirmwareRow } from './firmware.repo.ts'

/** Gateways added per transaction. */
const portion = 2_000

/** A campaign whose gateways are being added. */
export interface Preparing {
  becomes: CampaignState
  ring_sizes: number[]
}

export const preparationRepo = {
  /**
   * Records the matches in the caller's current view, in portions, ordered so that the first is a mix.
   * Returns how many.
   */
  async insert(ctx: Reader, firmware: FirmwareRow, choice: Choice, campaignId: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      with noted as (
        insert into campaign_portion (company_id, campaign_id, place, device_ids)
        select ${ctx.scope.companyId}::bigint, ${campaignId}::bigint, n.part * ${sql.lit(portion)}, array_agg(n.id order by n.place)
        from (select f.id, f.place, (f.place - 1) / ${sql.lit(portion)} as part
          from (select j.id, row_number() over (order by hashint8(j.id), j.id) as place
            from (${judged(ctx, firmware, choice)}) j where j.misfit is null) f) n
        group by n.part
        returning cardinality(device_ids) as n)
      select coalesce(sum(n), 0)::int as n from noted`.execute(ctx.db)
    return rows[0]?.n ?? 0
  },

  async setPlanned({ db }: Pick<Reader, 'db'>, id: string, sizes: readonly number[], targets: number) {
    await sql`update campaign set ring_sizes = ${[...sizes]}::int[], targets = ${targets}, to_take = ${targets}
      where id = ${id}::bigint`.execute(db)
  },

  /** Locked until the end of the transaction; undefined if prepared, cancelled or gone. */
  async lock({ db, scope }: Reader, id: string): Promise<Preparing | undefined> {
    const { rows } = await sql<Preparing>`select becomes, ring_sizes from campaign
      where company_id = ${scope.companyId}::bigint and id = ${id}::bigint and becomes is not null
      for no key update`.execute(db)
    return rows[0]
  },

  /** Adds the next gateways, except those that left the company. False if none remain. */
  async takeNext({ db, scope }: Reader, id: string, bounds: readonly number[]): Promise<boolean> {
    const of = sql`company_id = ${scope.companyId}::bigint and campaign_id = ${id}::bigint`
    const { rows } = await sql<{ looked: number; more: boolean }>`
      with next as (
        delete from campaign_portion where ${of} and place = (select min(place) from campaign_portion where ${of})
        returning place, device_ids
      ), taken as (
        insert into campaign_target (company_id, campaign_id, device_id, ring, from_version)
        select ${scope.companyId}::bigint, ${id}::bigint, g.device_id,
          (select count(*) from unnest(${[...bounds]}::bigint[]) b where b < n.place + g.nth), f.software_version
        from next n cross join unnest(n.device_ids) with ordinality g (device_id, nth)
        -- One by one: the planner takes them for ten.
        cross join lateral (select d.software_version from device d
          where d.company_id = ${scope.companyId}::bigint and d.id = g.device_id and d.state = 'claimed' offset 0) f)
      select coalesce((select cardinality(device_ids) from next), 0) as looked,
        exists (select from campaign_portion where ${of} and place > (select place from next)) as more`.execute(
      db,
    )
    const { looked, more } = rows[0]!
    await sql`update campaign set state = 'preparing', to_take = to_take - ${looked} where id = ${id}::bigint`.execute(
      db,
    )
    return more
  },

  /** Anything not yet added stays out. */
  async end({ db }: Pick<Reader, 'db'>, id: string, state: CampaignState): Promise<void> {
    await sql`delete from campaign_portion where campaign_id = ${id}::bigint`.execute(db)
    await sql`update campaign c set state = ${state}, becomes = null, to_take = 0, ring_sizes = s.sizes,
        targets = (select sum(n) from unnest(s.sizes) n)
      from (select campaign_ring_sizes(${id}::bigint) as sizes) s where c.id = ${id}::bigint`.execute(db)
  },

  async fail(db: Db, id: string): Promise<void> {
    await sql`update campaign set state = 'preparing_failed' where id = ${id}::bigint and state = 'preparing'`.execute(
      db,
    )
  },

  /** Campaigns whose job is gone or out of retries: nothing else would report them. */
  async failLost(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select fail_lost_campaigns()')
  },
}
