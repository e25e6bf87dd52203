import { sql } from 'kysely'
import type { InputOf, discoveryApi, OutputOf } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Company = Pick<RequestContext, 'db'> & { readonly scope: { readonly companyId: string } }

export type RuleRow = OutputOf<typeof discoveryApi.createDiscoveryRule>
export type RuleValues = Pick<RuleRow, keyof InputOf<typeof discoveryApi.createDiscoveryRule>>

const shown = sql`r.id, r.name, r.enabled, r.types, r.vendor, r.range::text as range, r.outlet_id as "outletId",
  visible_outlet_name(r.outlet_id) as "outletName", r.name_pattern as "namePattern", r.tags, r.edited_at as "editedAt", r.place as position`

/** With their places, counted from 1. */
const placed = (
  companyId: string,
) => sql`(select k.*, (row_number() over (order by k.position, k.id))::int as place
  from discovery_rule k where k.company_id = ${companyId}) r`

const columns = (values: RuleValues) => ({
  name: values.name,
  enabled: values.enabled,
  types: values.types,
  vendor: values.vendor,
  range: values.range,
  outlet_id: values.outletId,
  name_pattern: values.namePattern,
  tags: values.tags,
})

/** Of the company acted in. */
export const ruleRepo = {
  async page(
    { db, scope }: Reader,
    { search, limit, offset }: { search: string; limit: number; offset: number },
  ): Promise<{ items: RuleRow[]; total: number }> {
    const where = sql`${search} = '' or strpos(lower(r.name || ' ' || r.vendor), lower(${search})) > 0`
    const own = placed(scope.companyId)
    const { rows } = await sql<RuleRow>`
      select ${shown} from ${own} where ${where} order by r.place limit ${limit} offset ${offset}`.execute(db)
    const counted = await sql<{ n: number }>`select count(*)::int as n from ${own} where ${where}`.execute(db)
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  async find({ db, scope }: Reader, id: string): Promise<RuleRow | undefined> {
    const { rows } = await sql<RuleRow>`
      select ${shown} from ${placed(scope.companyId)} where r.id = ${id}`.execute(db)
    return rows[0]
  },

  /** Those that are asked, in their order. */
  async enabled({ db, scope }: Company): Promise<RuleRow[]> {
    const { rows } = await sql<RuleRow>`
      select ${shown} from ${placed(scope.companyId)} where r.enabled order by r.place`.execute(db)
    return rows
  },

  /** One at a time per company. */
  async lockAll({ db, scope }: Reader): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtextextended('discovery.rules', ${scope.companyId}))`.execute(
      db,
    )
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from discovery_rule where company_id = ${scope.companyId}`.execute(db)
    return rows[0]?.n ?? 0
  },

  async insert({ db, scope }: Reader, values: RuleValues): Promise<string> {
    const { id } = await db
      .insertInto('discovery_rule')
      .values({
        company_id: scope.companyId,
        ...columns(values),
        position: sql<number>`(select coalesce(max(r.position), 0) + 1 from discovery_rule r
          where r.company_id = ${scope.companyId})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async update({ db, scope }: Reader, id: string, values: RuleValues): Promise<void> {
    await db
      .updateTable('discovery_rule')
      .set({ ...columns(values), edited_at: sql`now()` })
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .execute()
  },

  /** Puts it at a place counted from 1, and numbers all anew. */
  async move({ db, scope }: Reader, id: string, position: number): Promise<void> {
    await sql`update discovery_rule r set position = k.n from (
        select o.id, row_number() over (order by case when o.id = ${id}
          then ${position} - case when o.place < ${position} then -0.5 else 0.5 end else o.place end) as n
        from (select i.id, row_number() over (order by i.position, i.id) as place
          from discovery_rule i where i.company_id = ${scope.companyId}) o) k
      where r.id = k.id and r.company_id = ${scope.companyId} and r.position <> k.n`.execute(db)
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('discovery_rule')
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .execute()
  },
}
