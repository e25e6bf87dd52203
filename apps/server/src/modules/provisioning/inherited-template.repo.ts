import type { TemplateContent } from '@netward/cwmp'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface AboveRow {
  id: string
  name: string
  owner_name: string
  version: number
  applies: boolean
  accepted_by_name: string | null
  accepted_at: string | null
  changed_at: string
  models: string[]
  manufacturers: string[]
  software_versions: string[]
  tags: string[]
  software_from: string
  software_below: string
  regions: string[]
  objects_stay: boolean
  content: TemplateContent
}

/** What companies above apply to a company. Its policies expose nothing else of theirs. */
const applied = ({ scope }: Reader) => sql`
  from company_ancestor a
  join provision_template t on t.company_id = a.ancestor_id
  join provision_version v on v.company_id = t.company_id and v.template_id = t.id and v.number = t.applied_version
  left join provision_acceptance k on k.company_id = a.company_id and k.template_id = t.id and k.version = v.number
  where a.company_id = ${scope.companyId} and a.depth > 0 and v.below
    and (v.company_ids = '{}' or a.company_id = any (v.company_ids))`

const columns = ({
  scope,
}: Reader) => sql`t.id, t.name, template_owner(t.id) as owner_name, v.number as version,
  k.company_id is not null or lets_provision(${scope.companyId}) as applies, k.accepted_by_name, k.accepted_at,
  t.changed_at, v.models, v.manufacturers, v.software_versions, v.tags, v.software_from, v.software_below, v.regions, v.objects_stay, v.content`

export const inheritedTemplateRepo = {
  async page(ctx: Reader, search: string, limit: number, offset: number) {
    const found = sql`${applied(ctx)} and strpos(lower(t.name), ${search.toLowerCase()}) > 0`
    const { rows } = await sql<AboveRow>`
      select ${columns(ctx)} ${found} order by t.name, t.id limit ${limit}::int offset ${offset}::int`.execute(
      ctx.db,
    )
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from (select 1 ${found} limit ${sql.lit(countCap + 1)}) c`.execute(ctx.db)
    return { rows, total: counted.rows[0]?.n ?? 0 }
  },

  async find(ctx: Reader, id: string): Promise<AboveRow | undefined> {
    const { rows } = await sql<AboveRow>`select ${columns(ctx)} ${applied(ctx)} and t.id = ${id}`.execute(
      ctx.db,
    )
    return rows[0]
  },

  async accept({ db, scope }: Reader, templateId: string, version: number): Promise<void> {
    await db
      .insertInto('provision_acceptance')
      .values({
        company_id: scope.companyId,
        template_id: templateId,
        version,
        accepted_by_name: scope.actorName,
      })
      .onConflict((oc) => oc.doNothing())
      .execute()
  },

  async refuse({ db, scope }: Reader, templateId: string): Promise<void> {
    await db
      .deleteFrom('provision_acceptance')
      .where('company_id', '=', scope.companyId)
      .where('template_id', '=', templateId)
      .execute()
  },
}
