import type { InputOf, syslogApi } from '@netward/contract'
import { syslogFacilities, syslogSeverities } from '@netward/contract/syslog-values'
import { type RawBuilder, sql } from 'kysely'
import { capOf } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Kept, Source } from './receiver/intake.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>
type Query = InputOf<typeof syslogApi.pageSyslog>

/** Column names of the contract. */
export interface MessageRow {
  readonly id: string
  readonly at: string
  readonly saidAt: string | null
  readonly companyId: string
  readonly companyName: string
  readonly deviceId: string
  readonly deviceName: string
  readonly outletId: string | null
  readonly outletName: string | null
  readonly severity: number
  readonly facility: number
  readonly app: string
  readonly text: string
}

export interface Range {
  readonly from: Date
  readonly to: Date
}

const dayMs = 86_400_000
const slots = 8

export const messageRepo = {
  async page(ctx: Reader, query: Query, range: Range): Promise<{ items: MessageRow[]; total: number }> {
    const { search = '', severity = [], facility = [] } = query
    const where = sql.join(
      [
        sql`m.slot = any (${slotsOf(range)}::smallint[])`,
        sql`m.at >= ${range.from.toISOString()}::timestamptz`,
        sql`m.at < ${range.to.toISOString()}::timestamptz`,
        ...placed(ctx, query, sql`m.company_id`, sql`m.device_id`, sql`m.outlet_id`),
        ...(severity.length === 0
          ? []
          : [sql`m.severity = any (${severity.map((one) => syslogSeverities.indexOf(one))}::smallint[])`]),
        ...(facility.length === 0
          ? []
          : [sql`m.facility = any (${facility.map((one) => syslogFacilities.indexOf(one))}::smallint[])`]),
        ...(search === '' ? [] : [sql`strpos(lower(m.app || ' ' || m.text), lower(${search})) > 0`]),
      ],
      sql` and `,
    )
    const order = query.sort === 'at' ? sql`m.at, m.id` : sql`m.at desc, m.id desc`
    const { rows } = await sql<MessageRow>`
      select m.id, m.at, m.said_at as "saidAt", m.company_id as "companyId",
        visible_company_name(m.company_id) as "companyName", m.device_id as "deviceId", d.name as "deviceName",
        m.outlet_id as "outletId", visible_outlet_name(m.outlet_id) as "outletName", m.severity, m.facility, m.app, m.text
      from syslog_message m join device d on d.company_id = m.company_id and d.id = m.device_id
      where ${where} order by ${order} limit ${query.pageSize}::int offset ${(query.page - 1) * query.pageSize}::int`.execute(
      ctx.db,
    )
    const counted = await sql<{ n: number }>`select count(*)::int as n from (
      select 1 from syslog_message m where ${where} limit ${sql.lit(capOf(search) + 1)}) counted`.execute(
      ctx.db,
    )
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  async hours(
    ctx: Reader,
    query: InputOf<typeof syslogApi.chartSyslog>,
    range: Range,
  ): Promise<{ at: string; severity: number; count: number }[]> {
    const { outletId } = query
    const where = sql.join(
      [
        sql`h.hour >= date_trunc('hour', ${range.from.toISOString()}::timestamptz)`,
        sql`h.hour < ${range.to.toISOString()}::timestamptz`,
        ...placed(ctx, query, sql`h.company_id`, sql`h.device_id`, sql`d.outlet_id`),
      ],
      sql` and `,
    )
    const { rows } = await sql<{ at: string; severity: number; count: number }>`
      select h.hour as at, h.severity, sum(h.messages)::int as count from syslog_hour h
      ${outletId === undefined ? sql`` : sql`join device d on d.company_id = h.company_id and d.id = h.device_id`}
      where ${where} group by 1, 2 order by 1, 2`.execute(ctx.db)
    return rows
  },

  async sources(scopes: Scopes, addresses: readonly string[]): Promise<Source[]> {
    const rows = await scopes.asLoginRole<{
      address: string
      device_id: string
      company_id: string
      company_code: string
    }>('select * from syslog_sources($1)', [addresses])
    return rows.map(({ address, device_id, company_id, company_code }) => ({
      address,
      deviceId: device_id,
      companyId: company_id,
      companyCode: company_code,
    }))
  },

  async write(
    scopes: Scopes,
    messages: readonly Kept[],
    dropped: readonly { deviceId: string; n: number }[],
  ): Promise<void> {
    await scopes.asLoginRole('select syslog_write($1, $2)', [
      JSON.stringify(messages),
      JSON.stringify(dropped),
    ])
  },

  async prune(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select syslog_prune(now())', [])
  },
}

function placed(
  { scope }: Reader,
  { companyId, deviceId, outletId }: Pick<Query, 'companyId' | 'deviceId' | 'outletId'>,
  company: Sql,
  device: Sql,
  outlet: Sql,
): Sql[] {
  return [
    ...(scope.kind === 'company' ? [sql`${company} = ${scope.companyId}::bigint`] : []),
    ...(companyId === undefined ? [] : [sql`${company} = ${companyId}::bigint`]),
    ...(deviceId === undefined ? [] : [sql`${device} = ${deviceId}::bigint`]),
    ...(outletId === undefined
      ? []
      : [outletId === '0' ? sql`${outlet} is null` : sql`${outlet} = ${outletId}::bigint`]),
  ]
}

/** The partitions of a range; as `syslog_slot`. */
function slotsOf({ from, to }: Range): number[] {
  const first = Math.floor(from.getTime() / dayMs)
  const last = Math.floor(to.getTime() / dayMs)
  return [
    ...new Set(Array.from({ length: Math.min(last - first + 1, slots) }, (_, n) => (first + n) % slots)),
  ]
}
