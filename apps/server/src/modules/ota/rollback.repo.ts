import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CampaignRow } from './campaign.repo.ts'
import { urlHours } from './file-urls.ts'
import { portion } from './follow.repo.ts'
import type { Place } from './queue.repo.ts'
import { partitionPaths } from './partitions.ts'

export interface RollbackRow extends Place {
  device_id: string
  rollback: 'wanted' | 'reading' | 'switching' | 'fetching'
  from_version: string
  data_model_root: string | null
  command: string | null
  transfer: string | null
  /** It has what it needs and is to roll back. */
  awaited: boolean
  in_window: boolean
}

type Key = Pick<CampaignRow, 'company_id' | 'id'>

const place = ({ time_zone }: CampaignRow) =>
  sql`t.rollback_in_window as in_window, coalesce(o.business_hours, '') as hours, coalesce(o.time_zone, ${time_zone}) as time_zone`

const rows = (campaign: CampaignRow) => sql`
  select t.device_id, t.rollback, t.from_version, d.data_model_root, k.state as command, x.state as transfer,
    t.rollback_due is not null and t.rollback <> 'wanted' as awaited, ${place(campaign)}
  from campaign_target t
  join device d on d.company_id = t.company_id and d.id = t.device_id
  left join outlet o on o.company_id = d.company_id and o.id = d.outlet_id
  left join device_command k on k.id = t.rollback_command_id
  left join device_transfer x on x.id = t.transfer_id`

/** Targets `t` with their device `d` that are still on the version of the campaign; `asked`: also those that wait for an approval. */
const mayGoBack = ({ id }: Key, deviceId: string | null, asked: boolean) => sql`t.campaign_id = ${id}::bigint
  ${deviceId === null ? sql`` : sql`and t.device_id = ${deviceId}::bigint`}
  and t.state in ('verified', 'failed') and (t.rollback is null or t.rollback = 'failed' ${asked ? sql`or t.rollback = 'asked'` : sql``})
  and d.state = 'claimed' and d.software_version <> t.from_version and t.from_version <> ''
  and not exists (select from campaign_target o join campaign c on c.company_id = o.company_id and c.id = o.campaign_id
    where o.device_id = t.device_id and o.campaign_id <> t.campaign_id and c.ended_at is null
      and o.state in ('waiting', 'queued', 'sent', 'downloading', 'transferred') and c.state <> 'draft')`

