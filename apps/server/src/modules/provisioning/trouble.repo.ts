import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

const looked = { models: 20, parameters: 50 }

export const troubleRepo = {
  /** Each up to one above the cap, along its part of an index that holds only such gateways. */
  async count({ db, scope }: Reader): Promise<{ drifted: number; failed: number; conflict: number }> {
    const of = (what: string) => {
      const owner =
        scope.kind === 'company'
          ? sql`d.company_id = ${scope.companyId}::bigint`
          : scope.kind === 'tree'
            ? sql`d.msp_id in (select visible_msps())`
            : sql`true`
      return sql`(select count(*)::int from (select 1 from device d where d.state = 'claimed'
        and d.configuration = ${sql.lit(what)} and ${owner} limit ${sql.lit(countCap)}) c)`
    }
    const { rows } = await sql<{ drifted: number; failed: number; conflict: number }>`
      select ${of('drifted')} as drifted, ${of('failed')} as failed, ${of('conflict')} as conflict`.execute(
      db,
    )
    return rows[0]!
  },

  /** Parameters or tables that contain a text, from one gateway per model. */
  async parameters({ db, scope }: Reader, search: string, tables: boolean) {
    const text = search.toLowerCase()
    const { rows } = await sql<{ path: string; type: string | null }>`
      with one as (
        select min(d.id) as id from device d where d.company_id = ${scope.companyId} and d.state = 'claimed'
          and d.driver = 'cwmp' and d.data_model_root is not null
        group by d.model_name order by d.model_name limit ${sql.lit(looked.models)})
      select p.path, max(p.type) as type from one join device_parameter p on p.device_id = one.id
      where p.is_object = ${tables} and strpos(lower(p.path), ${text}) > 0
        ${tables ? sql`and p.path !~ '\.[0-9]+\.$'` : sql``}
      group by p.path order by length(p.path), p.path limit ${sql.lit(looked.parameters)}`.execute(db)
    return rows
  },
}
