import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { CampaignRow } from './campaign.repo.ts'
import type { RingNow } from './campaign-plan.ts'

export interface Candidate {
  device_id: string
  hours: string
  time_zone: string
}

export interface StepCounts extends RingNow {
  readonly underWayInAll: number
  readonly waitingInAll: number
  readonly targets: number
  readonly verifiedInAll: number
  readonly failedInAll: number
}

/** Gateways looked at in one statement. */
const portion = 5_000

export const stepRepo = {
  due(scopes: Scopes): Promise<{ company_id: string; campaign_id: string }[]> {
    return scopes.narrow('select company_id, campaign_id from campaigns_due()')
  },

  /** Undefined while another worker is at it. */
  async lock(db: Db, id: string): Promise<(CampaignRow & { minute_sent: number }) | undefined> {
    const { rows } = await sql<CampaignRow & { minute_sent: number }>`
      select c.*, '' as company_name,
        case when c.minute_began > now() - interval '1 minute' then c.minute_sent else 0 end as minute_sent
      from campaign c where c.id = ${id}::bigint and c.ended_at is null for update skip locked`.execute(db)
    return rows[0]
  },

  async firmware(
    db: Db,
    { firmware_id }: CampaignRow,
  ): Promise<{ size: number; file_name: string } | undefined> {
    const { rows } = await sql<{ size: number; file_name: string }>`
      select size, file_name from firmware where id = ${firmware_id}::bigint and state = 'released'`.execute(
      db,
    )
    return rows[0]
  },

  /** What their transfers and gateways tell of those that are under way. Answers how many have moved. */
  async follow(
    db: Db,
    { id, version, retries, retry_minutes, verify_minutes }: CampaignRow,
  ): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      with seen as (
        select t.device_id, t.state, t.attempts, x.state as transfer, x.fault_code, x.fault_detail,
          d.software_version = ${version} as arrived, d.state <> 'claimed' as gone, t.due_at < now() as late,
          d.last_boot_at > t.changed_at or p.last_inform_at > t.changed_at as back
        from campaign_target t
        join device d on d.company_id = t.company_id and d.id = t.device_id
        left join device_presence p on p.device_id = d.id
        left join device_transfer x on x.id = t.transfer_id
        where t.campaign_id = ${id}::bigint and t.state in ('queued', 'sent', 'downloading', 'transferred')
      ), judged as (
        select s.*, case
          when arrived then 'verified'
          when gone then 'aborted'
          when state = 'transferred' then case when late then 'fault' end
          when transfer = 'transferred' then 'transferred'
          when transfer in ('failed', 'expired') then 'fault'
          when transfer = 'cancelled' then 'cancelled'
          when state = 'queued' and transfer in ('sent', 'started') then 'sent' end as next
        from seen s
      ), moved as (
        update campaign_target t set
          state = case when j.next <> 'fault' then j.next when t.attempts <= ${retries} then 'waiting' else 'failed' end,
          due_at = case j.next when 'transferred' then now() + make_interval(mins => ${verify_minutes})
            when 'fault' then now() + make_interval(mins => ${retry_minutes}) end,
          fault_code = case j.next when 'fault' then case when j.state = 'transferred'
              then case when j.back then 'old_version' else 'not_back' end
              when j.transfer = 'expired' then 'offline' else coalesce(j.fault_code, 'unknown') end
            when 'aborted' then 'released' when 'verified' then null else t.fault_code end,
          fault_detail = case j.next when 'fault' then case when j.state <> 'transferred' then j.fault_detail end
            when 'verified' then null else t.fault_detail end,
          -- Its URL is over with its transfer.
          token_hash = case when j.next = 'sent' then t.token_hash end,
          changed_at = now()
        from judged j
        where t.campaign_id = ${id}::bigint and t.device_id = j.device_id and j.next is not null
        returning 1)
      select count(*)::int as n from moved`.execute(db)
    return rows[0]?.n ?? 0
  },

  /** A gateway that came back after all, or by another way, is where it was to be. */
  async recognise(db: Db, { id, version, ring }: CampaignRow): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      with late as (
        select t.device_id from campaign_target t join device d on d.company_id = t.company_id and d.id = t.device_id
        where t.campaign_id = ${id}::bigint and t.ring <= ${ring ?? -1} and t.state in ('waiting', 'failed')
          and d.software_version = ${version} limit ${sql.lit(portion)}
      ), moved as (
        update campaign_target t set state = 'verified', due_at = null, fault_code = null, fault_detail = null, changed_at = now()
        from late l where t.campaign_id = ${id}::bigint and t.device_id = l.device_id returning 1)
      select count(*)::int as n from moved`.execute(db)
    return rows[0]?.n ?? 0
  },

  /** Given up: no longer the company's, or not to be reached for as long as the campaign waits. */
  async giveUp(db: Db, { id, ring, ring_opened_at, offline_hours }: CampaignRow): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      with lost as (
        select t.device_id, case when d.state <> 'claimed' then 'released' when d.guard <> 'none' then 'guarded'
          else 'offline' end as why
        from campaign_target t join device d on d.company_id = t.company_id and d.id = t.device_id
        where t.campaign_id = ${id}::bigint and t.ring <= ${ring ?? -1} and t.state = 'waiting' and (d.state <> 'claimed'
          or ${ring_opened_at}::timestamptz < now() - make_interval(hours => ${offline_hours})
            and (d.guard <> 'none' or d.presence = 'offline')) limit ${sql.lit(portion)}
      ), moved as (
        update campaign_target t set state = 'aborted', fault_code = l.why, due_at = null, changed_at = now()
        from lost l where t.campaign_id = ${id}::bigint and t.device_id = l.device_id returning 1)
      select count(*)::int as n from moved`.execute(db)
    return rows[0]?.n ?? 0
  },

  async counts(db: Db, { id, ring, ring_sizes }: CampaignRow): Promise<StepCounts> {
    const { rows } = await sql<Omit<StepCounts, 'size' | 'lost'> & { lost: number }>`
      select count(*)::int as targets,
        count(*) filter (where t.ring = o.ring and t.state = 'waiting')::int as waiting,
        count(*) filter (where t.ring = o.ring and t.state in ('queued', 'sent', 'downloading', 'transferred'))::int as "underWay",
        count(*) filter (where t.ring = o.ring and t.state = 'verified')::int as verified,
        count(*) filter (where t.ring = o.ring and t.state = 'failed')::int as failed,
        count(*) filter (where t.state = 'waiting')::int as "waitingInAll",
        count(*) filter (where t.state in ('queued', 'sent', 'downloading', 'transferred'))::int as "underWayInAll",
        count(*) filter (where t.state = 'verified')::int as "verifiedInAll",
        count(*) filter (where t.state = 'failed')::int as "failedInAll",
        (select count(*)::int from campaign_target v join device d on d.company_id = v.company_id and d.id = v.device_id
          where v.campaign_id = ${id}::bigint and v.ring = ${ring ?? 0} and v.state = 'verified' and d.presence = 'offline') as lost
      from campaign_target t, (select ${ring ?? 0}::int as ring) o
      where t.campaign_id = ${id}::bigint`.execute(db)
    return { ...rows[0]!, size: ring_sizes[ring ?? 0] ?? 0 }
  },

  /** Waiting gateways of the open ring that can be asked now, held until the end of the transaction. */
  async candidates(db: Db, { id, ring, time_zone }: CampaignRow, most: number): Promise<Candidate[]> {
    const { rows } = await sql<Candidate>`
      select t.device_id, coalesce(o.business_hours, '') as hours, coalesce(o.time_zone, ${time_zone}) as time_zone
      from campaign_target t
      join device d on d.company_id = t.company_id and d.id = t.device_id
      left join outlet o on o.company_id = d.company_id and o.id = d.outlet_id
      where t.campaign_id = ${id}::bigint and t.ring = ${ring ?? -1} and t.state = 'waiting'
        and (t.due_at is null or t.due_at <= now())
        and d.state = 'claimed' and d.guard = 'none' and d.presence <> 'offline'
      order by t.device_id limit ${most}::int for update of t skip locked`.execute(db)
    return rows
  },

  async putOff(db: Db, id: string, later: readonly { deviceId: string; until: Date }[]): Promise<void> {
    if (later.length === 0) return
    await sql`update campaign_target t set due_at = l.until
      from unnest(${later.map((one) => one.deviceId)}::bigint[], ${later.map((one) => one.until.toISOString())}::timestamptz[])
        as l (device_id, until)
      where t.campaign_id = ${id}::bigint and t.device_id = l.device_id`.execute(db)
  },

  async setQueued(
    db: Db,
    id: string,
    sent: readonly { deviceId: string; transferId: string; tokenHash: Buffer }[],
    hours: number,
  ): Promise<void> {
    await sql`update campaign_target t set state = 'queued', transfer_id = q.transfer_id, token_hash = q.token_hash,
        token_until = now() + make_interval(hours => ${hours}), attempts = attempts + 1, bytes_sent = 0, due_at = null,
        fault_code = null, fault_detail = null, changed_at = now()
      from unnest(${sent.map((one) => one.deviceId)}::bigint[], ${sent.map((one) => one.transferId)}::bigint[],
        ${sent.map((one) => one.tokenHash)}::bytea[]) as q (device_id, transfer_id, token_hash)
      where t.campaign_id = ${id}::bigint and t.device_id = q.device_id`.execute(db)
    await sql`update campaign set
        minute_sent = case when minute_began > now() - interval '1 minute' then minute_sent else 0 end + ${sent.length},
        minute_began = case when minute_began > now() - interval '1 minute' then minute_began else now() end
      where id = ${id}::bigint`.execute(db)
  },

  /** Transfers that nothing has been sent of: they can be taken back. */
  async queuedTransfers(db: Db, id: string): Promise<string[]> {
    const { rows } = await sql<{ transfer_id: string }>`select transfer_id from campaign_target
      where campaign_id = ${id}::bigint and state = 'queued' limit 1000`.execute(db)
    return rows.map((row) => row.transfer_id)
  },

  /** Those whose transfers were taken back wait again; that they were asked counts as no attempt. */
  async putBack(db: Db, id: string, transferIds: readonly string[]): Promise<void> {
    await sql`update campaign_target set state = 'waiting', transfer_id = null, token_hash = null, attempts = attempts - 1,
        changed_at = now()
      where campaign_id = ${id}::bigint and transfer_id = any (${transferIds}::bigint[])`.execute(db)
  },

  async cancelWaiting(db: Db, id: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      with unasked as (select device_id from campaign_target where campaign_id = ${id}::bigint and state = 'waiting'
        limit ${sql.lit(portion)}),
      moved as (update campaign_target t set state = 'cancelled', due_at = null, changed_at = now() from unasked s
        where t.campaign_id = ${id}::bigint and t.device_id = s.device_id returning 1)
      select count(*)::int as n from moved`.execute(db)
    return rows[0]?.n ?? 0
  },

  async openRing(db: Db, id: string, ring: number): Promise<void> {
    await sql`update campaign set state = 'running', ring = ${ring}, ring_opened_at = now(), ring_settled_at = null,
        forgiven = 0, started_at = coalesce(started_at, now()) where id = ${id}::bigint`.execute(db)
  },

  async settle(db: Db, id: string): Promise<void> {
    await sql`update campaign set ring_settled_at = now() where id = ${id}::bigint`.execute(db)
  },

  async setState(
    db: Db,
    id: string,
    state: 'running' | 'paused' | 'completed' | 'completed_with_failures' | 'cancelled',
    stopReason: 'failures' | 'withdrawn' | null = null,
  ): Promise<void> {
    const over = state !== 'running' && state !== 'paused'
    await sql`update campaign set state = ${state}, stop_reason = ${stopReason}::text,
        ended_at = case when ${over} then now() end where id = ${id}::bigint`.execute(db)
  },

  async setProgress(db: Db, id: string, verified: number, failed: number): Promise<void> {
    await sql`update campaign set verified = ${verified}, failed = ${failed}
      where id = ${id}::bigint and (verified, failed) is distinct from (${verified}, ${failed})`.execute(db)
  },

  async tell(db: Db, companyId: string, id: string): Promise<void> {
    await sql`insert into live_event (company_id, kind, subject_id, data)
      values (${companyId}::bigint, 'campaign.changed', ${id}, '{}')`.execute(db)
  },
}
