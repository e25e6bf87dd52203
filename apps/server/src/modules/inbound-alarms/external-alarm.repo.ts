import type { inboundAlarmApi, InputOf } from '@netward/contract'
import type { AlarmSeverity } from '@netward/contract/alarm-values'
import { comparisonMinutes } from '@netward/contract/inbound-alarm-values'
import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>
export type ExternalQuery = InputOf<typeof inboundAlarmApi.pageExternalAlarms>
type Places = Pick<ExternalQuery, 'sourceId' | 'outletId' | 'deviceId'>

export interface Range {
  readonly from: string
  readonly to: string
}

/** Column names of the contract. */
export interface ExternalRow {
  readonly id: string | null
  readonly alarmId: string | null
  readonly sourceId: string | null
  readonly sourceName: string | null
  readonly severity: AlarmSeverity
  readonly state: 'active' | 'cleared'
  readonly host: string
  readonly name: string
  readonly text: string
  readonly rule: string | null
  readonly ruleName: string | null
  readonly startedAt: string
  readonly endedAt: string | null
  readonly begun: boolean
  readonly deviceId: string | null
  readonly deviceName: string | null
  readonly deviceType: string | null
  readonly lineId: string | null
  readonly lineName: string | null
  readonly outletId: string | null
  readonly outletName: string | null
  readonly match: { alarmId: string; rule: string; ruleName: string | null; raisedAt: string } | null
}

export interface ComparedDay {
  readonly at: string
  readonly both: number
  readonly theirs: number
  readonly ours: number
  readonly unmatched: number
}

const near = sql.lit(`${comparisonMinutes} minutes`)
const theirs = sql`external_alarm e join inbound_source s on s.company_id = e.company_id and s.id = e.source_id
  left join device d on d.company_id = e.company_id and d.id = e.device_id
  left join internet_line l on l.company_id = e.company_id and l.id = e.line_id
  left join outlet o on o.company_id = e.company_id and o.id = e.matched_outlet_id`
const ours = sql`alarm a left join device d on d.company_id = a.company_id and d.id = a.device_id
  left join internet_line l on l.company_id = a.company_id and l.id = a.line_id`
const isMatched = sql`coalesce(e.device_id, e.line_id, e.matched_outlet_id) is not null`

/** The same: on one device or line, or at the outlet that the other system means, begun at about the same time. */
const isSame = sql`a.company_id = e.company_id
  and (a.subject_id = coalesce(e.device_id, e.line_id) or a.outlet_id = e.matched_outlet_id)
  and a.raised_at between e.started_at - ${near}::interval and e.started_at + ${near}::interval`

const isOurs = sql`exists (select from alarm a where ${isSame})`

