import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import { escapeLike } from './search-term.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface ParameterRow {
  path: string
  value: string | null
  type: string | null
  writable: boolean | null
  is_object: boolean
  read_at: string | null
  notification: number | null
  later: string | null
}

type CountedRow = ParameterRow & { total: number }

/** Everything below a path sorts between it and this: '/' follows '.' in byte order. */
const endOf = (parent: string) => `${parent.slice(0, -1)}/`

export const parameterRepo = {
  /**
   * The children of an object: objects first, instances by number. Objects never named in a response exist if
   * something is below them.
   */
  async children({ db }: Reader, deviceId: string, parent: string, limit: number, offset: number) {
    const below = parent === '' ? sql`true` : sql`p.path > ${parent} and p.path < ${endOf(parent)}`
    const result = await sql<CountedRow & { path: string | null }>`
      with child as (
        select distinct ${parent}::text || split_part(rest, '.', 1) || case when strpos(rest, '.') > 0 then '.' else '' end
          as path, split_part(rest, '.', 1) as segment, strpos(rest, '.') > 0 as is_object
        from (select substr(p.path, ${parent.length + 1}::int) as rest from device_parameter p
          where p.device_id = ${deviceId}::bigint and ${below}) named)
      select counted.total, page.* from (select count(*)::int as total from child) counted left join (
        select c.path, p.value, p.type, p.writable, c.is_object, p.read_at, p.notification, p.later,
          row_number() over (order by c.is_object desc,
            case when c.segment ~ '^[0-9]{1,9}$' then c.segment::int end nulls last, c.segment) as n
        from child c left join device_parameter p on p.device_id = ${deviceId}::bigint and p.path = c.path
        order by n limit ${limit}::int offset ${offset}::int) page on true
      order by page.n`.execute(db)
    return pageOf(result.rows)
  },

  async search({ db }: Reader, deviceId: string, term: string, limit: number, offset: number) {
    const pattern = `%${escapeLike(term.toLowerCase().replaceAll('\0', ''))}%`
    const result = await sql<CountedRow & { path: string | null }>`
      select s.total, s.path, s.value, s.type, s.writable, s.is_object, s.read_at, p.notification, p.later
      from search_parameters(${deviceId}::bigint, ${pattern}, ${limit}::int, ${offset}::int) s
      left join device_parameter p on p.device_id = ${deviceId}::bigint and p.path = s.path
      order by s.path collate "C"`.execute(db)
    return pageOf(result.rows)
  },

  /** Known values of these paths. */
  async findAll({ db }: Reader, deviceId: string, paths: readonly string[]): Promise<ParameterRow[]> {
    return db
      .selectFrom('device_parameter')
      .select(['path', 'value', 'type', 'writable', 'is_object', 'read_at', 'notification', 'later'])
      .where('device_id', '=', deviceId)
      .where('path', '=', sql<string>`any (${paths}::text[])`)
      .execute()
  },
}

/** A row without a path carries the total of an empty page. */
function pageOf(rows: readonly (CountedRow & { path: string | null })[]): {
  items: ParameterRow[]
  total: number
} {
  return { items: rows.filter((row) => row.path !== null), total: rows[0]?.total ?? 0 }
}
