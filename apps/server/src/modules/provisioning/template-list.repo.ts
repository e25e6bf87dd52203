import type { InputOf, provisioningApi } from '@netward/contract'
import { type RawBuilder, sql } from 'kysely'
import { capOf } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { TemplateRow } from './template.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof provisioningApi.pageTemplates>

export type ListedTemplate = TemplateRow & { regions: string[] }

const sortKeys = { name: sql`t.name`, changedAt: sql`t.changed_at` } as const
const pattern = (search: string) => `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

export const templateListRepo = {
  /** Of the company acted in; for an MSP and the platform also of all companies below. */
  async page(ctx: Reader, query: Query): Promise<{ items: ListedTemplate[]; total: number; cap: number }> {
    const { search = '', companyId, sort, page, pageSize } = query
    const matching = sql`from provision_template t where ${listed(ctx)}
      ${companyId === undefined ? sql`` : sql`and t.company_id = ${companyId}::bigint`}
      ${search === '' ? sql`` : sql`and lower(t.name) like ${pattern(search)}`}`
    const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
    const { rows } = await sql<ListedTemplate>`
      select t.id, t.company_id, (select c.name from company c where c.id = t.company_id) as company_name, t.name,
        t.latest_version, t.applied_version, t.created_at, t.changed_at,
        coalesce((select v.regions from provision_version v where v.company_id = t.company_id and v.template_id = t.id
          and v.number = coalesce(t.applied_version, t.latest_version)), '{}') as regions
      from (select t.* ${matching}
        order by ${sortKeys[sort.replace('-', '') as keyof typeof sortKeys]} ${direction}, t.id ${direction}
        limit ${pageSize}::int offset ${(page - 1) * pageSize}::int) t
      order by ${sortKeys[sort.replace('-', '') as keyof typeof sortKeys]} ${direction}, t.id ${direction}`.execute(
      ctx.db,
    )
    const cap = capOf(search)
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from (select 1 ${matching} limit ${sql.lit(cap + 1)}) counted`.execute(ctx.db)
    return { items: rows, total: counted.rows[0]?.n ?? 0, cap }
  },

  /** The company that owns a listed template. */
  async findCompany(ctx: Reader, id: string): Promise<string | undefined> {
    const { rows } = await sql<{ company_id: string }>`
      select t.company_id from provision_template t where t.id = ${id}::bigint and ${listed(ctx)}`.execute(
      ctx.db,
    )
    return rows[0]?.company_id
  },

  /** Those of these templates that the list shows. */
  async listedOf(ctx: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set()
    const { rows } = await sql<{ id: string }>`
      select t.id from provision_template t where t.id = any (${ids}::bigint[]) and ${listed(ctx)}`.execute(
      ctx.db,
    )
    return new Set(rows.map(({ id }) => id))
  },
}

/** Policies also show what companies above apply here: that is `inherited-template.repo.ts`. */
function listed({ scope }: Reader): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'company':
      return sql`t.company_id = ${scope.companyId}::bigint`
    case 'tree':
      return sql`t.company_id in (select visible_companies())`
    default:
      return sql`true`
  }
}
