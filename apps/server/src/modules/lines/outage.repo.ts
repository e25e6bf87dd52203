import type { InputOf, lineQualityApi, OutputOf } from '@netward/contract'
import { testedParts } from '@netward/contract/line-profiles'
import type { LinkPath, PathMoment } from '@netward/contract/link-tests'
import { sql } from 'kysely'
import { countCap, countRows } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { among, standsIn, withCompanyName } from '../outlets/index.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type LedgerOutage = Outage
type Outage = OutputOf<typeof lineQualityApi.pageLineOutages>['items'][number]

const columns = sql`o.id, o.began_at as "beganAt", o.ended_at as "endedAt", o.down_minutes as "downMinutes",
  o.worst_at as "worstAt", o.worst_loss as "worstLoss", o.worst_rtt as "worstRtt",
  array(select p from unnest(${sql.lit(`{${testedParts.join(',')}}`)}::text[]) with ordinality k (p, n)
    where o.failed & (1 << (n::int - 1)) > 0 order by n) as targets, o.second_view as "secondView", o.second_by as "secondBy", o.cause, o.responsibility, o.cause_rule as "causeRule",
  o.cause_by as "causeBy", o.cause_at as "causeAt", o.note`

type OutageQuery = InputOf<typeof lineQualityApi.pageOutages>
type PlacedOutage = OutputOf<typeof lineQualityApi.pageOutages>['items'][number]

const equal = (column: string, value: string | undefined) =>
  value === undefined ? [] : [sql`${sql.ref(column)} = ${value}::bigint`]

/** Of `line_outage o` with its `internet_line l`. */
function conditionsOf({ scope }: Reader, query: OutageQuery) {
  const { from, to, counted } = query
  const conditions = [
    ...equal('o.company_id', scope.kind === 'company' ? scope.companyId : undefined),
    ...equal('o.company_id', query.companyId),
    ...equal('o.line_id', query.lineId),
    ...equal('l.outlet_id', query.outletId),
    ...standsIn('l', query),
    ...among('l.isp', query.isp),
    ...among('o.cause', query.cause),
    ...among('o.responsibility', query.responsibility),
    ...(from === undefined ? [] : [sql`coalesce(o.ended_at, 'infinity') > ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`o.began_at < ${to}::timestamptz`]),
    ...(counted === undefined ? [] : [sql`o.second_view <> 'disagrees'`]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

export const outageRepo = {
  /** Of all lines in sight. */
  async pageAll(ctx: Reader, query: OutageQuery): Promise<{ items: PlacedOutage[]; total: number }> {
    const { page, pageSize } = query
    const source = sql`line_outage o join internet_line l on l.company_id = o.company_id and l.id = o.line_id
      where ${conditionsOf(ctx, query)}`
    const rows = sql`select ${columns}, o.company_id, o.company_id as "companyId", o.line_id as "lineId", l.name as "lineName", l.isp,
        l.isp_name as "ispName", l.outlet_id as "outletId",
        coalesce((select t.name from outlet t where t.company_id = l.company_id and t.id = l.outlet_id), '') as "outletName"
      from ${source} order by o.began_at desc, o.id desc limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`
    const { rows: items } = await sql<PlacedOutage>`
      select n.*, coalesce(n.company_name, '') as "companyName" from (${withCompanyName(ctx, rows)}) n
      order by n."beganAt" desc, n.id desc`.execute(ctx.db)
    return { items, total: await countRows(ctx.db, source) }
  },

  async page(
    { db }: Reader,
    lineId: string,
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<{ items: Outage[]; total: number }> {
    const { rows } = await sql<Outage>`
      select ${columns} from line_outage o where o.line_id = ${lineId} order by o.began_at desc
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from (select from line_outage o where o.line_id = ${lineId}
        limit ${sql.lit(countCap + 1)}) k`.execute(db)
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  /** That overlap the time since a moment, oldest first. */
  async since({ db }: Reader, lineId: string, since: Date): Promise<LedgerOutage[]> {
    const { rows } = await sql<LedgerOutage>`select ${columns} from line_outage o
      where o.line_id = ${lineId} and coalesce(o.ended_at, 'infinity') > ${since}::timestamptz order by o.began_at`.execute(
      db,
    )
    return rows
  },

  /** Paths of outages, by moment, beside the last healthy one to the same target. */
  async paths(
    { db }: Reader,
    lineId: string,
    outages: readonly Pick<LedgerOutage, 'id' | 'beganAt' | 'endedAt'>[],
  ): Promise<{ outageId: string; moment: PathMoment; path: LinkPath }[]> {
    if (outages.length === 0) return []
    const { rows } = await sql<{ outageId: string; moment: PathMoment; path: LinkPath }>`
      with taken as (
        select distinct on (o.id, p.moment) o.id, o.began, p.company_id, p.target, p.moment, p.path
        from unnest(${outages.map(({ id }) => id)}::bigint[], ${outages.map(({ beganAt }) => beganAt)}::timestamptz[],
          ${outages.map(({ endedAt }) => endedAt)}::timestamptz[]) o (id, began, ended)
        join line_path p on p.line_id = ${lineId} and p.moment in ('onset', 'after_5_minutes', 'end')
          and p.at between o.began - interval '2 minutes' and coalesce(o.ended, now()) + interval '15 minutes'
        order by o.id, p.moment, p.at)
      select id as "outageId", moment, path from taken
      union all
      select t.id, 'healthy', h.path from (select distinct on (id) * from taken order by id, moment = 'onset' desc) t
      cross join lateral (select p.path from line_path p where p.company_id = t.company_id and p.line_id = ${lineId}
        and p.target = t.target and p.moment = 'healthy' and p.at < t.began order by p.at desc limit 1) h`.execute(
      db,
    )
    return rows
  },

  async findCompany({ db }: Reader, id: string): Promise<string | undefined> {
    const { rows } = await sql<{ company_id: string }>`
      select o.company_id from line_outage o where o.id = ${id}`.execute(db)
    return rows[0]?.company_id
  },

  async lock({ db, scope }: Reader, id: string) {
    const { rows } = await sql<{
      lineId: string
      outletId: string
      line: string
      cause: Outage['cause']
      responsibility: Outage['responsibility']
      note: string
    }>`select o.line_id as "lineId", l.outlet_id as "outletId", l.name as line, o.cause, o.responsibility, o.note
      from line_outage o join internet_line l on l.id = o.line_id
      where o.id = ${id} and o.company_id = ${scope.companyId} for update of o`.execute(db)
    return rows[0]
  },

  async setCause(
    { db, scope }: Reader,
    id: string,
    set: Pick<Outage, 'cause' | 'responsibility' | 'note'>,
  ): Promise<void> {
    await sql`update line_outage set cause = ${set.cause}, responsibility = ${set.responsibility}, cause_rule = null, note = ${set.note}, cause_by = ${scope.actorName}, cause_at = now()
      where id = ${id}`.execute(db)
  },
}
