import type { InputOf, otaCampaignApi } from '@netward/contract'
import {
  type CampaignState,
  quietNight,
  type StopReason,
  type TargetState,
} from '@netward/contract/states/campaign'
import { sql } from 'kysely'
import { capped, capOf, countCap } from '../../platform/db/capped-count.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Ring } from './campaign-plan.ts'
import type { FirmwareRow } from './firmware.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface CampaignRow {
  id: string
  company_id: string
  company_name: string
  name: string
  state: CampaignState
  becomes: CampaignState | null
  stop_reason: StopReason | null
  firmware_company_id: string
  firmware_id: string
  version: string
  rings: Ring[]
  ring_sizes: number[]
  ring: number | null
  ring_opened_at: string | null
  ring_settled_at: string | null
  /** By ring. */
  forgiven: number[]
  start_at: string | null
  upgrade_window: 'any' | 'closed_hours' | 'daily'
  from_minute: number | null
  to_minute: number | null
  time_zone: string
  max_concurrent: number
  per_minute: number
  retries: number
  retry_minutes: number
  offline_hours: number
  verify_minutes: number
  max_failure_percent: number
  advance_percent: number
  targets: number
  to_take: number
  verified: number
  failed: number
  rolled_back: number
  created_at: string
  created_by_name: string
  approved_by_name: string | null
  started_at: string | null
  ended_at: string | null
  live_until: string | null
  rollback_asked: boolean
  filters: Record<string, unknown> | null
  live_looked_at: string | null
  backup: 'none' | 'try' | 'require'
  auto_rollback: boolean
  allow_downgrade: boolean
  programme_company_id: string | null
}

export interface StateCount {
  ring: number
  state: TargetState
  n: number
  /** Among verified gateways. */
  lost: number
  worse: number
}

const isUnderWay = sql`state in ('queued', 'sent', 'downloading', 'transferred')`
/** Of campaign `c`; callers with a partial scope see only that part. */
const rollbackAsked = sql`(
  exists (select from campaign_aside a
    where a.company_id = c.company_id and a.campaign_id = c.id and a.aside = 'asked' and a.n > 0)
  or not (select whole_company()) and exists (select from campaign_target t
    where t.campaign_id = c.id and t.rollback = 'asked'))`
const columns = sql`c.*, (select k.name from company k where k.id = c.company_id) as company_name,
  ${rollbackAsked} as rollback_asked`

