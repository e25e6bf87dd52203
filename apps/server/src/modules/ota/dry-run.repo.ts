import type { InputOf, otaCampaignApi } from '@netward/contract'
import type { Misfit } from '@netward/contract/states/campaign'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { matchingDevices } from '../devices/index.ts'
import type { FirmwareRow } from './firmware.repo.ts'

export type Reader = Pick<RequestContext, 'db'> & { readonly scope: Pick<Scope, 'companyId'> }
type Sql = RawBuilder<unknown>
export type Choice = Pick<
  InputOf<typeof otaCampaignApi.createCampaign>,
  'deviceIds' | 'filters' | 'allowDowngrade'
>

export interface DryRunRow {
  id: string
  name: string
  model_name: string
  software_version: string
  hardware_version: string
  misfit: Misfit | null
}

/** A gateway offline for longer than this is not waited for. */
const longOffline = sql.lit('30 days')

/** Whether the hours of `outlet o` are unknown. */
const hasNoHours = sql`coalesce(o.business_hours, '') = ''`

/** Whether a started campaign upgrades `device d`, or will and has not added it yet. */
const isBusy = sql`exists (
    select from campaign_target t join campaign c on c.company_id = t.company_id and c.id = t.campaign_id
    where t.device_id = d.id and c.ended_at is null and coalesce(c.becomes, c.state) <> 'draft'
      and t.state in ('waiting', 'queued', 'sent', 'downloading', 'transferred'))
  or d.id in (
    select unnest(p.device_ids) from campaign_portion p
    join campaign c on c.company_id = p.company_id and c.id = p.campaign_id and c.becomes <> 'draft')`

/** Why a firmware does not fit `device d`; null if it does. */
function misfitOf({ scope }: Reader, firmware: FirmwareRow, choice: Choice, found: Sql): Sql {
  return sql`case when d.company_id <> ${scope.companyId}::bigint then 'other_company' else ${misfitAnywhere(firmware, choice, found)} end`
}

/** Compares each version once, not per device in `found`: a comparison takes tens of microseconds. */
function isNewer(firmware: FirmwareRow, found: Sql): Sql {
  return sql`d.software_version in (
    select v.version from (select distinct d.software_version as version from device d where ${found} offset 0) v
    where is_newer(v.version, ${firmware.version}::text))`
}

function misfitAnywhere(firmware: FirmwareRow, { allowDowngrade }: Choice, found: Sql): Sql {
  return sql`case
    when d.driver <> 'cwmp' then 'not_gateway'
    when ${firmware.manufacturer}::text <> '' and lower(d.manufacturer) <> lower(${firmware.manufacturer}::text)
      or not (lower(d.model_name) like any (firmware_patterns(${firmware.models}::text[]))
        or lower(d.product_class collate "default") like any (firmware_patterns(${firmware.models}::text[]))) then 'model'
    when not fits_hardware(${firmware.hardware_versions}::text[], d.hardware_version) then
      case btrim(d.hardware_version) when '' then 'hardware_unknown' else 'hardware' end
    when d.software_version = ${firmware.version}::text then 'at_version'
    ${allowDowngrade ? sql`` : sql`when ${isNewer(firmware, found)} then 'newer_version'`}
    when ${firmware.minimum_version}::text <> ''
      and version_numbers(d.software_version) < version_numbers(${firmware.minimum_version}::text) then 'below_minimum'
    when d.guard <> 'none' then 'guarded'
    when ${isBusy} then 'busy'
    when d.presence = 'offline' and not exists (select from device_presence p
      where p.device_id = d.id and p.last_inform_at > now() - interval ${longOffline}) then 'offline_long'
    end`
}

/** The chosen devices in scope; filters apply to the company acted in only. */
function chosen({ scope }: Reader, { deviceIds, filters }: Choice): Sql {
  return deviceIds === undefined
    ? sql`d.company_id = ${scope.companyId}::bigint ${matchingDevices(filters ?? {})}`
    : sql`d.id = any (${deviceIds}::bigint[])`
}

export function judged(ctx: Reader, firmware: FirmwareRow, choice: Choice): Sql {
  const found = sql`d.state = 'claimed' and ${chosen(ctx, choice)}`
  return sql`select d.id, d.name, d.model_name, d.software_version, d.hardware_version, d.outlet_id, ${misfitOf(ctx, firmware, choice, found)} as misfit
    from device d where ${found}`
}

export const dryRunRepo = {
  async counts(ctx: Reader, firmware: FirmwareRow, choice: Choice) {
    const { rows } = await sql<{ misfit: Misfit | null; n: number; without_hours: number }>`
      select misfit, count(*)::int as n, count(*) filter (where ${hasNoHours})::int as without_hours
      from (${judged(ctx, firmware, choice)}) j
      left join outlet o on o.company_id = ${ctx.scope.companyId}::bigint and o.id = j.outlet_id group by misfit`.execute(
      ctx.db,
    )
    return rows
  },

  async page(
    ctx: Reader,
    firmware: FirmwareRow,
    { page, pageSize, show, ...choice }: InputOf<typeof otaCampaignApi.dryRun>,
  ): Promise<DryRunRow[]> {
    const shown =
      show === undefined
        ? sql``
        : show === 'fits'
          ? sql`where misfit is null`
          : sql`where misfit = ${show}::text`
    const { rows } = await sql<DryRunRow>`select * from (${judged(ctx, firmware, choice)}) j ${shown}
      order by name, id limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(ctx.db)
    return rows
  },

  /** Matches per visible company, most first. */
  async byCompany(ctx: Reader, firmware: FirmwareRow, choice: Choice, most: number) {
    const found = sql`d.state = 'claimed' ${matchingDevices(choice.filters ?? {})}`
    const { rows } = await sql<{
      company_id: string
      company_name: string
      n: number
      without_hours: number
    }>`
      select f.company_id, k.name as company_name, f.n, f.without_hours from (
        select d.company_id, count(*)::int as n, count(*) filter (where ${hasNoHours})::int as without_hours from device d
        left join outlet o on o.company_id = d.company_id and o.id = d.outlet_id
        where ${found} and (${misfitAnywhere(firmware, choice, found)}) is null
        group by d.company_id) f
      join company k on k.id = f.company_id and k.status = 'active'
      order by f.n desc, f.company_id limit ${most}::int`.execute(ctx.db)
    return rows
  },

  /**
   * Adds gateways that match since. A unit once in the campaign is never added again, whatever its outcome,
   * even as a new device after release and claim.
   */
  async insertNewcomers(
    ctx: Reader,
    firmware: FirmwareRow,
    choice: Choice,
    campaignId: string,
    ring: number,
  ): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      with taken as (
        insert into campaign_target (company_id, campaign_id, device_id, ring, from_version)
        select ${ctx.scope.companyId}::bigint, ${campaignId}::bigint, j.id, ${ring}, j.software_version
        from (${judged(ctx, firmware, choice)}) j join device n on n.id = j.id
        where j.misfit is null
          and not exists (select from campaign_target t where t.campaign_id = ${campaignId}::bigint and t.device_id = n.id)
          and not exists (
            select from campaign_target t join device o on o.company_id = t.company_id and o.id = t.device_id
            where t.campaign_id = ${campaignId}::bigint and t.state in ('aborted', 'failed', 'rolled_back', 'cancelled')
              and o.oui = n.oui and o.product_class = n.product_class and o.serial_number = n.serial_number)
        returning 1)
      select count(*)::int as n from taken`.execute(ctx.db)
    return rows[0]?.n ?? 0
  },
}
