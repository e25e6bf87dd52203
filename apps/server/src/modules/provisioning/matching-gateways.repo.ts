import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface Matching {
  id: string
  matching: number
  /** Not all gateways in reach were looked at. */
  more: boolean
}

export interface MatchingGateway {
  id: string
  name: string
  company_name: string
  model_name: string
  software_version: string
  outlet_name: string | null
  presence: string
  state: string | null
}

/** Per company, per template, and per page of templates. */
const bounds = { devices: 10_000, companies: 200, page: 50_000 } as const

/** Templates with the version that counts: the applied one, before that the latest. */
const versions = (ids: readonly string[]): RawBuilder<unknown> => sql`
  select t.id, t.company_id, v from unnest(${ids}::bigint[]) k (id) join provision_template t on t.id = k.id
  join provision_version v on v.company_id = t.company_id and v.template_id = t.id
    and v.number = coalesce(t.applied_version, t.latest_version)`

/**
 * Companies in reach of `t`, its own first, with their gateways by the tally. Those below only with gateways, as
 * far as they admit the version. One more than the bound shows that there are more.
 */
const reach = sql`
  select t.id, r.company_id, r.n, row_number() over (partition by t.id order by r.depth, r.company_id) as place
  from t cross join lateral (
    select a.company_id, a.depth, y.n from company_ancestor a
    cross join lateral (
      select coalesce(sum(k.n), 0)::int as n from device_tally k
      where k.company_id = a.company_id and k.type = 'smart_cpe') y
    where a.ancestor_id = t.company_id and (a.depth = 0 or y.n > 0 and (t.v).below
      and ((t.v).company_ids = '{}' or a.company_id = any ((t.v).company_ids))
      and (lets_provision(a.company_id) or exists (select from provision_acceptance k
        where k.company_id = a.company_id and k.template_id = t.id and k.version = (t.v).number)))
    order by a.depth, a.company_id limit ${sql.lit(bounds.companies + 1)}) r`

export const matchingGatewayRepo = {
  /**
   * How many gateways each template is for now. Bounded whatever the templates: at most 200 companies a template,
   * 10,000 gateways a company and 50,000 a page are looked at. Each gateway is read once, not once a template: gateways
   * that conditions cannot tell apart are one group, so that 10,000 of a tenant become some dozens, of each region
   * where a template names regions. Outlets would divide them again: a template that names outlets (200 at most)
   * finds its gateways by their index instead.
   */
  async count({ db }: Reader, ids: readonly string[]): Promise<Matching[]> {
    if (ids.length === 0) return []
    const { rows } = await sql<Matching>`
      with t as materialized (${versions(ids)}), reach as materialized (${reach}),
      looked as materialized (
        select company_id from (
          select c.company_id, c.n, sum(c.n) over (order by c.place, c.company_id) as upto
          from (select company_id, min(n) as n, min(place) as place from reach
            where place <= ${sql.lit(bounds.companies)} group by company_id) c) c
        where upto - n < ${sql.lit(bounds.page)}),
      placed as materialized (
        select min(d.id) as id, d.company_id, d.model_name, d.manufacturer, d.software_version, d.tags, o.region,
          count(*)::int as n from looked l
        cross join lateral (select * from device d where d.company_id = l.company_id and d.state = 'claimed'
          and d.driver = 'cwmp' limit ${sql.lit(bounds.devices)}) d
        left join outlet o on o.id = d.outlet_id and exists (select from t where (t.v).regions <> '{}')
        group by d.company_id, d.model_name, d.manufacturer, d.software_version, d.tags, o.region),
      groups as materialized (
        select min(p.id) as id, p.company_id, sum(p.n)::int as n from placed p
        group by p.company_id, p.model_name, p.manufacturer, p.software_version, p.tags),
      found as (
        select t.id, g.n from t join reach r on r.id = t.id join groups g on g.company_id = r.company_id
        join device d on d.id = g.id
        where (t.v).outlet_ids = '{}' and (t.v).regions = '{}' and provision_fits(t.v, d)
        union all
        -- The region alone first: provision_fits looks up each outlet again.
        select t.id, p.n from t join reach r on r.id = t.id join placed p on p.company_id = r.company_id
        join device d on d.id = p.id
        where (t.v).outlet_ids = '{}' and (t.v).regions <> '{}' and case when exists (
          select from unnest((t.v).regions) k (region)
          where p.region = k.region or starts_with(p.region, k.region || '/')) then provision_fits(t.v, d) end
        union all
        select t.id, 1 from t join device d on d.company_id = t.company_id and d.outlet_id = any ((t.v).outlet_ids)
        where d.state = 'claimed' and provision_fits(t.v, d))
      select t.id, coalesce((select sum(f.n) from found f where f.id = t.id), 0)::int as matching,
        (t.v).outlet_ids = '{}' and exists (select from reach r where r.id = t.id
          and (r.n > ${sql.lit(bounds.devices)} or r.company_id not in (select company_id from looked))) as more
      from t`.execute(db)
    return rows
  },

  /** The same gateways by name, as far as they are looked at. */
  async page({ db }: Reader, id: string, limit: number, offset: number) {
    const { rows } = await sql<MatchingGateway & { total: number }>`
      with t as materialized (${versions([id])}), reach as materialized (${reach}),
      looked as materialized (
        select company_id from (
          select r.company_id, r.n, sum(r.n) over (order by r.place) as upto from reach r
          where r.place <= ${sql.lit(bounds.companies)}) c
        where upto - n < ${sql.lit(bounds.page)})
      select d.id, d.name, (select c.name from company c where c.id = d.company_id) as company_name, d.model_name,
        d.software_version, (select o.name from outlet o where o.id = d.outlet_id) as outlet_name, d.presence,
        s.state, d.total
      from (select d.id, d.company_id, d.outlet_id, d.name, d.model_name, d.software_version, d.presence,
          count(*) over ()::int as total
        from looked l cross join lateral (select * from device d where d.company_id = l.company_id
          and d.state = 'claimed' and d.driver = 'cwmp' limit ${sql.lit(bounds.devices)}) d
        where exists (select from t where provision_fits(t.v, d::device))
        order by d.name, d.id limit ${limit}::int offset ${offset}::int) d
      left join provision_state s on s.company_id = d.company_id and s.device_id = d.id
      order by d.name, d.id`.execute(db)
    return { items: rows, total: rows[0]?.total ?? 0 }
  },
}
