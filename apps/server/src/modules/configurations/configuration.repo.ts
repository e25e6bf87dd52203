import type { configurationApi, InputOf } from '@netward/contract'
import type {
  ConfigurationProfile,
  ConfigurationReason,
  ConfigurationState,
} from '@netward/contract/configuration-values'
import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>
type Query = InputOf<typeof configurationApi.pageConfigurations>

/** Column names of the contract. */
export interface ConfigurationRow {
  readonly deviceId: string
  readonly deviceName: string
  readonly deviceType: 'switch' | 'router' | 'firewall' | 'wireless_controller' | 'security_gateway'
  readonly companyId: string
  readonly companyName: string
  readonly outletId: string | null
  readonly outletName: string | null
  readonly brand: string
  readonly modelName: string
  readonly state: ConfigurationState
  readonly reason: ConfigurationReason | null
  readonly enabled: boolean
  readonly lastAt: string | null
  readonly lastOkAt: string | null
  readonly changedAt: string | null
  readonly nextAt: string | null
  readonly versions: number
}

export interface OneConfiguration extends ConfigurationRow {
  readonly profile: ConfigurationProfile | null
  readonly description: string
  readonly hasCredential: boolean
  readonly hostKey: string | null
  readonly offeredHostKey: string | null
}

const source = sql`configuration_backup b
  join device d on d.company_id = b.company_id and d.id = b.device_id and d.state = 'claimed'`

const shown = sql`b.device_id as "deviceId", d.name as "deviceName", d.type as "deviceType", b.company_id as "companyId",
  visible_company_name(b.company_id) as "companyName", d.outlet_id as "outletId", visible_outlet_name(d.outlet_id) as "outletName",
  d.manufacturer as brand, d.model_name as "modelName", b.state,
  case when b.reason = 'no_credential' and configuration_has_way(b.company_id, b.device_id) then null else b.reason end as reason,
  b.enabled, b.last_at as "lastAt",
  b.last_ok_at as "lastOkAt", b.changed_at as "changedAt", case when b.enabled then b.next_at end as "nextAt", b.versions`

const orders = {
  name: sql`lower(d.name), b.device_id`,
  '-name': sql`lower(d.name) desc, b.device_id desc`,
  lastOkAt: sql`b.last_ok_at nulls first, b.device_id`,
  '-lastOkAt': sql`b.last_ok_at desc nulls last, b.device_id desc`,
  changedAt: sql`b.changed_at nulls first, b.device_id`,
  '-changedAt': sql`b.changed_at desc nulls last, b.device_id desc`,
} satisfies Record<Query['sort'], Sql>

export const configurationRepo = {
  async page({ db, scope }: Reader, query: Query): Promise<{ items: ConfigurationRow[]; total: number }> {
    const { search = '', companyId, outletId, type = [], state = [], reason = [], changedSince } = query
    const where = sql.join(
      [
        ...(scope.kind === 'company' ? [sql`b.company_id = ${scope.companyId}::bigint`] : [sql`true`]),
        ...(search === '' ? [] : [sql`strpos(d.search, lower(${search})) > 0`]),
        ...(companyId === undefined ? [] : [sql`b.company_id = ${companyId}::bigint`]),
        ...(outletId === undefined
          ? []
          : [outletId === '0' ? sql`d.outlet_id is null` : sql`d.outlet_id = ${outletId}::bigint`]),
        ...(type.length === 0 ? [] : [sql`d.type = any (${type}::text[])`]),
        ...(state.length === 0 ? [] : [sql`b.state = any (${state}::text[])`]),
        ...(reason.length === 0 ? [] : [sql`b.reason = any (${reason}::text[])`]),
        ...(changedSince === undefined ? [] : [sql`b.changed_at >= ${changedSince}::timestamptz`]),
      ],
      sql` and `,
    )
    const { rows } = await sql<ConfigurationRow>`select ${shown} from ${source} where ${where}
      order by ${orders[query.sort]} limit ${query.pageSize}::int offset ${(query.page - 1) * query.pageSize}::int`.execute(
      db,
    )
    const counted = await sql<{ n: number }>`select count(*)::int as n from (
      select 1 from ${source} where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(db)
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  async summary(
    { db, scope }: Reader,
    companyId: string | undefined,
  ): Promise<{ state: ConfigurationState; count: number; without: number; changed: number }[]> {
    const { rows } = await sql<{
      state: ConfigurationState
      count: number
      without: number
      changed: number
    }>`
      select b.state, count(*)::int as count, count(*) filter (where b.reason = 'no_credential')::int as without,
        count(*) filter (where b.changed_at > now() - interval '7 days')::int as changed
      from ${source} where ${scope.kind === 'company' ? sql`b.company_id = ${scope.companyId}::bigint` : sql`true`}
        and (${companyId ?? null}::bigint is null or b.company_id = ${companyId ?? null}::bigint)
      group by b.state`.execute(db)
    return rows
  },

  async find({ db }: Reader, deviceId: string): Promise<OneConfiguration | undefined> {
    const { rows } = await sql<OneConfiguration>`
      select ${shown}, b.profile, coalesce(a.sys_description, '') as description,
        configuration_has_way(b.company_id, b.device_id) as "hasCredential", t.host_key as "hostKey",
        t.offered_host_key as "offeredHostKey"
      from ${source} left join device_agent a on a.company_id = b.company_id and a.device_id = b.device_id
      left join terminal_access t on t.company_id = b.company_id and t.device_id = b.device_id
      where b.device_id = ${deviceId}::bigint`.execute(db)
    return rows[0]
  },

  async update(
    { db, scope }: Reader,
    deviceId: string,
    set: { enabled: boolean; profile: ConfigurationProfile | null },
  ): Promise<void> {
    await db
      .updateTable('configuration_backup')
      .set(set)
      .where('company_id', '=', scope.companyId)
      .where('device_id', '=', deviceId)
      .execute()
  },

  /** False: one is under way already. */
  async queue({ db, scope }: Reader, deviceId: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('configuration_backup')
      .set({ state: 'queued', queued_at: sql`now()`, by_name: scope.actorName, tries: 0 })
      .where('company_id', '=', scope.companyId)
      .where('device_id', '=', deviceId)
      .where('state', 'not in', ['queued', 'running'])
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
}
