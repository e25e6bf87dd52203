import type { InputOf, syslogApi } from '@netward/contract'
import { syslogFacilities, syslogSeverities } from '@netward/contract/syslog-values'
import { type RawBuilder, sql } from 'kysely'
import { capOf, countCap } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { RuleEvent } from '../alarms/index.ts'
import type { Kept, Source } from './receiver/intake.ts'
import { needsLook, searchedWords } from '../../platform/words.ts'

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

/** A page may lie so far down a search, whose results are gathered from the first on. */
const mostSearched = 10_000

export const messageRepo = {
  page(ctx: Reader, query: Query, range: Range): Promise<{ items: MessageRow[]; total: number }> {
    const terms = (query.search ?? '').split(/\s+/u).filter((term) => term !== '')
    return terms.length === 0 ? listed(ctx, query, range) : searched(ctx, query, range, terms)
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
    events: readonly RuleEvent[],
  ): Promise<void> {
    await scopes.asLoginRole('select syslog_write($1, $2, $3)', [
      JSON.stringify(messages),
      JSON.stringify(dropped),
      JSON.stringify(events),
    ])
  },

  async prune(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select syslog_prune(now())', [])
  },
}

const shown = sql`m.id, m.at, m.said_at as "saidAt", m.company_id as "companyId",
  visible_company_name(m.company_id) as "companyName", m.device_id as "deviceId", d.name as "deviceName",
  m.outlet_id as "outletId", visible_outlet_name(m.outlet_id) as "outletName", m.severity, m.facility, m.app, m.text`

const severityCodes = ({ severity = [] }: Query) => severity.map((one) => syslogSeverities.indexOf(one))
const facilityCodes = ({ facility = [] }: Query) => facility.map((one) => syslogFacilities.indexOf(one))

async function listed(ctx: Reader, query: Query, range: Range) {
  const [severity, facility] = [severityCodes(query), facilityCodes(query)]
  const where = sql.join(
    [
      sql`m.slot = any (${slotsOf(range)}::smallint[])`,
      sql`m.at >= ${range.from.toISOString()}::timestamptz`,
      sql`m.at < ${range.to.toISOString()}::timestamptz`,
      ...placed(ctx, query, sql`m.company_id`, sql`m.device_id`, sql`m.outlet_id`),
      ...(facility.length === 0 ? [] : [sql`m.facility = any (${facility}::smallint[])`]),
    ],
    sql` and `,
  )
  const order = query.sort === 'at' ? sql`at, id` : sql`at desc, id desc`
  // A walk for each severity, as its index is in order: a prepared plan for any of them would read all messages.
  const walk = (limit: Sql) =>
    severity.length === 0
      ? sql`select m.* from syslog_message m where ${where} order by ${order} ${limit}`
      : sql`select w.* from unnest(${severity}::smallint[]) s(code) cross join lateral (
          select m.* from syslog_message m where ${where} and m.severity = s.code order by ${order} ${limit}) w
        order by ${order} ${limit}`
  const offset = (query.page - 1) * query.pageSize
  const { rows } = await sql<MessageRow>`
    select ${shown} from (select * from (${walk(bounded(offset + query.pageSize))}) w order by ${order} offset ${offset}::int) m
    cross join lateral (${deviceOf}) d order by ${order}`.execute(ctx.db)
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from (${walk(sql`limit ${sql.lit(countCap + 1)}`)}) counted`.execute(ctx.db)
  return { items: rows, total: counted.rows[0]?.n ?? 0 }
}

/** Few texts, each with its plan: first pages have literals. */
const bounded = (limit: number): Sql =>
  [20, 50, 100, 200].includes(limit) ? sql`limit ${sql.lit(limit)}` : sql`limit ${limit}::int`

const deviceOf = sql`select d.name from device d where d.company_id = m.company_id and d.id = m.device_id offset 0`

/** By the index of words; the rows are read under the policies. */
async function searched(ctx: Reader, query: Query, range: Range, terms: readonly string[]) {
  const { deviceId, outletId, companyId, page, pageSize } = query
  if (companyId !== undefined && companyId !== ctx.scope.companyId) return { items: [], total: 0 }
  const [severity, facility] = [severityCodes(query), facilityCodes(query)]
  const filters = {
    from: range.from,
    to: range.to,
    deviceId,
    outletId,
    ...(severity.length > 0 && { severity }),
    ...(facility.length > 0 && { facility }),
  }
  const descending = query.sort === '-at'
  const most = Math.min(mostSearched, Math.max(capOf('search') + 1, page * pageSize))
  const direction = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<MessageRow & { total: number }>`
    with hit as materialized (select * from search_syslog(${terms.filter(needsLook)}::text[], ${JSON.stringify(terms.flatMap(searchedWords))}::jsonb,
      ${JSON.stringify(filters)}::jsonb, ${descending}, ${most}::int))
    select (select count(*)::int from hit) as total, ${shown}
    from (select * from hit order by at ${direction}, id ${direction} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int) h
    cross join lateral (select m.* from syslog_message m where m.company_id = ${ctx.scope.companyId}::bigint
      and m.slot = syslog_slot(h.at) and m.at = h.at and m.id = h.id offset 0) m
    cross join lateral (${deviceOf}) d order by h.at ${direction}, h.id ${direction}`.execute(ctx.db)
  return { items: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Of the company acted in: from above nothing else is seen. */
function placed(
  { scope }: Reader,
  { companyId, deviceId, outletId }: Pick<Query, 'companyId' | 'deviceId' | 'outletId'>,
  company: Sql,
  device: Sql,
  outlet: Sql,
): Sql[] {
  return [
    sql`${company} = ${scope.companyId}::bigint`,
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
