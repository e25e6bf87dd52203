import type { InputOf, provisioningApi } from '@netward/contract'
import type { TemplateContent } from '@netward/cwmp'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type NewVersion = Pick<
  InputOf<typeof provisioningApi.createTemplate>,
  'selector' | 'content' | 'objectsStay' | 'acknowledged'
>

export interface TemplateRow {
  id: string
  company_id: string
  company_name: string
  name: string
  latest_version: number
  applied_version: number | null
  created_at: string
  changed_at: string
}

export interface VersionRow {
  number: number
  models: string[]
  manufacturers: string[]
  software_versions: string[]
  tags: string[]
  outlet_ids: string[]
  regions: string[]
  objects_stay: boolean
  software_from: string
  software_below: string
  below: boolean
  company_ids: string[]
  content: TemplateContent
  acknowledged: boolean
  created_by_name: string
  created_at: string
}

const columns = [
  'id',
  'company_id',
  'name',
  'latest_version',
  'applied_version',
  'created_at',
  'changed_at',
] as const
const companyName = sql<string>`(select c.name from company c where c.id = company_id)`.as('company_name')

/** Templates of the company acted in; lists from above are `template-list.repo.ts`. */
export const templateRepo = {
  find({ db, scope }: Reader, id: string): Promise<TemplateRow | undefined> {
    return db
      .selectFrom('provision_template')
      .select(columns)
      .select(companyName)
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .executeTakeFirst()
  },

  lock({ db, scope }: Reader, id: string): Promise<TemplateRow | undefined> {
    return db
      .selectFrom('provision_template')
      .select(columns)
      .select(companyName)
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .forUpdate()
      .executeTakeFirst()
  },

  findVersion({ db, scope }: Reader, id: string, number: number): Promise<VersionRow | undefined> {
    return db
      .selectFrom('provision_version')
      .select([
        'number',
        'models',
        'manufacturers',
        'software_versions',
        'tags',
        sql<string[]>`outlet_ids::text[]`.as('outlet_ids'),
        'regions',
        'objects_stay',
        'software_from',
        'software_below',
        'below',
        sql<string[]>`company_ids::text[]`.as('company_ids'),
        'content',
        'acknowledged',
        'created_by_name',
        'created_at',
      ])
      .where('company_id', '=', scope.companyId)
      .where('template_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst() as Promise<VersionRow | undefined>
  },

  findVersions({ db, scope }: Reader, id: string, most: number) {
    return db
      .selectFrom('provision_version')
      .select(['number', 'created_at', 'created_by_name'])
      .where('company_id', '=', scope.companyId)
      .where('template_id', '=', id)
      .orderBy('number', 'desc')
      .limit(most)
      .execute()
  },

  /** Undefined if another template has the name. */
  async insert({ db, scope }: Reader, name: string): Promise<string | undefined> {
    const row = await db
      .insertInto('provision_template')
      .values({ company_id: scope.companyId, name })
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .executeTakeFirst()
    return row?.id
  },

  async nameTaken({ db, scope }: Reader, id: string, name: string): Promise<boolean> {
    const other = await db
      .selectFrom('provision_template')
      .select('id')
      .where('company_id', '=', scope.companyId)
      .where(sql`lower(name)`, '=', sql`lower(${name})`)
      .where('id', '<>', id)
      .executeTakeFirst()
    return other !== undefined
  },

  async update(
    { db }: Reader,
    id: string,
    set: { name?: string; latest_version?: number; applied_version?: number | null },
  ): Promise<void> {
    await db
      .updateTable('provision_template')
      .set({ ...set, changed_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
  },

  async insertVersion(
    { db, scope }: Reader,
    templateId: string,
    number: number,
    { selector, content, objectsStay, acknowledged }: NewVersion,
  ): Promise<void> {
    await db
      .insertInto('provision_version')
      .values({
        company_id: scope.companyId,
        template_id: templateId,
        number,
        models: selector.models,
        manufacturers: selector.manufacturers,
        software_versions: selector.softwareVersions,
        tags: selector.tags,
        outlet_ids: selector.outletIds,
        regions: selector.regions,
        objects_stay: objectsStay,
        software_from: selector.softwareFrom,
        software_below: selector.softwareBelow,
        below: selector.below,
        company_ids: selector.companyIds,
        content: JSON.stringify(content),
        acknowledged,
        created_by_name: scope.actorName,
      })
      .execute()
  },

  async remove({ db }: Reader, id: string): Promise<void> {
    await db.deleteFrom('provision_template').where('id', '=', id).execute()
  },

  /** Applied here, whatever the owner, and referring to a secret. */
  findReferring({ db, scope }: Reader, secret: string): Promise<Omit<TemplateRow, 'company_name'>[]> {
    return db
      .selectFrom('provision_template as t')
      .innerJoin('provision_version as v', (join) =>
        join
          .onRef('v.company_id', '=', 't.company_id')
          .onRef('v.template_id', '=', 't.id')
          .onRef('v.number', '=', 't.applied_version'),
      )
      .select(columns.map((column) => `t.${column}` as const))
      .where(
        't.company_id',
        'in',
        sql<string>`(select a.ancestor_id from company_ancestor a where a.company_id = ${scope.companyId})`,
      )
      .where(
        sql<boolean>`position('{{secret.' || ${secret} || '}}' in replace(v.content::text, ' ', '')) > 0`,
      )
      .execute()
  },

  async outletNames({ db }: Reader, ids: readonly string[]) {
    if (ids.length === 0) return []
    return db.selectFrom('outlet').select(['id', 'name']).where('id', 'in', ids).orderBy('name').execute()
  },

  /** Without those that are no longer below. */
  async companyNames({ db, scope }: Reader, ids: readonly string[]) {
    if (ids.length === 0) return []
    const { rows } = await sql<{ id: string; name: string }>`
      select c.id::text as id, c.name from company c
      where c.id = any (${ids}::bigint[]) and exists (select from company_ancestor a
        where a.ancestor_id = ${scope.companyId} and a.company_id = c.id) order by c.name`.execute(db)
    return rows
  },

  /**
   * Owners of these templates, as far as the company in scope may know: null for its own, without companies
   * below.
   */
  async owners({ db }: Pick<Reader, 'db'>, ids: readonly string[]): Promise<Map<string, string | null>> {
    if (ids.length === 0) return new Map()
    const { rows } = await sql<{ id: string; owner: string | null }>`
      select k.id::text as id, case when t.id is null then template_owner(k.id) end as owner
      from unnest(${ids}::bigint[]) k (id)
      left join provision_template t on t.id = k.id and t.company_id = scope_company()
      where template_owner(k.id) is not null`.execute(db)
    return new Map(rows.map(({ id, owner }) => [id, owner]))
  },

  /** Those of these companies that are not below the scope. */
  async strangers({ db, scope }: Reader, companyIds: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select k::text as id from unnest(${companyIds}::bigint[]) k where not exists (
        select from company_ancestor a where a.ancestor_id = ${scope.companyId} and a.company_id = k)`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  },

  /** Instances it added to gateways, now to be removed: with a version, or with none. */
  async leaving({ db }: Reader, id: string, version: number | null) {
    const { rows } = await sql<{ devices: number; objects: number }>`
      select devices, objects from provision_removals(${id}::bigint, ${version}::int)`.execute(db)
    return rows[0]!
  },

  /** Companies that a template may reach, within the scope. */
  async companies({ db }: Pick<Reader, 'db'>, id: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select provision_companies(${id}::bigint)::text as id`.execute(
      db,
    )
    return rows.map((row) => row.id)
  },

  /** The last device of a portion; null at the end. */
  async refit({ db }: Pick<Reader, 'db'>, after: string, most: number): Promise<string | null> {
    const { rows } = await sql<{ last: string | null }>`
      select provision_refit(${after}::bigint, ${most}::int) as last`.execute(db)
    return rows[0]?.last ?? null
  },

  /** The last device of a portion; null at the end. */
  async spread(
    { db }: Pick<Reader, 'db'>,
    id: string,
    [before, version]: readonly [number, number],
    after: string,
    most: number,
  ): Promise<string | null> {
    const { rows } = await sql<{ last: string | null }>`
      select provision_spread(${id}::bigint, ${before}::int, ${version}::int, ${after}::bigint, ${most}::int) as last`.execute(
      db,
    )
    return rows[0]?.last ?? null
  },

  async queueDue(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select provision_due($1) as n', [most])
    return row?.n ?? 0
  },
}
