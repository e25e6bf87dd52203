import type { InputOf, OutputOf, platformHealthApi } from '@netward/contract'
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Api = typeof platformHealthApi
type Reader = Pick<RequestContext, 'db'>
type RowOf<Key extends 'pageLatePolls' | 'pageFailedDeliveries' | 'pageCompanySeries'> = OutputOf<
  Api[Key]
>['items'][number]
interface Found<Row> {
  items: Row[]
  total: number
}

const named = (search = '') => sql`strpos(lower(company_name), lower(${search})) > 0`

export const healthListRepo = {
  async latePolls(
    { db }: Reader,
    { search, sort, page, pageSize }: InputOf<Api['pageLatePolls']>,
  ): Promise<Found<RowOf<'pageLatePolls'>>> {
    const { rows } = await sql<RowOf<'pageLatePolls'> & { total: number }>`
      select company_id as "companyId", company_name as "companyName", probe_id as "probeId", asked_by as "askedBy", devices,
        oldest_at as "oldestAt", count(*) over ()::int as total
      from health_late_rows() where ${named(search)}
      order by ${orderOf(sort, { companyName: sql`company_name`, devices: sql`devices`, oldestAt: sql`oldest_at` })},
        company_id, probe_id, asked_by
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return found(rows)
  },

  /** Row-level security shows the platform all of them; a partial index has them alone. */
  async failedDeliveries(
    { db }: Reader,
    { search, sort, page, pageSize }: InputOf<Api['pageFailedDeliveries']>,
  ): Promise<Found<RowOf<'pageFailedDeliveries'>>> {
    const from = sql`delivery d where d.state = 'failed' and (${search ?? null}::text is null or d.company_id in (
      select c.id from company c where strpos(lower(c.name), lower(${search ?? ''})) > 0))`
    const order = sort === 'createdAt' ? sql`d.created_at, d.id` : sql`d.created_at desc, d.id desc`
    const { rows } = await sql<RowOf<'pageFailedDeliveries'>>`
      with listed as (
        select d.* from ${from} order by ${order}
        limit ${pageSize}::int offset ${(page - 1) * pageSize}::int)
      select d.id, d.created_at as "createdAt", d.company_id as "companyId", c.name as "companyName", i.kind::int as kind,
        i.name as "channelName", coalesce(m.attempts, 0) as attempts, m.failure->>'reason' as reason
      from listed d join company c on c.id = d.company_id
      left join integration_channel i on i.company_id = d.company_id and i.id = d.channel_id
      left join notice_message m on m.company_id = d.company_id and m.id = d.message_id
      order by ${order}`.execute(db)
    return { items: rows, total: await countRows(db, from) }
  },

  async companySeries(
    { db }: Reader,
    { search, refusing, sort, page, pageSize }: InputOf<Api['pageCompanySeries']>,
  ): Promise<Found<RowOf<'pageCompanySeries'>>> {
    const { rows } = await sql<RowOf<'pageCompanySeries'> & { total: number }>`
      select company_id as "companyId", company_name as "companyName", series::float8 as series,
        series_limit::float8 as limit, own_limit is not null as "ownLimit", samples::float8 as samples, bytes,
        sample_bytes as "sampleBytes", measured, refused::float8 as refused, refused_at as "refusedAt",
        count(*) over ()::int as total
      from health_series_rows() where ${named(search)}
        and (${refusing ?? null}::text is null or refused_at > now() - interval '1 hour')
      order by ${orderOf(sort, {
        companyName: sql`company_name`,
        series: sql`series`,
        used: sql`series::float8 / series_limit`,
        samples: sql`samples`,
        bytes: sql`bytes`,
        refused: sql`refused`,
      })}, company_id
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return found(rows)
  },
}

function orderOf<Key extends string>(
  sort: Key | `-${Key}`,
  columns: Readonly<Record<Key, RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const column = columns[sort.replace('-', '') as Key]
  return sort.startsWith('-') ? sql`${column} desc nulls last` : sql`${column} nulls last`
}

function found<Row extends { total: number }>(rows: readonly Row[]): Found<Omit<Row, 'total'>> {
  return { items: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}
