import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db'>

export interface OutletTemplate {
  id: string
  name: string
  version: number
  /** The company above that wrote it. */
  owner: string | null
  devices: number
  applied: number
  drifted: number
  failed: number
}

/** Gateways of an outlet whose templates are looked up, one by one. */
const most = 200

export const outletTemplateRepo = {
  async findCompany({ db }: Reader, outletId: string): Promise<{ company_id: string } | undefined> {
    return db.selectFrom('outlet').select('company_id').where('id', '=', outletId).executeTakeFirst()
  },

  /** Templates of its gateways, and how many of these are as all their templates want. */
  async find({ db }: Reader, outletId: string): Promise<OutletTemplate[]> {
    const { rows } = await sql<OutletTemplate>`
      select t.template_id::text as id, t.name, max(t.version) as version, t.owner, count(*)::int as devices,
        count(*) filter (where not k.waits and s.state = 'applied')::int as applied,
        count(*) filter (where not k.waits and s.state = 'drifted')::int as drifted,
        count(*) filter (where not k.waits and s.state = 'failed')::int as failed
      from (select d.id, d.company_id from device d where d.outlet_id = ${outletId}::bigint and d.state = 'claimed'
        and d.driver = 'cwmp' order by d.name, d.id limit ${sql.lit(most)}) d
      cross join lateral provision_templates(d.id) t
      cross join lateral (select exists (select from device_command c where c.company_id = d.company_id
        and c.device_id = d.id and c.kind = 'provision' and c.state in ('waiting', 'sent')
        and not (c.request->>'check')::boolean) as waits) k
      left join provision_state s on s.company_id = d.company_id and s.device_id = d.id
      group by t.template_id, t.name, t.owner order by t.name, t.template_id`.execute(db)
    return rows
  },
}
