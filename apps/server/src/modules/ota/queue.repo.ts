import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'
import type { CampaignRow } from './campaign.repo.ts'
import { portion } from './follow.repo.ts'
import type { FirmwareFile } from './step.repo.ts'

/** Of its outlet. */
export interface Place {
  hours: string
  time_zone: string
}

export interface Candidate extends Place {
  device_id: string
  /**
   * Outcome without being asked: already on the version, gone, on a newer one or other hardware, or cannot be
   * asked.
   */
  instead: 'verified' | 'aborted' | 'newer_version' | 'hardware_version' | 'parked' | null
  backup: 'stored' | 'lacking' | null
}

export interface Sent {
  deviceId: string
  transferId: string
  /** Of a download. */
  tokenHash: Buffer | null
  /** Of a backup. */
  backupId: string | null
}

type Key = Pick<CampaignRow, 'company_id' | 'id'>

/** Which gateway is asked next, and which is taken back. */
export const queueRepo = {
  /**
   * Due waiting gateways of a ring, locked until the end of the transaction. Found first by their index: in a
   * direct join the planner takes the tables' policies for selective and sorts all waiting rows.
   */
  async candidates(
    db: Db,
    { company_id, id, time_zone, version, allow_downgrade }: CampaignRow,
    { hardware_versions }: FirmwareFile,
    ring: number,
    most: number,
  ): Promise<Candidate[]> {
    const { rows } = await sql<Candidate>`
      with next as materialized (
        select t.device_id, t.backup from campaign_target t
        where t.campaign_id = ${id}::bigint and t.ring = ${ring} and t.state = 'waiting' and not t.parked
          and coalesce(t.due_at, '-infinity'::timestamptz) <= now()
        order by coalesce(t.due_at, '-infinity'::timestamptz), t.device_id limit ${most}::int
        for update skip locked)
      select n.device_id, n.backup, coalesce(o.business_hours, '') as hours, coalesce(o.time_zone, ${time_zone}) as time_zone,
        case when d.state <> 'claimed' then 'aborted' when d.software_version = ${version} then 'verified'
          when not ${allow_downgrade} and is_newer(d.software_version, ${version}) then 'newer_version'
          when not fits_hardware(${hardware_versions}::text[], d.hardware_version) then 'hardware_version'
          when d.guard <> 'none' or d.presence = 'offline' then 'parked' end as instead
      from next n
      join device d on d.company_id = ${company_id}::bigint and d.id = n.device_id
      left join outlet o on o.company_id = d.company_id and o.id = d.outlet_id`.execute(db)
    return rows
  },

  /**
   * Gateways not asked in their current state. A newer version or other hardware after an attempt counts as
   * failed.
   */
  async setInstead(
    db: Db,
    { company_id, id }: Key,
    given: readonly Pick<Candidate, 'device_id' | 'instead'>[],
  ): Promise<void> {
    if (given.length === 0) return
    await sql`update campaign_target t set state = case g.instead when 'parked' then t.state
          when 'verified' then 'verified' when 'aborted' then 'aborted'
          else case when t.fault_code is null then 'aborted' else 'failed' end end,
        parked = g.instead = 'parked', due_at = null,
        lost = g.instead = 'verified' and exists (select from device d where d.id = t.device_id and d.presence = 'offline'),
        fault_code = case g.instead when 'aborted' then 'released' when 'verified' then null
          when 'parked' then t.fault_code else coalesce(t.fault_code, g.instead) end,
        changed_at = case g.instead when 'parked' then t.changed_at else now() end
      from unnest(${given.map((one) => one.device_id)}::bigint[], ${given.map((one) => one.instead)}::text[])
        as g (device_id, instead)
      where t.company_id = ${company_id}::bigint and t.campaign_id = ${id}::bigint and t.device_id = g.device_id`.execute(
      db,
    )
  },

  async putOff(
    db: Db,
    { company_id, id }: Key,
    later: readonly { deviceId: string; until: Date }[],
  ): Promise<void> {
    if (later.length === 0) return
    await sql`update campaign_target t set due_at = l.until
      from unnest(${later.map((one) => one.deviceId)}::bigint[], ${later.map((one) => one.until.toISOString())}::timestamptz[])
        as l (device_id, until)
      where t.company_id = ${company_id}::bigint and t.campaign_id = ${id}::bigint and t.device_id = l.device_id`.execute(
      db,
    )
  },

  async setQueued(db: Db, { company_id, id }: Key, sent: readonly Sent[], hours: number): Promise<void> {
    if (sent.length === 0) return
    await sql`update campaign_target t set state = 'queued', transfer_id = q.transfer_id, token_hash = q.token_hash,
        token_until = now() + make_interval(hours => ${hours}), attempts = attempts + 1, bytes_sent = 0, due_at = null,
        backing_up = q.backup_id is not null, backup_id = coalesce(q.backup_id, t.backup_id),
        fault_code = null, fault_detail = null, changed_at = now()
      from unnest(${sent.map((one) => one.deviceId)}::bigint[], ${sent.map((one) => one.transferId)}::bigint[],
        ${sent.map((one) => one.tokenHash)}::bytea[], ${sent.map((one) => one.backupId)}::bigint[])
        as q (device_id, transfer_id, token_hash, backup_id)
      where t.company_id = ${company_id}::bigint and t.campaign_id = ${id}::bigint and t.device_id = q.device_id`.execute(
      db,
    )
    await sql`update campaign set
        minute_sent = case when minute_began > now() - interval '1 minute' then minute_sent else 0 end + ${sent.length},
        minute_began = case when minute_began > now() - interval '1 minute' then minute_began else now() end
      where id = ${id}::bigint`.execute(db)
  },

  /** Unsent transfers: these can be taken back. */
  async queuedTransfers(db: Db, id: string): Promise<string[]> {
    const { rows } = await sql<{ transfer_id: string }>`select transfer_id from campaign_target
      where campaign_id = ${id}::bigint and state = 'queued' limit 1000`.execute(db)
    return rows.map((row) => row.transfer_id)
  },

  /** Gateways whose transfers were taken back wait again; no attempt is counted. */
  async putBack(db: Db, id: string, transferIds: readonly string[]): Promise<void> {
    await sql`update campaign_target set state = 'waiting', transfer_id = null, token_hash = null, attempts = attempts - 1,
        backing_up = false, changed_at = now()
      where campaign_id = ${id}::bigint and transfer_id = any (${transferIds}::bigint[])`.execute(db)
  },

  async cancelWaiting(db: Db, { company_id, id }: Key): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      with unasked as (select device_id from campaign_target where campaign_id = ${id}::bigint and state = 'waiting'
        limit ${sql.lit(portion)}),
      moved as (update campaign_target t set state = 'cancelled', due_at = null, parked = false, changed_at = now() from unasked s
        where t.company_id = ${company_id}::bigint and t.campaign_id = ${id}::bigint and t.device_id = s.device_id returning 1)
      select count(*)::int as n from moved`.execute(db)
    return rows[0]?.n ?? 0
  },
}
