import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Sql = RawBuilder<unknown>

/**
 * The few `rows` of a page with `company_name`. In one company all rows share it; in a tree one query fetches
 * all, since its policy would gather every company and a function per row is slower.
 */
export function withCompanyName({ scope }: Pick<RequestContext, 'scope'>, rows: Sql): Sql {
  if (scope.kind === 'tree') {
    return sql`
      with page as materialized (${rows})
      select page.*, n.name as company_name from page
      left join visible_names(array(select distinct company_id from page), '{}') n on n.company_id = page.company_id`
  }
  const shown = scope.kind === 'company' ? sql`(select scope_company())` : sql`page.company_id`
  return sql`select page.*, (select c.name from company c where c.id = ${shown}) as company_name from (${rows}) page`
}
