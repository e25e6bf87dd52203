import type { advisoryApi, InputOf, OutputOf } from '@netward/contract'
import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { affectedRepo } from './affected.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof advisoryApi.pageAdvisories>

export type AdvisoryRow = OutputOf<typeof advisoryApi.pageAdvisories>['items'][number]
export type AdvisoryValues = InputOf<typeof advisoryApi.createAdvisory>

const values = sql`a.id, a.code, a.title, a.vendor, a.models, a.first_version as "firstVersion",
  a.last_version as "lastVersion", a.fixed_version as "fixedVersion", a.severity, a.cvss, a.url, a.note,
  a.published_on::text as "publishedOn", a.edited_at as "editedAt", a.edited_by as "editedBy"`

const shown = ({ scope }: Reader) => sql`${values}, a.company_id = ${scope.companyId}::bigint as own,
  (select c.name from company c where c.id = a.company_id) as "companyName", k.affected, k.companies,
  k.opened_at as "openedAt", case when k.affected = 0 then k.closed_at end as "closedAt", ${state} as state`

const state = sql`case when k.affected > 0 then 'open' when k.ever > 0 then 'closed' else 'none' end`

const columns = (given: AdvisoryValues) => ({
  code: given.code,
  title: given.title,
  vendor: given.vendor,
  models: given.models,
  first_version: given.firstVersion,
  last_version: given.lastVersion,
  fixed_version: given.fixedVersion,
  severity: given.severity,
  cvss: given.cvss,
  url: given.url,
  note: given.note,
  published_on: given.publishedOn,
})

const orders: Readonly<Record<Query['sort'], RawBuilder<unknown>>> = {
  code: sql`a.code, a.id`,
  '-code': sql`a.code desc, a.id desc`,
  severity: sql`a.rank desc, a.cvss nulls first, a.id`,
  '-severity': sql`a.rank, a.cvss desc nulls last, a.id desc`,
  publishedOn: sql`a.published_on nulls first, a.id`,
  '-publishedOn': sql`a.published_on desc nulls last, a.id desc`,
  affected: sql`k.affected, a.rank desc, a.id`,
  '-affected': sql`k.affected desc, a.rank, a.published_on desc nulls last, a.id desc`,
}

const matching = ({ search = '', severity = [], state: wanted }: Query) => sql`
  (${search} = '' or strpos(lower(a.code || ' ' || a.title || ' ' || a.vendor || ' ' || array_to_string(a.models, ' ')),
    lower(${search})) > 0)
  ${severity.length === 0 ? sql`` : sql`and a.severity = any (${severity}::text[])`}
  ${wanted === undefined ? sql`` : sql`and ${state} = ${wanted}`}`

export const advisoryRepo = {
  async page(
    ctx: Reader,
    query: Query,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ items: AdvisoryRow[]; total: number }> {
    const from = sql`advisory a cross join lateral ${affectedRepo.counts(ctx)} k where ${matching(query)}`
    const { rows } = await sql<AdvisoryRow>`select ${shown(ctx)} from ${from}
      order by ${orders[query.sort]} limit ${limit}::int offset ${offset}::int`.execute(ctx.db)
    // Counts of devices decide about the state alone.
    const sought = query.state === undefined ? sql`advisory a where ${matching(query)}` : from
    const counted = await sql<{ n: number }>`select count(*)::int as n from (
      select 1 from ${sought} limit ${sql.lit(countCap + 1)}) counted`.execute(ctx.db)
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  async summary(
    ctx: Reader,
  ): Promise<{ severity: AdvisoryRow['severity']; advisories: number; devices: number }[]> {
    const { rows } = await sql<{ severity: AdvisoryRow['severity']; advisories: number; devices: number }>`
      select a.severity, count(*)::int as advisories, sum(k.affected)::int as devices
      from advisory a cross join lateral ${affectedRepo.counts(ctx)} k where k.affected > 0 group by 1`.execute(
      ctx.db,
    )
    return rows
  },

  async find(ctx: Reader, id: string): Promise<AdvisoryRow | undefined> {
    const { rows } = await sql<AdvisoryRow>`select ${shown(ctx)}
      from advisory a cross join lateral ${affectedRepo.counts(ctx)} k where a.id = ${id}`.execute(ctx.db)
    return rows[0]
  },

  /** Of the company acted in. */
  async lockOwn({ db, scope }: Reader, id: string): Promise<AdvisoryValues | undefined> {
    const { rows } = await sql<AdvisoryValues>`select ${values} from advisory a
      where a.id = ${id} and a.company_id = ${scope.companyId} for update`.execute(db)
    return rows[0]
  },

  async own({ db, scope }: Reader): Promise<(AdvisoryValues & { id: string })[]> {
    const { rows } = await sql<AdvisoryValues & { id: string }>`select ${values} from advisory a
      where a.company_id = ${scope.companyId}`.execute(db)
    return rows
  },

  async countOwn({ db, scope }: Reader): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtextextended('advisory.number', ${scope.companyId}))`.execute(
      db,
    )
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from advisory where company_id = ${scope.companyId}`.execute(db)
    return rows[0]?.n ?? 0
  },

  async insert({ db, scope }: Reader, given: readonly AdvisoryValues[]): Promise<string[]> {
    const rows = await db
      .insertInto('advisory')
      .values(
        given.map((one) => ({ company_id: scope.companyId, edited_by: scope.actorName, ...columns(one) })),
      )
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  },

  async update({ db, scope }: Reader, id: string, given: AdvisoryValues): Promise<void> {
    await db
      .updateTable('advisory')
      .set({ ...columns(given), edited_at: sql`now()`, edited_by: scope.actorName })
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .execute()
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db.deleteFrom('advisory').where('id', '=', id).where('company_id', '=', scope.companyId).execute()
  },
}