export const campaignRepo = {
  async page(
    ctx: Reader,
    { page, pageSize, search = '', state = [], rollback, sort }: InputOf<typeof otaCampaignApi.pageCampaigns>,
  ) {
    const own = ctx.scope.kind === 'company' ? sql`c.company_id = ${ctx.scope.companyId}::bigint` : sql`true`
    const matching = sql`from campaign c where ${own}
      ${state.length > 0 ? sql`and c.state = any (${state}::text[])` : sql``}
      ${rollback === undefined ? sql`` : sql`and ${rollbackAsked}`}
      ${search === '' ? sql`` : sql`and strpos(lower(c.name || ' ' || c.version), lower(${search}::text)) > 0`}`
    const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
    const { rows } = await sql<CampaignRow>`select ${columns} ${matching}
      order by c.created_at ${direction}, c.id ${direction}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(ctx.db)
    const counted = await sql<{ n: number }>`select count(*)::int as n
      from (select 1 ${matching} limit ${sql.lit(countCap + 1)}) m`.execute(ctx.db)
    return { items: rows, ...capped(counted.rows[0]?.n ?? 0, capOf(search)) }
  },

  async find({ db }: Pick<Reader, 'db'>, id: string): Promise<CampaignRow | undefined> {
    const { rows } =
      await sql<CampaignRow>`select ${columns} from campaign c where c.id = ${id}::bigint`.execute(db)
    return rows[0]
  },

  /** A campaign of the company acted in, locked until the end of the transaction. */
  async lock({ db, scope }: Reader, id: string): Promise<CampaignRow | undefined> {
    const { rows } = await sql<CampaignRow>`select ${columns} from campaign c
      where c.id = ${id}::bigint and c.company_id = ${scope.companyId}::bigint for no key update`.execute(db)
    return rows[0]
  },

  async insert(
    { db, scope }: Reader,
    firmware: FirmwareRow,
    input: InputOf<typeof otaCampaignApi.createCampaign>,
    programme: { companyId: string; id: string } | null,
  ): Promise<string> {
    const night = input.window === 'closed_hours' ? quietNight : null
    const minute = (at: 'fromMinute' | 'toMinute') =>
      input.window === 'any' ? null : (input[at] ?? night?.[at] ?? null)
    const { rows } = await sql<{ id: string }>`
      insert into campaign (company_id, name, state, becomes, firmware_company_id, firmware_id, version, rings, start_at, upgrade_window,
        from_minute, to_minute, time_zone, max_concurrent, per_minute, retries, retry_minutes, offline_hours,
        verify_minutes, max_failure_percent, advance_percent, backup, auto_rollback, allow_downgrade, live_until, filters, programme_company_id, programme_id,
        created_by_name)
      values (${scope.companyId}::bigint, ${input.name}, 'preparing', 'draft', ${firmware.company_id}::bigint, ${firmware.id}::bigint,
        ${firmware.version}, ${JSON.stringify(input.rings)}::jsonb, ${input.startAt ?? null}::timestamptz, ${input.window},
        ${minute('fromMinute')}::int, ${minute('toMinute')}::int,
        ${input.timeZone}, ${input.maxConcurrent}, ${input.perMinute}, ${input.retries}, ${input.retryMinutes},
        ${input.offlineHours}, ${input.verifyMinutes}, ${input.maxFailurePercent}, ${input.advancePercent}, ${input.backup},
        ${input.autoRollback}, ${input.allowDowngrade}, ${input.liveUntil ?? null}::timestamptz,
        ${input.liveUntil === undefined ? null : JSON.stringify(input.filters)}::jsonb,
        ${programme?.companyId ?? null}::bigint, ${programme?.id ?? null}::bigint, ${scope.actorName})
      returning id`.execute(db)
    return rows[0]!.id
  },

  /** While preparing: its state afterwards. */
  async setBecomes({ db }: Reader, id: string, becomes: CampaignState): Promise<void> {
    await sql`update campaign set becomes = ${becomes} where id = ${id}::bigint`.execute(db)
  },

  async setState({ db }: Reader, id: string, state: CampaignState): Promise<void> {
    await sql`update campaign set state = ${state}, stop_reason = null where id = ${id}::bigint`.execute(db)
  },

  /** Continues despite the failures so far. */
  async forgive({ db }: Reader, id: string): Promise<void> {
    await sql`update campaign set forgiven = campaign_failures(id) where id = ${id}::bigint`.execute(db)
    await sql`update campaign_target set worsened_accepted = true
      where campaign_id = ${id}::bigint and worsened is not null and not worsened_accepted`.execute(db)
  },

  /**
   * By ring and state: counts what is in progress, reads the rest from trigger-maintained counters. Callers
   * with a partial scope get a count of that part. Unrequested parts are skipped before any row is read.
   */
  async counts({ db }: { db: Db }, id: string): Promise<StateCount[]> {
    const { rows } = await sql<StateCount>`
      with kept as (select ring, standing, n from campaign_count where campaign_id = ${id}::bigint)
      select ring, state, sum(n)::int as n, coalesce(sum(n) filter (where lost), 0)::int as lost,
        coalesce(sum(n) filter (where worse), 0)::int as worse from (
        select ring, case when standing in ('lost', 'worse') then 'verified' else standing end as state, standing = 'lost' as lost,
          standing = 'worse' as worse, n
        from kept where standing <> 'under_way'
        union all
        select ring, state, false, false, 1 from campaign_target where campaign_id = ${id}::bigint and ${isUnderWay}
          and (not (select whole_company()) or exists (select from kept where standing = 'under_way' and n > 0))
        union all
        select ring, state, state = 'verified' and lost,
          target_standing(state, lost, worsened is not null and not worsened_accepted) = 'worse', 1 from campaign_target
        where campaign_id = ${id}::bigint and not ${isUnderWay}
          and not (select whole_company())) s
      group by ring, state having sum(n) > 0 order by ring, state`.execute(db)
    return rows
  },

  /** As the counts: trigger-maintained, or counted for callers with a partial scope. */
  async asides({ db }: { db: Db }, id: string) {
    const { rows } = await sql<Record<'stored' | 'lacking' | 'asked' | 'open' | 'done' | 'failed', number>>`
      with found as (
        select aside, n from campaign_aside where campaign_id = ${id}::bigint
        union all
        select unnest(target_asides(backup, rollback)), 1 from campaign_target
        where campaign_id = ${id}::bigint and coalesce(backup, rollback) is not null and not (select whole_company()))
      select ${sql.join(
        ['stored', 'lacking', 'asked', 'open', 'done', 'failed'].map(
          (aside) =>
            sql`coalesce(sum(n) filter (where aside = ${sql.lit(aside)}), 0)::int as ${sql.ref(aside)}`,
        ),
      )} from found`.execute(db)
    return rows[0]!
  },

  /** Whether the caller sees all gateways of a campaign of the company acted in. */
  async isSeenWhole({ db }: Pick<Reader, 'db'>, id: string): Promise<boolean> {
    const { rows } = await sql<{
      whole: boolean
    }>`select sees_whole_campaign(${id}::bigint) as whole`.execute(db)
    return rows[0]?.whole ?? false
  },

  async approvalWanted({ db, scope }: Reader): Promise<boolean> {
    const { rows } = await sql<{ approval: boolean }>`
      select approval from ota_setting where company_id = ${scope.companyId}::bigint`.execute(db)
    return rows[0]?.approval ?? false
  },

  async setApproval({ db, scope }: Reader, approval: boolean): Promise<void> {
    await sql`insert into ota_setting (company_id, approval) values (${scope.companyId}::bigint, ${approval})
      on conflict (company_id) do update set approval = excluded.approval`.execute(db)
  },
}
