import type { OutputOf, personalApi } from '@netward/contract'
import type { PersonalKind } from '@netward/contract/personal-values'
import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Item = OutputOf<typeof personalApi.personalItems>['items'][number]

/** By kind: the columns of an item, from what row-level security shows. */
const sources: Readonly<Record<PersonalKind, RawBuilder<unknown>>> = {
  device: sql`select s.company_id, s.id, s.name, s.type, s.presence, null::int as score, null::text as band,
      null::int as number, null::text as state, null::text as "lineState" from device s where s.state = 'claimed'`,
  outlet: sql`select s.company_id, s.id, s.name, null::text as type, null::text as presence, h.score::int as score, h.band,
      null::int as number, null::text as state, null::text as "lineState"
    from outlet s left join outlet_health h on h.outlet_id = s.id`,
  order: sql`select s.company_id, s.id, s.title as name, null::text as type, null::text as presence, null::int as score,
      null::text as band, s.number::int as number, s.state, null::text as "lineState" from work_order s`,
  line: sql`select s.company_id, s.id, s.name, null::text as type, null::text as presence, null::int as score,
      null::text as band, null::int as number, null::text as state, t.state as "lineState"
    from internet_line s left join line_standing t on t.line_id = s.id`,
}

const tables: Readonly<Record<PersonalKind, RawBuilder<unknown>>> = {
  device: sql`device`,
  outlet: sql`outlet`,
  order: sql`work_order`,
  line: sql`internet_line`,
}

/** Of the person of the request (db/functions/personal). */
export const personalRepo = {
  /** Of one kind, as the permission of its list lets the caller see it. */
  async items({ db }: Reader, kind: PersonalKind): Promise<Item[]> {
    const { rows } = await sql<Item>`
      select ${sql.lit(kind)} as kind, s.id, s.name, visible_company_name(s.company_id) as "companyName", s.type, s.presence,
        s.score, s.band, s.number, s.state, s."lineState", i.starred_at as "starredAt", i.seen_at as "seenAt"
      from workbench_items() i cross join lateral (select * from (${sources[kind]}) s where s.id = i.subject_id) s
      where i.kind = ${kind} order by i.seen_at desc nulls last, s.id`.execute(db)
    return rows
  },

  async isVisible({ db }: Reader, kind: PersonalKind, id: string): Promise<boolean> {
    const { rows } = await sql`select 1 from ${tables[kind]} s where s.id = ${id}`.execute(db)
    return rows.length > 0
  },

  /** False: there are as many as one may follow. */
  async star({ db }: Reader, kind: PersonalKind, id: string, on: boolean, most: number): Promise<boolean> {
    const { rows } = await sql<{ kept: boolean }>`
      select workbench_star(${kind}, ${id}, ${on}, ${most}) as kept`.execute(db)
    return rows[0]?.kept ?? false
  },

  async see({ db }: Reader, kind: PersonalKind, id: string, most: number): Promise<void> {
    await sql`select workbench_see(${kind}, ${id}, ${most})`.execute(db)
  },

  async visit({ db }: Reader): Promise<string | null> {
    const { rows } = await sql<{ since: string | null }>`select workbench_visit() as since`.execute(db)
    return rows[0]?.since ?? null
  },

  async alarmsSince({ db, scope }: Reader, state: 'active' | 'cleared', since: string): Promise<number> {
    const own = scope.kind === 'company' ? sql` and company_id = ${scope.companyId}::bigint` : sql``
    return counted(
      { db },
      sql`select 1 from alarm a where state = ${sql.lit(state)} and behind_id is null and raised_at >= ${since}::timestamptz${own}`,
    )
  },

  async ordersSince({ db, scope }: Reader, since: string): Promise<number> {
    const own = scope.kind === 'company' ? sql` and company_id = ${scope.companyId}::bigint` : sql``
    return counted(
      { db },
      sql`select 1 from work_order where open and created_at >= ${since}::timestamptz${own}`,
    )
  },
}

async function counted({ db }: Pick<Reader, 'db'>, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: found } = await sql<{ n: number }>`
    select count(*)::int as n from (${rows} limit ${sql.lit(countCap)}) capped`.execute(db)
  return found[0]?.n ?? 0
}
