import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface Group {
  readonly value: string
  readonly count: number
}

interface Filters {
  readonly type?: readonly string[] | undefined
  readonly brand?: readonly string[] | undefined
  readonly modelName?: string | undefined
  readonly softwareVersion?: string | undefined
  readonly companyId?: string | undefined
}

/** Models and versions in use, from the tally that each change of a device keeps. */
export const buildRepo = {
  /** The most frequent value first. */
  async groups(
    { db, scope }: Reader,
    column: 'manufacturer' | 'model_name' | 'software_version',
    { type = [], brand = [], modelName, softwareVersion, companyId }: Filters,
  ): Promise<Group[]> {
    const owner = scope.kind === 'company' ? scope.companyId : companyId
    const { rows } = await sql<Group>`
      select ${sql.ref(column)} as value, sum(n)::int as count from device_build
      where true
        ${owner === undefined ? sql`` : sql`and company_id = ${owner}::bigint`}
        ${scope.kind === 'company' && companyId !== undefined ? sql`and company_id = ${companyId}::bigint` : sql``}
        ${type.length === 0 ? sql`` : sql`and type = any (${type}::text[])`}
        ${brand.length === 0 ? sql`` : sql`and manufacturer = any (${brand}::text[])`}
        ${modelName === undefined ? sql`` : sql`and model_name = ${modelName}`}
        ${softwareVersion === undefined ? sql`` : sql`and software_version = ${softwareVersion}`}
      group by 1 having sum(n) > 0 order by 2 desc, 1`.execute(db)
    return rows
  },
}
