import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'
import type { CampaignRow } from './campaign.repo.ts'

/** Gateways per statement. */
export const portion = 5_000
/** Offline this often since the upgrade, a gateway informs less than before. */
const manyDrops = 2

interface Judgement {
  device_id: string
  next: string
}

/** A gateway that reported something, or timed out. */
export interface News {
  device_id: string
  /** Number of times offline. */
  drops: number
}

/** Whether unreachable gateways of the open ring are still waited for. */
function isPatient({ ring_opened_at: opened, offline_hours }: CampaignRow): boolean {
  return opened === null || Date.now() - new Date(opened).getTime() < offline_hours * 3_600_000
}

/** What happened to a campaign's targets since its last step. */
export const followRepo = {
  /** Takes the reports since the last step; the step looks at no other gateway. */
  async takeNews(db: Db, { id }: CampaignRow): Promise<News[]> {
    const { rows } = await sql<News>`
      with taken as (
        delete from campaign_news where id = any (array(
          select id from campaign_news where campaign_id = ${id}::bigint order by id limit ${sql.lit(portion)}))
        returning device_id, went_offline)
      select device_id, count(*) filter (where went_offline)::int as drops from (
        select device_id, went_offline from taken
        union all
        (select device_id, false from campaign_target
          where campaign_id = ${id}::bigint and state = 'transferred' and due_at < now() limit ${sql.lit(portion)})) n
      group by device_id`.execute(db)
    return rows
  },

  /** Reports by transfers and gateways in progress. Returns how many moved. */
  async underWay(db: Db, campaign: CampaignRow, news: readonly News[]): Promise<number> {
    if (news.length === 0) return 0
    const {
      company_id,
      id,
      version,
      allow_downgrade,
      retries,
      retry_minutes,
      verify_minutes,
      offline_hours,
    } = campaign
    const patient = isPatient(campaign)
    const back = campaign.auto_rollback
    // Two statements: with one that reads and writes the same rows, the planner joins all waiting targets.
    const { rows: judged } = await sql<Judgement>`
      with open as materialized (
        select * from campaign_target t
        where t.company_id = ${company_id}::bigint and t.campaign_id = ${id}::bigint
          and t.device_id = any (${news.map((one) => one.device_id)}::bigint[])
          and t.state in ('queued', 'sent', 'downloading', 'transferred')
      ), seen as (
        select t.device_id, t.state, t.backing_up, t.from_version, x.state as transfer, x.state is not null and x.sent_at is null as unsent, x.fault_code, x.fault_detail,
          d.software_version as runs, d.presence = 'offline' as offline, d.state <> 'claimed' as gone,
          t.due_at < now() as late, d.last_boot_at > t.changed_at or p.last_inform_at > t.changed_at as back,
          b.stored_at is not null as stored
        from open t
        join device d on d.company_id = t.company_id and d.id = t.device_id
        left join device_presence p on p.device_id = d.id
        left join device_transfer x on x.id = t.transfer_id
        left join device_backup b on b.id = t.backup_id
      ), reported as (
        select s.*, case
          when runs = ${version} then 'verified'
          when gone then 'aborted'
          when state = 'transferred' then case when late then 'fault' end
          when transfer = 'transferred' then
            case when not backing_up then 'transferred' when stored then 'backed_up' else 'unbacked' end
          when transfer = 'failed' and backing_up then 'unbacked'
          when transfer = 'expired' and unsent then 'unsent'
          when transfer in ('failed', 'expired') then 'fault'
          when transfer = 'cancelled' and not ${allow_downgrade} and is_newer(runs, ${version}) then 'newer'
          when transfer = 'cancelled' then 'cancelled'
          when state = 'queued' and transfer in ('sent', 'started') then 'sent' end as came
        from seen s)
      select device_id, state, came, transfer, unsent, offline, back, fault_code, fault_detail,
        case when came <> 'unbacked' then came when ${campaign.backup} = 'require' then 'fault' else 'without' end as next,
        came = 'fault' and state = 'transferred' and back and runs <> from_version as stray
      from reported where came is not null`.execute(db)
    if (judged.length === 0) return 0
    await sql`
      update campaign_target t set
        state = case
          when j.next in ('backed_up', 'without') then 'waiting'
          when j.next = 'unsent' then ${patient ? 'waiting' : 'aborted'}
          when j.next = 'newer' then case when j.unsent and t.attempts = 1 then 'aborted' else 'failed' end
          when j.next <> 'fault' then j.next
          when t.attempts <= ${retries} and not (j.stray and ${back}) then 'waiting' else 'failed' end,
        rollback = case when j.stray and ${back} then 'wanted' else t.rollback end,
        rollback_due = case when j.stray and ${back} then now() + make_interval(hours => ${offline_hours})
          else t.rollback_due end,
        due_at = case j.next when 'transferred' then now() + make_interval(mins => ${verify_minutes})
          when 'fault' then now() + make_interval(mins => ${retry_minutes}) end,
        lost = j.next = 'verified' and j.offline,
        drops = 0,
        backing_up = j.next = 'sent' and t.backing_up,
        backup = case j.next when 'backed_up' then 'stored' when 'without' then 'lacking' else t.backup end,
        -- A backup is no attempt, nor is what was never sent.
        attempts = t.attempts - case when j.next in ('backed_up', 'without', 'unsent')
          or j.next in ('verified', 'newer') and j.unsent then 1 else 0 end,
        fault_code = case j.next when 'fault' then case
            when j.stray then 'wrong_version'
            when j.state = 'transferred' then case when j.back then 'old_version' else 'not_back' end
            when j.came = 'unbacked' then 'no_backup'
            when j.transfer = 'expired' then 'offline' else coalesce(j.fault_code, 'unknown') end
          when 'unsent' then ${patient ? null : 'offline'}
          when 'aborted' then 'released' when 'newer' then 'newer_version' when 'verified' then null
          else t.fault_code end,
        fault_detail = case j.next when 'fault' then case when j.state <> 'transferred' then j.fault_detail end
          when 'verified' then null else t.fault_detail end,
        -- Its URL is over with its transfer.
        token_hash = case when j.next = 'sent' then t.token_hash end,
        changed_at = now()
      from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as j (device_id bigint, state text, came text, transfer text,
        offline boolean, back boolean, fault_code text, fault_detail text, next text, stray boolean, unsent boolean)
      where t.company_id = ${company_id}::bigint and t.campaign_id = ${id}::bigint and t.device_id = j.device_id`.execute(
      db,
    )
    return judged.length
  },

  /**
   * Reports of waiting, failed or upgraded gateways: one came back after all, or by another way; left the
   * company; can be retried; went offline after its upgrade.
   */
  async reported(db: Db, campaign: CampaignRow, news: readonly News[]): Promise<number> {
    const { company_id, id, version, ring, auto_rollback, offline_hours } = campaign
    if (news.length === 0) return 0
    const open = sql`t.state in ('waiting', 'failed') and t.rollback is null and t.ring <= ${ring ?? -1}`
    const next = sql`case when ${open} and d.software_version = ${version} then 'verified'
      when t.state = 'waiting' and d.state <> 'claimed' then 'aborted' else t.state end`
    const away = sql`(d.presence = 'offline' or d.guard <> 'none')`
    const wavers = sql`t.state = 'verified' and t.drops + n.drops >= ${sql.lit(manyDrops)}`
    const { rows } = await sql<{ n: number }>`
      with moved as (
        update campaign_target t set state = ${next},
          parked = ${next} = 'waiting' and t.parked and ${away},
          drops = case when t.state = 'verified' then t.drops + n.drops else 0 end,
          lost = ${next} = 'verified' and (d.presence = 'offline' or ${wavers}),
          rollback = case when ${wavers} and ${auto_rollback} then coalesce(t.rollback, 'wanted') else t.rollback end,
          rollback_due = coalesce(t.rollback_due, now() + make_interval(hours => ${offline_hours})),
          due_at = case when ${next} = t.state then t.due_at end,
          fault_code = case ${next} when 'verified' then null when 'aborted' then 'released' else t.fault_code end,
          fault_detail = case when ${next} = t.state then t.fault_detail end,
          changed_at = case when ${next} = t.state then t.changed_at else now() end
        from unnest(${news.map((one) => one.device_id)}::bigint[], ${news.map((one) => one.drops)}::int[])
            as n (device_id, drops)
          join device d on d.company_id = ${company_id}::bigint and d.id = n.device_id
        where t.company_id = ${company_id}::bigint and t.campaign_id = ${id}::bigint and t.device_id = n.device_id
          and t.state in ('waiting', 'failed', 'verified') and (${next} <> t.state or t.parked and not ${away}
            or t.state = 'verified' and (n.drops > 0 or (d.presence = 'offline' or ${wavers}) <> t.lost))
        returning 1)
      select count(*)::int as n from moved`.execute(db)
    return rows[0]?.n ?? 0
  },

  /** Given up: unreachable for as long as the campaign waits. */
  async giveUp(db: Db, campaign: CampaignRow): Promise<number> {
    if (isPatient(campaign)) return 0
    const { company_id, id, ring } = campaign
    const { rows } = await sql<{ n: number }>`
      with parked as materialized (
        select t.company_id, t.device_id from campaign_target t
        where t.campaign_id = ${id}::bigint and t.ring <= ${ring ?? -1} and t.state = 'waiting' and t.parked
        limit ${sql.lit(portion)}
      ), lost as (
        select t.device_id, case when d.guard <> 'none' then 'guarded' else 'offline' end as why
        from parked t join device d on d.company_id = t.company_id and d.id = t.device_id
      ), moved as (
        update campaign_target t set state = 'aborted', fault_code = l.why, due_at = null, parked = false, changed_at = now()
        from lost l where t.company_id = ${company_id}::bigint and t.campaign_id = ${id}::bigint and t.device_id = l.device_id returning 1)
      select count(*)::int as n from moved`.execute(db)
    return rows[0]?.n ?? 0
  },
}
