import { type RawBuilder, sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Build } from './affects.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface CountedBuild extends Build {
  readonly devices: number
  readonly gateways: number
}

interface Firmware {
  readonly id: string
  readonly version: string
  readonly manufacturer: string
  readonly models: readonly string[]
}

const sameBuild = sql`d.company_id = m.company_id and d.manufacturer = m.manufacturer
  and d.model_name = m.model_name and d.software_version = m.software_version`

/**
 * Devices of a version by rows of `d` with its columns and `n`: from the tally, which covers whole companies, or for
 * people of some outlets from the devices that they see.
 */
const counted = ({ scope }: Reader) =>
  scope.isPartial
    ? sql`(select company_id, type, manufacturer, model_name, software_version, 1 as n from device where state = 'claimed')`
    : sql`device_build`

async function countedBuilds({ db }: Reader, from: RawBuilder<unknown>): Promise<CountedBuild[]> {
  const { rows } = await sql<CountedBuild>`
    select d.manufacturer, d.model_name as "modelName", d.software_version as "softwareVersion",
      sum(d.n)::int as devices, coalesce(sum(d.n) filter (where d.type = 'smart_cpe'), 0)::int as gateways
    from ${from} group by 1, 2, 3 having sum(d.n) > 0 order by 4 desc, 1, 2, 3`.execute(db)
  return rows
}

export const affectedRepo = {
  /** Of each advisory `a`: how many devices in sight it affects. */
  counts: ({ scope }: Reader) =>
    scope.isPartial
      ? sql`(select count(*)::int as affected, least(count(*), 1)::int as companies, count(*)::int as ever,
          null::timestamptz as opened_at, null::timestamptz as closed_at
        from advisory_match m join device d on ${sameBuild} and d.state = 'claimed' where m.advisory_id = a.id)`
      : sql`(select coalesce(sum(c.affected), 0)::int as affected,
          (count(*) filter (where c.affected > 0))::int as companies, count(*)::int as ever,
          min(c.opened_at) as opened_at, max(c.closed_at) as closed_at
        from advisory_case c where c.advisory_id = a.id)`,

  /** Versions that an advisory affects, the most frequent first. */
  builds: (ctx: Reader, advisoryId: string) =>
    countedBuilds(
      ctx,
      sql`advisory_match m join ${counted(ctx)} d on ${sameBuild} where m.advisory_id = ${advisoryId}`,
    ),

  /** All versions in sight. */
  allBuilds: (ctx: Reader) => countedBuilds(ctx, sql`${counted(ctx)} d`),

  /** Affected devices after each change, the last 200. */
  async course({ db }: Reader, advisoryId: string): Promise<{ at: string; affected: number }[]> {
    const { rows } = await sql<{ at: string; affected: number }>`
      select at, (sum(sum(change)) over (order by at))::int as affected from advisory_point
      where advisory_id = ${advisoryId} group by at order by at desc limit 200`.execute(db)
    return rows.toReversed()
  },

  /** Firmware that a campaign of the company acted in may use. */
  async released({ db, scope }: Reader): Promise<Firmware[]> {
    const { rows } = await sql<Firmware>`
      select f.id, f.version, f.manufacturer, f.models from firmware f
      where f.state = 'released' and f.company_id in (
        select a.ancestor_id from company_ancestor a where a.company_id = ${scope.companyId})
      order by f.created_at desc, f.id desc limit 1000`.execute(db)
    return rows
  },

  async companies(
    { db }: Reader,
    advisoryId: string,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{
    items: {
      companyId: string
      companyName: string
      affected: number
      openedAt: string
      closedAt: string | null
    }[]
    total: number
  }> {
    const { rows } = await sql<{
      companyId: string
      companyName: string
      affected: number
      openedAt: string
      closedAt: string | null
    }>`select c.company_id as "companyId", (select k.name from company k where k.id = c.company_id) as "companyName",
        c.affected, c.opened_at as "openedAt", c.closed_at as "closedAt"
      from advisory_case c where c.advisory_id = ${advisoryId}
      order by c.affected desc, c.closed_at desc, c.company_id limit ${limit}::int offset ${offset}::int`.execute(
      db,
    )
    const total = await sql<{ n: number }>`
      select count(*)::int as n from advisory_case c where c.advisory_id = ${advisoryId}`.execute(db)
    return { items: rows, total: total.rows[0]?.n ?? 0 }
  },

  /** Advisories of some devices; those without any are left out. */
  async marks(
    { db }: Reader,
    deviceIds: readonly string[],
  ): Promise<{ id: string; count: number; rank: number }[]> {
    if (deviceIds.length === 0) return []
    const { rows } = await sql<{ id: string; count: number; rank: number }>`
      select d.id, count(*)::int as count, min(a.rank)::int as rank from device d
      join advisory_match m on ${sameBuild} join advisory a on a.id = m.advisory_id
      where d.id = any (${deviceIds}::bigint[]) group by d.id`.execute(db)
    return rows
  },

  /** Null if the caller does not see the device. */
  async versionOf({ db }: Reader, deviceId: string): Promise<string | null> {
    const { rows } = await sql<{ version: string }>`
      select software_version as version from device where id = ${deviceId} and state = 'claimed'`.execute(db)
    return rows[0]?.version ?? null
  },

  async ofDevice(
    { db }: Reader,
    deviceId: string,
  ): Promise<{ id: string; code: string; title: string; severity: string; fixedVersion: string }[]> {
    const { rows } = await sql<{
      id: string
      code: string
      title: string
      severity: string
      fixedVersion: string
    }>`select a.id, a.code, a.title, a.severity, a.fixed_version as "fixedVersion" from device d
      join advisory_match m on ${sameBuild} join advisory a on a.id = m.advisory_id
      where d.id = ${deviceId} order by a.rank, a.published_on desc nulls last, a.id limit 50`.execute(db)
    return rows
  },
}
