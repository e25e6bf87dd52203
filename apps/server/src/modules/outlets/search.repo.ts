import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>

async function found({ db }: Reader, lines: boolean, term: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select search_outlet_rows(${lines}, ${term}, ${countCap + 1}) as id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Conditions on `outlet o`, or on `internet_line l`, for a search text: by ids from the trigram index or,
 * with too many matches, by comparison during the walk, which soon fills a page.
 */
export async function matching(
  ctx: Reader,
  what: 'outlet' | 'line',
  search: string | undefined,
): Promise<readonly Sql[]> {
  if (search === undefined || search === '') return []
  const outlets = await found(ctx, false, search)
  const ofOutlets =
    outlets.length > countCap
      ? sql`o.search like search_pattern(${search})`
      : sql`o.id = any (${outlets}::bigint[])`
  if (what === 'outlet') return [ofOutlets]
  const lines = await found(ctx, true, search)
  const ofLines =
    lines.length > countCap
      ? sql`l.search like search_pattern(${search})`
      : sql`l.id = any (${lines}::bigint[])`
  return [sql`(${ofLines} or exists (select from outlet o where o.id = l.outlet_id and ${ofOutlets}))`]
}
