import type { InputOf, otaProgrammeApi } from '@netward/contract'
import type { CampaignState } from '@netward/contract/states/campaign'
import { sql } from 'kysely'
import { capped, capOf, countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { FirmwareRow } from './firmware.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Asked = InputOf<typeof otaProgrammeApi.createProgramme>

export interface ProgrammeRow {
  id: string
  name: string
  firmware_id: string
  version: string
  filters: Asked['filters']
  plan: Omit<Asked, 'name' | 'firmwareId' | 'filters'>
  created_at: string
  created_by_name: string
  tenants: number
  refused: number
  ended: number
  targets: number
  verified: number
  failed: number
  rolled_back: number
}

export interface ProgrammeTenantRow {
  tenant_id: string
  tenant_name: string
  /** Null if no longer visible, or absent. */
  campaign_id: string | null
  state: CampaignState | null
  refusal: string | null
  targets: number
  prepared: number
  verified: number
  failed: number
  rolled_back: number
}

/** Totals over its tenants' campaigns that are still visible. */
const columns = sql`p.id, p.name, p.firmware_id, p.version, p.filters, p.plan, p.created_at, p.created_by_name, k.*`
const sums = sql`cross join lateral (
  select count(*)::int as tenants, count(*) filter (where n.refusal is not null)::int as refused,
    count(*) filter (where c.ended_at is not null or n.campaign_id is not null and c.id is null)::int as ended,
    coalesce(sum(c.targets), 0)::int as targets, coalesce(sum(c.verified), 0)::int as verified,
    coalesce(sum(c.failed), 0)::int as failed, coalesce(sum(c.rolled_back), 0)::int as rolled_back
  from ota_programme_tenant n left join campaign c on c.company_id = n.tenant_id and c.id = n.campaign_id
  where n.company_id = p.company_id and n.programme_id = p.id) k`

export const programmeRepo = {
  async insert({ db, scope }: Reader, firmware: FirmwareRow, asked: Asked): Promise<string> {
    const { name, firmwareId: _, filters, ...plan } = asked
    const { rows } = await sql<{ id: string }>`
      insert into ota_programme (company_id, name, firmware_id, version, filters, plan, created_by_name)
      values (${scope.companyId}::bigint, ${name}, ${firmware.id}::bigint, ${firmware.version}, ${JSON.stringify(filters)}::jsonb,
        ${JSON.stringify(plan)}::jsonb, ${scope.actorName})
      returning id`.execute(db)
    return rows[0]!.id
  },

  async find({ db, scope }: Reader, id: string): Promise<ProgrammeRow | undefined> {
    const { rows } = await sql<ProgrammeRow>`select ${columns} from ota_programme p ${sums}
      where p.id = ${id}::bigint and p.company_id = ${scope.companyId}::bigint`.execute(db)
    return rows[0]
  },

  async page(
    { db, scope }: Reader,
    { page, pageSize, search = '', sort }: InputOf<typeof otaProgrammeApi.pageProgrammes>,
  ) {
    const matching = sql`p.company_id = ${scope.companyId}::bigint
      ${search === '' ? sql`` : sql`and strpos(lower(p.name || ' ' || p.version), lower(${search}::text)) > 0`}`
    const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
    const { rows } = await sql<ProgrammeRow>`
      select ${columns} from (select * from ota_programme p where ${matching}
        order by p.created_at ${direction}, p.id ${direction}
        limit ${pageSize}::int offset ${(page - 1) * pageSize}::int) p ${sums}
      order by p.created_at ${direction}, p.id ${direction}`.execute(db)
    const counted = await sql<{ n: number }>`select count(*)::int as n
      from (select 1 from ota_programme p where ${matching} limit ${sql.lit(countCap + 1)}) m`.execute(db)
    return { items: rows, ...capped(counted.rows[0]?.n ?? 0, capOf(search)) }
  },

  async remove({ db, scope }: Reader, id: string): Promise<void> {
    await sql`delete from ota_programme where id = ${id}::bigint and company_id = ${scope.companyId}::bigint`.execute(
      db,
    )
  },

  async pageTenants(
    { db, scope }: Reader,
    {
      programmeId,
      page,
      pageSize,
      search = '',
      state = [],
      sort,
    }: InputOf<typeof otaProgrammeApi.pageProgrammeTenants>,
  ) {
    const matching = sql`from ota_programme_tenant n
      left join campaign c on c.company_id = n.tenant_id and c.id = n.campaign_id
      where n.company_id = ${scope.companyId}::bigint and n.programme_id = ${programmeId}::bigint
        ${state.length > 0 ? sql`and c.state = any (${state}::text[])` : sql``}
        ${search === '' ? sql`` : sql`and strpos(lower(n.tenant_name), lower(${search}::text)) > 0`}`
    const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
    const { rows } = await sql<ProgrammeTenantRow>`
      select n.tenant_id, n.tenant_name, c.id as campaign_id, c.state, n.refusal, coalesce(c.targets, 0) as targets,
        coalesce(c.targets - c.to_take, 0) as prepared,
        coalesce(c.verified, 0) as verified, coalesce(c.failed, 0) as failed,
        coalesce(c.rolled_back, 0) as rolled_back
      ${matching} order by n.tenant_name ${direction}, n.tenant_id ${direction}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    const counted = await sql<{ n: number }>`select count(*)::int as n
      from (select 1 ${matching} limit ${sql.lit(countCap + 1)}) m`.execute(db)
    return { items: rows, ...capped(counted.rows[0]?.n ?? 0) }
  },

  /** Names of the visible tenants, and each one's campaign. */
  async tenants(
    { db, scope }: Reader,
    programmeId: string,
    companyIds: readonly string[],
  ): Promise<{ id: string; name: string; campaign_id: string | null }[]> {
    const { rows } = await sql<{ id: string; name: string; campaign_id: string | null }>`
      select k.id, k.name, n.campaign_id from company k
      left join ota_programme_tenant n on n.company_id = ${scope.companyId}::bigint and n.programme_id = ${programmeId}::bigint
        and n.tenant_id = k.id
      where k.id = any (${companyIds}::bigint[]) order by k.id`.execute(db)
    return rows
  },

  async setTenant(
    { db, scope }: Reader,
    programmeId: string,
    tenant: { id: string; name: string },
    outcome: { campaignId: string | null; refusal: string | null },
  ): Promise<void> {
    await sql`insert into ota_programme_tenant (company_id, programme_id, tenant_id, tenant_name, campaign_id, refusal)
      values (${scope.companyId}::bigint, ${programmeId}::bigint, ${tenant.id}::bigint, ${tenant.name},
        ${outcome.campaignId}::bigint, ${outcome.refusal})
      on conflict (company_id, programme_id, tenant_id) do update
        set campaign_id = excluded.campaign_id, refusal = excluded.refusal, tenant_name = excluded.tenant_name`.execute(
      db,
    )
  },

  /** The campaign of the company acted in. */
  async campaignOf(
    { db, scope }: Reader,
    programmeCompanyId: string,
    programmeId: string,
  ): Promise<string | undefined> {
    const { rows } = await sql<{
      id: string
    }>`select id from campaign where company_id = ${scope.companyId}::bigint
      and programme_company_id = ${programmeCompanyId}::bigint and programme_id = ${programmeId}::bigint`.execute(
      db,
    )
    return rows[0]?.id
  },
}