export const rollbackRepo = {
  /**
   * Requested for a campaign or one of its gateways, limited to those still on its version. `asked`: pending
   * the company's approval; earlier pending requests become effective without it. Returns how many.
   */
  async want(
    { db }: Pick<RequestContext, 'db'>,
    campaign: CampaignRow,
    deviceId: string | null,
    { asked, inWindow }: { asked: boolean; inWindow: boolean },
  ): Promise<number> {
    const { rows: found } = await sql<{ n: number }>`
      with back as (
        update campaign_target t set rollback = ${asked ? 'asked' : 'wanted'}, rollback_fault = null, rollback_command_id = null,
          rollback_parked = false, rollback_in_window = ${inWindow}, rollback_from = null, rollback_until = null,
          rollback_due = now() + make_interval(hours => ${campaign.offline_hours})
        from device d
        where d.company_id = t.company_id and d.id = t.device_id and ${mayGoBack(campaign, deviceId, !asked)}
        returning 1)
      select count(*)::int as n from back`.execute(db)
    return found[0]?.n ?? 0
  },

  /** How many it would take back, with those that wait for an approval. */
  async count(
    { db }: Pick<RequestContext, 'db'>,
    campaign: CampaignRow,
    deviceId: string | null,
  ): Promise<number> {
    const { rows: found } = await sql<{ n: number }>`select count(*)::int as n from campaign_target t
      join device d on d.company_id = t.company_id and d.id = t.device_id
      where ${mayGoBack(campaign, deviceId, true)}`.execute(db)
    return found[0]?.n ?? 0
  },

  /** Whether some wait for an approval. */
  async isAsked({ db }: Pick<RequestContext, 'db'>, { id }: Key): Promise<boolean> {
    const { rows: found } = await sql<{ there: boolean }>`select exists (select from campaign_target
      where campaign_id = ${id}::bigint and rollback = 'asked') as there`.execute(db)
    return found[0]?.there ?? false
  },

  /** Whether some of those pending approval would skip the window. */
  async askedAtOnce({ db }: Pick<RequestContext, 'db'>, id: string): Promise<boolean> {
    const { rows: found } = await sql<{ there: boolean }>`select exists (select from campaign_target
      where campaign_id = ${id}::bigint and rollback = 'asked' and not rollback_in_window) as there`.execute(
      db,
    )
    return found[0]?.there ?? false
  },

  async underWay(db: Db, campaign: CampaignRow): Promise<RollbackRow[]> {
    const found = await sql<RollbackRow>`${rows(campaign)} where t.campaign_id = ${campaign.id}::bigint
      and t.rollback in ('reading', 'switching', 'fetching') order by t.device_id limit 1000`.execute(db)
    return found.rows
  },

  /** Those a step may start in addition to its current ones. */
  async wanted(
    db: Db,
    campaign: CampaignRow,
    begun: readonly string[],
    most: number,
  ): Promise<(RollbackRow & { reachable: boolean })[]> {
    const { company_id, id } = campaign
    const found = await sql<RollbackRow & { reachable: boolean }>`
      with next as materialized (
        select w.device_id from campaign_target w
        where w.campaign_id = ${id}::bigint and w.rollback = 'wanted' and not w.rollback_parked
          and coalesce(w.rollback_from, '-infinity'::timestamptz) <= now() and w.device_id <> all (${begun}::bigint[])
        order by coalesce(w.rollback_from, '-infinity'::timestamptz), w.device_id limit ${most}::int)
      select t.device_id, t.rollback, t.from_version, d.data_model_root, null as command, null as transfer, false as awaited,
        d.state = 'claimed' and d.guard = 'none' and d.presence <> 'offline' as reachable, ${place(campaign)}
      from next n
      join campaign_target t on t.company_id = ${company_id}::bigint and t.campaign_id = ${id}::bigint
        and t.device_id = n.device_id
      join device d on d.company_id = ${company_id}::bigint and d.id = n.device_id
      left join outlet o on o.company_id = d.company_id and o.id = d.outlet_id
      order by t.device_id`.execute(db)
    return found.rows
  },

  /**
   * Requested again in their next window. However many they miss, the limit for offline gateways applies from
   * the first on.
   */
  async putOff(
    db: Db,
    { company_id, id, offline_hours }: CampaignRow,
    later: readonly { deviceId: string; from: Date }[],
  ): Promise<void> {
    if (later.length === 0) return
    await sql`update campaign_target t set rollback = 'wanted', rollback_command_id = null, rollback_from = l.begin,
        rollback_until = coalesce(t.rollback_until, l.begin + make_interval(hours => ${offline_hours})),
        rollback_due = coalesce(t.rollback_until, l.begin + make_interval(hours => ${offline_hours}))
      from unnest(${later.map((one) => one.deviceId)}::bigint[], ${later.map((one) => one.from.toISOString())}::timestamptz[])
        as l (device_id, begin)
      where t.company_id = ${company_id}::bigint and t.campaign_id = ${id}::bigint and t.device_id = l.device_id`.execute(
      db,
    )
  },

  async park(db: Db, { company_id, id }: Key, deviceIds: readonly string[]): Promise<void> {
    if (deviceIds.length === 0) return
    await sql`update campaign_target t set rollback_parked = true
      from unnest(${deviceIds}::bigint[]) as n (device_id)
      where t.company_id = ${company_id}::bigint and t.campaign_id = ${id}::bigint and t.device_id = n.device_id`.execute(
      db,
    )
  },

  /** Those with reports that are now reachable. */
  async unpark(db: Db, { company_id, id }: Key, reported: readonly string[]): Promise<void> {
    if (reported.length === 0) return
    await sql`update campaign_target t set rollback_parked = false
      from unnest(${reported}::bigint[]) as n (device_id)
      join device d on d.company_id = ${company_id}::bigint and d.id = n.device_id
      where t.company_id = ${company_id}::bigint and t.campaign_id = ${id}::bigint and t.device_id = n.device_id
        and t.rollback_parked and d.guard = 'none' and d.presence <> 'offline'`.execute(db)
  },

  /**
   * Those back on their version, failed for good, or past their window: among those in progress with a report
   * or timed out. Returns how many.
   */
  async settle(
    db: Db,
    { company_id, id, offline_hours }: CampaignRow,
    reported: readonly string[],
  ): Promise<number> {
    // Two statements, as in `followRepo.underWay`.
    const { rows: seen } = await sql<{ device_id: string; came: string }>`
      with looked as materialized (
        select device_id from campaign_target
        where campaign_id = ${id}::bigint and rollback in ('reading', 'switching', 'fetching')
        union
        (select device_id from campaign_target
          where campaign_id = ${id}::bigint and is_going_back(rollback) and rollback_due < now() limit ${sql.lit(portion)})
        union
        select unnest(${reported}::bigint[])
      ), seen as (
        select t.device_id, case
          when d.software_version = t.from_version then 'done'
          when d.state <> 'claimed' then 'released'
          when t.rollback = 'wanted' and t.rollback_due < now() then 'offline'
          when t.rollback = 'fetching' and x.state = 'expired' and x.sent_at is null and t.rollback_in_window
            and coalesce(t.rollback_until, 'infinity') > now() then 'again'
          when t.rollback = 'fetching' and x.state in ('failed', 'expired', 'cancelled') then
            case x.state when 'expired' then 'offline' else coalesce(x.fault_code, 'unknown') end
          when t.rollback <> 'wanted' and t.rollback_due < now() then 'not_back' end as came
        from looked l
        join campaign_target t on t.company_id = ${company_id}::bigint and t.campaign_id = ${id}::bigint
          and t.device_id = l.device_id and t.rollback in ('wanted', 'reading', 'switching', 'fetching')
        join device d on d.company_id = ${company_id}::bigint and d.id = t.device_id
        left join device_transfer x on x.id = t.transfer_id
      )
      select device_id, came from seen where came is not null`.execute(db)
    if (seen.length === 0) return 0
    const given = sql`now() + make_interval(hours => ${offline_hours})`
    await sql`
      update campaign_target t set rollback = case s.came when 'done' then 'done' when 'again' then 'wanted' else 'failed' end,
        rollback_fault = case when s.came not in ('done', 'again') then s.came end,
        rollback_from = null,
        rollback_until = case s.came when 'again' then coalesce(t.rollback_until, ${given}) end,
        rollback_due = case s.came when 'again' then coalesce(t.rollback_until, ${given}) else t.rollback_due end,
        state = case s.came when 'done' then 'rolled_back' else t.state end,
        fault_code = case when s.came = 'done' and t.lost then 'went_offline' else t.fault_code end,
        rollback_parked = false, lost = t.lost and s.came <> 'done', token_hash = null, changed_at = now()
      from unnest(${seen.map((one) => one.device_id)}::bigint[], ${seen.map((one) => one.came)}::text[])
        as s (device_id, came)
      where t.company_id = ${company_id}::bigint and t.campaign_id = ${id}::bigint and t.device_id = s.device_id`.execute(
      db,
    )
    return seen.length
  },

  async setStage(
    db: Db,
    id: string,
    stage: 'reading' | 'switching',
    ordered: readonly { deviceId: string; commandId: string }[],
  ): Promise<void> {
    if (ordered.length === 0) return
    await sql`update campaign_target t set rollback = ${stage}, rollback_command_id = o.command_id, rollback_due = null,
        changed_at = now()
      from unnest(${ordered.map((one) => one.deviceId)}::bigint[], ${ordered.map((one) => one.commandId)}::bigint[])
        as o (device_id, command_id)
      where t.campaign_id = ${id}::bigint and t.device_id = o.device_id`.execute(db)
  },

  /** Deadline to be back on the previous version. */
  async setDue(db: Db, { id, verify_minutes }: CampaignRow, deviceIds: readonly string[]): Promise<void> {
    if (deviceIds.length === 0) return
    await sql`update campaign_target set rollback_due = now() + make_interval(mins => ${verify_minutes}), changed_at = now()
      where campaign_id = ${id}::bigint and device_id = any (${deviceIds}::bigint[])`.execute(db)
  },

  /** Known partition values, by device and path. */
  async partitions(db: Db, deviceIds: readonly string[]): Promise<Map<string, Map<string, string>>> {
    const { rows: found } = await sql<{ device_id: string; path: string; value: string }>`
      select device_id, path, value from device_parameter
      where device_id = any (${deviceIds}::bigint[]) and value is not null
        and (path = any (${partitionPaths.slice(0, 2)}::text[])
          or path >= ${partitionPaths[2]} and path < 'Device.DeviceInfo.FirmwareImage/')
      limit 20000`.execute(db)
    const byDevice = new Map<string, Map<string, string>>()
    for (const { device_id, path, value } of found) {
      const known = byDevice.get(device_id) ?? new Map<string, string>()
      byDevice.set(device_id, known.set(path, value))
    }
    return byDevice
  },

  /** Released firmware of each one's previous version that fits it. */
  async earlierFirmware(db: Db, deviceIds: readonly string[], id: string) {
    const { rows: found } = await sql<{
      device_id: string
      firmware_id: string
      version: string
      size: number
      file_name: string
    }>`
      select t.device_id, f.id as firmware_id, f.version, f.size, f.file_name
      from campaign_target t join device d on d.company_id = t.company_id and d.id = t.device_id
      cross join lateral (
        select f.id, f.version, f.size, f.file_name from firmware f
        where f.state = 'released' and f.version = t.from_version
          and (f.manufacturer = '' or lower(f.manufacturer) = lower(d.manufacturer))
          and (lower(d.model_name) like any (firmware_patterns(f.models)) or lower(d.product_class collate "default") like any (firmware_patterns(f.models)))
          and fits_hardware(f.hardware_versions, d.hardware_version)
        order by f.hardware_versions = '{}', f.id desc limit 1) f
      where t.campaign_id = ${id}::bigint and t.device_id = any (${deviceIds}::bigint[])`.execute(db)
    return found
  },

  async setFetching(
    db: Db,
    id: string,
    firmwareId: string,
    sent: readonly { deviceId: string; transferId: string; tokenHash: Buffer }[],
  ): Promise<void> {
    await sql`update campaign_target t set rollback = 'fetching', rollback_firmware_id = ${firmwareId}::bigint, rollback_due = null,
        transfer_id = s.transfer_id, token_hash = s.token_hash, token_until = now() + make_interval(hours => ${urlHours}),
        changed_at = now()
      from unnest(${sent.map((one) => one.deviceId)}::bigint[], ${sent.map((one) => one.transferId)}::bigint[],
        ${sent.map((one) => one.tokenHash)}::bytea[]) as s (device_id, transfer_id, token_hash)
      where t.campaign_id = ${id}::bigint and t.device_id = s.device_id`.execute(db)
  },

  async fail(db: Db, id: string, deviceIds: readonly string[], fault: string): Promise<void> {
    if (deviceIds.length === 0) return
    await sql`update campaign_target set rollback = 'failed', rollback_fault = ${fault}, changed_at = now()
      where campaign_id = ${id}::bigint and device_id = any (${deviceIds}::bigint[])`.execute(db)
  },
}
