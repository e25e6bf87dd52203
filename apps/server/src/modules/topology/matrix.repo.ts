import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { outletMatching, withCompanyName } from '../outlets/index.ts'

export interface MatrixRow {
  readonly outletId: string
  readonly outletName: string
  readonly companyName: string
  readonly devices: number
  readonly online: number
  readonly overdue: number
  readonly offline: number
  readonly warning: number
  readonly critical: number
  readonly links: number | null
  readonly strangers: number | null
  readonly changes: number
}

interface Query {
  readonly search?: string | undefined
  readonly page: number
  readonly pageSize: number
}

/** Outlets as cells; counts cover only those of the page. */
export const matrixRepo = {
  async page(
    ctx: Pick<RequestContext, 'db' | 'scope'>,
    { search, page, pageSize }: Query,
  ): Promise<{ items: MatrixRow[]; total: number }> {
    const conditions = await outletMatching(ctx, 'outlet', search)
    const inScope = ctx.scope.kind === 'company' ? sql`o.company_id = (select scope_company())` : sql`true`
    const where = sql.join([inScope, ...conditions], sql` and `)
    const counted = await sql<{ n: number }>`select count(*)::int as n from (
      select 1 from outlet o where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(ctx.db)
    const rows = sql`select o.* from outlet o where ${where} order by o.name, o.id
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`
    const { rows: items } = await sql<MatrixRow>`
      select o.id as "outletId", o.name as "outletName", coalesce(o.company_name, '') as "companyName",
        d.devices, d.online, d.overdue, d.offline, d.warning, d.critical, t.links, t.strangers, d.changes
      from (${withCompanyName(ctx, rows)}) o
      left join topology t on t.outlet_id = o.id
      cross join lateral (
        select count(*)::int as devices, (count(*) filter (where presence = 'online'))::int as online,
          (count(*) filter (where presence = 'overdue'))::int as overdue,
          (count(*) filter (where presence = 'offline'))::int as offline,
          (count(*) filter (where level = 'warning'))::int as warning,
          (count(*) filter (where level = 'critical'))::int as critical,
          coalesce(sum((select count(*) from device_timeline e where e.device_id = v.id and e.kind like 'neighbour.%'
            and e.at > now() - interval '24 hours')), 0)::int as changes
        from device v where v.outlet_id = o.id and v.state = 'claimed') d
      order by o.name, o.id`.execute(ctx.db)
    return { items, total: counted.rows[0]?.n ?? 0 }
  },
}
