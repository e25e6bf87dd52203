import type { diagnosticApi, InputOf } from '@netward/contract'
import type { DiagnosticKind } from '@netward/cwmp'
import { sql } from 'kysely'
import { cappedCount } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type ListQuery = InputOf<typeof diagnosticApi.pageDiagnostics>
type Range = NonNullable<ListQuery['range']>

export const runColumns = [
  'id',
  'kind',
  'target',
  'state',
  'result',
  'fault_code',
  'fault_detail',
  'interface',
  'interface_label',
  'dscp',
  'refused',
  'check_id',
  'created_at',
  'created_by_name',
  'started_at',
  'ended_at',
] as const

export type RunRow = Awaited<ReturnType<typeof diagnosticListRepo.page>>['items'][number]

const hours = {
  '12h': 12,
  '24h': 24,
  '3d': 72,
  '7d': 168,
  '30d': 720,
  '90d': 2160,
} as const satisfies Record<Exclude<Range, 'today'>, number>

const maxPoints = 1_000

interface SeriesRow {
  id: string
  created_at: string
  sent: number | null
  received: number | null
  avg_ms: number | null
  hops: number | null
  jump_hop: number | null
  lookup_ms: number | null
  mbit_s: number | null
}

const sortColumns: Record<string, 'created_at' | 'kind' | 'target' | 'state' | 'ended_at'> = {
  createdAt: 'created_at',
  kind: 'kind',
  target: 'target',
  state: 'state',
  endedAt: 'ended_at',
}

function since(range: Range) {
  if (range === 'today') {
    return sql<string>`(select date_trunc('day', now() at time zone c.time_zone) at time zone c.time_zone
      from company c where c.id = scope_company())`
  }
  return sql<string>`now() - make_interval(hours => ${hours[range]}::int)`
}

function matching({ db }: Reader, { deviceId, kind, state, target, range, checkId }: ListQuery) {
  return (
    db
      .selectFrom('diagnostic_run')
      .where('device_id', '=', deviceId)
      // Those that measure a line are gone in a minute.
      .where('line_id', 'is', null)
      .$if(kind !== undefined, (query) => query.where('kind', 'in', kind!))
      .$if(state !== undefined, (query) => query.where('state', 'in', state!))
      .$if(target !== undefined, (query) => query.where('target', '=', target!))
      .$if(checkId !== undefined, (query) => query.where('check_id', '=', checkId!))
      .$if(range !== undefined, (query) => query.where('created_at', '>=', since(range!)))
  )
}

export const diagnosticListRepo = {
  async page(ctx: Reader, query: ListQuery, limit: number, offset: number) {
    const column = sortColumns[query.sort.replace(/^-/, '')] ?? 'created_at'
    const direction = query.sort.startsWith('-') ? 'desc' : 'asc'
    const items = await matching(ctx, query)
      .select(runColumns)
      // The id orders runs of the same moment, and matches the index.
      .$if(column !== 'created_at', (found) => found.orderBy(column, direction))
      .orderBy('id', direction)
      .limit(limit)
      .offset(offset)
      .execute()
    return { items, ...(await cappedCount(ctx.db, matching(ctx, query))) }
  },

  find({ db }: Reader, deviceId: string, id: string) {
    return db
      .selectFrom('diagnostic_run')
      .select(runColumns)
      .where('id', '=', id)
      .where('device_id', '=', deviceId)
      .executeTakeFirst()
  },

  some({ db }: Reader, ids: readonly string[]) {
    return db
      .selectFrom('diagnostic_run')
      .select(runColumns)
      .where('id', '=', sql<string>`any (${ids}::bigint[])`)
      .execute()
  },

  async targets({ db }: Reader, deviceId: string, kind: DiagnosticKind, range: Range): Promise<string[]> {
    const rows = await db
      .selectFrom('diagnostic_run')
      .select('target')
      .where('device_id', '=', deviceId)
      .where('kind', '=', kind)
      .where('created_at', '>=', since(range))
      .where('state', 'in', ['complete', 'failed'])
      .groupBy('target')
      .orderBy(sql`count(*)`, 'desc')
      .orderBy('target')
      .limit(50)
      .execute()
    return rows.map(({ target }) => target)
  },

  /** Lines used by runs to a target, by their latest names; empty: default routing. */
  async interfaces(
    { db }: Reader,
    deviceId: string,
    kind: DiagnosticKind,
    range: Range,
    target: string,
  ): Promise<{ path: string; label: string }[]> {
    const { rows } = await sql<{ path: string; label: string }>`
      select coalesce(r.interface, '') as path, coalesce((array_agg(r.interface_label order by r.id desc))[1], '') as label
      from diagnostic_run r
      where r.device_id = ${deviceId}::bigint and r.kind = ${kind} and r.target = ${target}
        and r.created_at >= ${since(range)} and r.state in ('complete', 'failed')
      group by 1 order by count(*) desc, 1 limit 50`.execute(db)
    return rows
  },

  /**
   * Averages consecutive runs where there are too many: a curve of thousands of points shows no more than one
   * of a thousand.
   */
  async series(
    { db }: Reader,
    deviceId: string,
    kind: DiagnosticKind,
    range: Range,
    { target, line }: { target: string; line: string },
  ) {
    const { rows } = await sql<SeriesRow>`
      with found as (
        select id, created_at, sent, received, avg_ms, hops, jump_hop, lookup_ms, mbit_s,
          (row_number() over (order by id) - 1) / ceil(count(*) over () / ${maxPoints}::numeric)::int as place
        from diagnostic_run
        where device_id = ${deviceId} and kind = ${kind} and target = ${target} and coalesce(interface, '') = ${line}
          and created_at >= ${since(range)} and state in ('complete', 'failed'))
      select max(id)::text as id, max(created_at) as created_at, sum(sent)::int as sent, sum(received)::int as received,
        avg(avg_ms)::float8 as avg_ms, avg(hops)::float8 as hops, mode() within group (order by jump_hop) as jump_hop,
        avg(lookup_ms)::float8 as lookup_ms, avg(mbit_s)::float8 as mbit_s
      from found group by place order by place`.execute(db)
    return rows
  },
}
