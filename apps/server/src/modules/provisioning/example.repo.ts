import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Candidate } from './configuration.repo.ts'
import type { NewVersion } from './template.repo.ts'

export interface ExampleGateway extends Candidate {
  company_name: string
  outlet_name: string | null
}

/** The first gateways by name that are tried: an example need not be found among a million. */
const most = 10_000

export const exampleRepo = {
  /** The first gateway, one of the company itself where there is one, that a version with this selector is for. */
  async find(
    { db, scope }: Pick<RequestContext, 'db' | 'scope'>,
    selector: NewVersion['selector'],
  ): Promise<ExampleGateway | undefined> {
    const version = JSON.stringify({
      company_id: scope.companyId,
      models: selector.models,
      manufacturers: selector.manufacturers,
      software_versions: selector.softwareVersions,
      tags: selector.tags,
      outlet_ids: selector.outletIds,
      regions: selector.regions,
      software_from: selector.softwareFrom,
      software_below: selector.softwareBelow,
      below: selector.below,
      company_ids: selector.companyIds,
    })
    const firstOf = async (own: boolean) => {
      const { rows } = await sql<ExampleGateway>`
        select d.id, d.name, d.data_model_root as root, provision_variables(d::device) as variables,
          (select c.name from company c where c.id = d.company_id) as company_name,
          (select o.name from outlet o where o.id = d.outlet_id) as outlet_name
        from (select * from device d where d.state = 'claimed' and d.driver = 'cwmp'
          and d.company_id ${own ? sql`=` : sql`<>`} ${scope.companyId}::bigint
          order by d.name, d.id limit ${sql.lit(most)}) d
        where provision_fits(jsonb_populate_record(null::provision_version, ${version}::jsonb), d::device)
        order by d.name, d.id limit 1`.execute(db)
      return rows[0]
    }
    return (await firstOf(true)) ?? (selector.below ? firstOf(false) : undefined)
  },
}