/** Both kinds, of the company acted in. */
export const externalAlarmRepo = {
  async page(
    ctx: Reader,
    query: ExternalQuery,
    range: Range,
  ): Promise<{ items: ExternalRow[]; total: number }> {
    const isOwn = query.comparison === 'ours'
    const where = all(isOwn ? ownOf(ctx, query, range) : listed(ctx, query, range))
    const source = isOwn ? ours : theirs
    const counted = await sql<{ n: number }>`select count(*)::int as n from (
      select 1 from ${source} where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(ctx.db)
    const direction = query.sort === 'startedAt' ? sql`asc` : sql`desc`
    const order = isOwn
      ? sql`a.raised_at ${direction}, a.id ${direction}`
      : sql`e.started_at ${direction}, e.id ${direction}`
    const { rows } = await sql<ExternalRow>`select ${isOwn ? ownColumns : columns} from ${source}
      where ${where} order by ${order}
      limit ${query.pageSize}::int offset ${(query.page - 1) * query.pageSize}::int`.execute(ctx.db)
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  async days(ctx: Reader, places: Places, range: Range, timeZone: string): Promise<ComparedDay[]> {
    const { rows } = await sql<ComparedDay>`
      with compared as (
        select e.started_at as at, case when ${isOurs} then 'both' else 'theirs' end as kind, not ${isMatched} as unmatched
        from ${theirs} where ${all(listed(ctx, places, range))}
        union all
        select a.raised_at, 'ours', false from ${ours} where ${all(ownOf(ctx, places, range))}
      )
      select k.day at time zone ${timeZone} as at, count(*) filter (where kind = 'both')::int as both,
        count(*) filter (where kind = 'theirs')::int as theirs, count(*) filter (where kind = 'ours')::int as ours,
        count(*) filter (where unmatched)::int as unmatched
      from generate_series(date_trunc('day', ${range.from}::timestamptz at time zone ${timeZone}),
        ${range.to}::timestamptz at time zone ${timeZone}, '1 day') k (day)
      left join compared c on c.at >= k.day at time zone ${timeZone}
        and c.at < (k.day + interval '1 day') at time zone ${timeZone}
      group by k.day order by k.day`.execute(ctx.db)
    return rows
  },
}

const columns = sql`e.id, null as "alarmId", e.source_id as "sourceId", s.name as "sourceName", e.severity,
  case when e.ended_at is null then 'active' else 'cleared' end as state, e.host, e.name, e.text, null as rule,
  null as "ruleName", e.started_at as "startedAt", e.ended_at as "endedAt", e.begun, e.device_id as "deviceId",
  d.name as "deviceName", d.type as "deviceType", e.line_id as "lineId", l.name as "lineName",
  e.matched_outlet_id as "outletId", o.name as "outletName",
  (select jsonb_build_object('alarmId', a.id::text, 'rule', a.rule, 'ruleName', a.rule_name, 'raisedAt', a.raised_at)
    from alarm a where ${isSame} order by abs(extract(epoch from a.raised_at - e.started_at)), a.id limit 1) as match`

const ownColumns = sql`null as id, a.id as "alarmId", null as "sourceId", null as "sourceName", a.severity, a.state, '' as host,
  '' as name, a.label as text, a.rule, a.rule_name as "ruleName", a.raised_at as "startedAt", a.cleared_at as "endedAt",
  true as begun, a.device_id as "deviceId", d.name as "deviceName", d.type as "deviceType", a.line_id as "lineId",
  l.name as "lineName", null as "outletId", null as "outletName", null as match`

type Filters = Places &
  Partial<Pick<ExternalQuery, 'search' | 'severity' | 'state' | 'comparison' | 'matched'>>

function listed({ scope }: Reader, filters: Filters, { from, to }: Range): Sql[] {
  const { search = '', severity = [], state, comparison, matched, sourceId = [] } = filters
  const text = search.toLowerCase()
  return [
    sql`e.company_id = ${scope.companyId}::bigint`,
    sql`e.started_at >= ${from}::timestamptz`,
    sql`e.started_at < ${to}::timestamptz`,
    ...(sourceId.length === 0 ? [] : [sql`e.source_id = any (${sourceId}::bigint[])`]),
    ...(text === ''
      ? []
      : [
          sql`strpos(lower(concat_ws(' ', e.host, host(e.address), e.name, e.text, d.name, l.name, o.name)), ${text}) > 0`,
        ]),
    ...(severity.length === 0 ? [] : [sql`e.severity = any (${severity}::text[])`]),
    ...(state === undefined
      ? []
      : [state === 'active' ? sql`e.ended_at is null` : sql`e.ended_at is not null`]),
    ...(matched === undefined ? [] : [matched === 'yes' ? isMatched : sql`not ${isMatched}`]),
    ...(comparison === 'both' ? [isOurs] : comparison === 'theirs' ? [sql`not ${isOurs}`] : []),
    ...placed(filters, sql`coalesce(e.matched_outlet_id, d.outlet_id, l.outlet_id)`),
  ]
}

/** Alarms of ours on devices and lines that none of the sources raised. */
function ownOf({ scope }: Reader, filters: Filters, { from, to }: Range): Sql[] {
  const { search = '', severity = [], state, matched, sourceId = [] } = filters
  const text = search.toLowerCase()
  return [
    sql`a.company_id = ${scope.companyId}::bigint`,
    sql`a.raised_at >= ${from}::timestamptz`,
    sql`a.raised_at < ${to}::timestamptz`,
    sql`a.subject_id is not null`,
    sql`not exists (select from external_alarm e where ${isSame}
      ${sourceId.length === 0 ? sql`` : sql`and e.source_id = any (${sourceId}::bigint[])`})`,
    ...(text === ''
      ? []
      : [sql`strpos(lower(concat_ws(' ', d.name, l.name, a.label, a.rule_name)), ${text}) > 0`]),
    ...(severity.length === 0 ? [] : [sql`a.severity = any (${severity}::text[])`]),
    ...(state === undefined ? [] : [sql`a.state = ${state}`]),
    ...(matched === 'no' ? [sql`false`] : []),
    ...placed(filters, sql`a.outlet_id`),
  ]
}

function placed({ outletId, deviceId }: Places, outlet: Sql): Sql[] {
  return [
    ...(outletId === undefined ? [] : [sql`${outlet} = ${outletId}::bigint`]),
    ...(deviceId === undefined ? [] : [sql`d.id = ${deviceId}::bigint`]),
  ]
}

const all = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `)
