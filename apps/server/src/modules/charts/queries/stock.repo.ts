import { firmwareStandings } from '@netward/contract/device-values'
import type { QuotaKind } from '@netward/contract/states/licence'
import { sql } from 'kysely'
import type { PanelQuery } from '../asked.ts'
import { all, ofCompany, placed, shareOf } from './conditions.repo.ts'

const mostRows = 30

/** By a linear fit of the last 90 days; from a week of them on. */
const quotaUse: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{
    company: string
    name: string | null
    kind: QuotaKind
    used: number
    granted: number
    slope: number | null
    licences: number
  }>`
    select e.company_id as company, visible_company_name(e.company_id) as name, e.kind, e.used, e.granted, u.slope,
      (select count(*)::int from licence l where l.company_id = e.company_id and l.kind = e.kind and l.purpose = 'use'
        and l.revoked_at is null and l.starts_at <= now() and (l.ends_at is null or l.ends_at > now())) as licences
    from (select * from entitlement e where e.granted > 0 and ${ofCompany(ctx, 'e', question)}
      order by e.used::float8 / e.granted desc, e.company_id, e.kind limit ${sql.lit(mostRows + 1)}) e
    cross join lateral (select case when count(*) >= 7 then regr_slope(s.used, s.day - current_date) end as slope from usage_snapshot s
      where s.company_id = e.company_id and s.kind = e.kind and s.day > current_date - 90) u
    order by e.used::float8 / e.granted desc, e.company_id, e.kind`.execute(ctx.db)
  return {
    note: rows.length > mostRows ? 'cut' : null,
    rows: rows.slice(0, mostRows).map(({ company, name, kind, used, granted, slope, licences }) => ({
      key: `${company} ${kind}`,
      label: ctx.phrase(`licences.kinds.${kind}`),
      group: ctx.scope.kind === 'company' ? null : name,
      values: [
        used / granted,
        used,
        granted,
        licences,
        slope === null || slope <= 0 ? null : Math.max(0, (granted - used) / slope),
      ],
      opens: [
        null,
        null,
        null,
        { companyId: company, kind: [kind], purpose: 'use', state: ['permanent', 'valid', 'exceeded'] },
      ],
      tone: used >= granted ? 'bad' : used >= granted * 0.8 ? 'warning' : 'good',
    })),
  }
}

/** Engineers by the regions that they work in, and the open orders there. */
const engineerRegions: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ region: string; engineers: number; open: number }>`
    select g.region, g.engineers, (select count(*)::int from work_order o join outlet t on t.company_id = o.company_id and t.id = o.outlet_id
        where o.open and (t.region = g.region or starts_with(t.region, g.region || '/'))
          and ${ofCompany(ctx, 'o', question)}) as open
    from (select r.region, count(distinct e.person_id)::int as engineers from engineer e cross join unnest(e.regions) r (region)
      where ${ofCompany(ctx, 'e', question)} group by r.region order by 2 desc, 1 limit ${sql.lit(mostRows)}) g
    order by open desc, g.region`.execute(ctx.db)
  return {
    rows: rows.map(({ region, engineers, open }) => ({
      key: region,
      label: region,
      values: [engineers, open],
      opens: [null, { region }],
    })),
  }
}

/** Models that a warehouse has too few of, those that lack most first. */
const partsUnder: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{
    warehouseId: string
    modelId: string
    own: boolean
    name: string
    warehouse: string
    short: number
    available: number
    minimum: number
  }>`
    select s.warehouse_id as "warehouseId", s.model_id as "modelId", s.company_id = ${ctx.scope.companyId}::bigint as own, btrim(m.brand || ' ' || m.name) as name, w.name as warehouse, s.short,
      s.available, s.minimum
    from part_stock s join part_model m on m.company_id = s.company_id and m.id = s.model_id
    join warehouse w on w.company_id = s.company_id and w.id = s.warehouse_id
    where s.short > 0 and ${ofCompany(ctx, 's', question)}
    order by s.short desc, s.warehouse_id, s.model_id limit ${sql.lit(mostRows + 1)}`.execute(ctx.db)
  return {
    note: rows.length > mostRows ? 'cut' : null,
    rows: rows.slice(0, mostRows).map((row) => ({
      key: `${row.warehouseId} ${row.modelId}`,
      label: row.name,
      group: row.warehouse,
      values: [row.short, row.available, row.minimum],
      // The list is of the company acted in.
      opens: row.own ? [{ warehouseId: row.warehouseId, modelId: row.modelId, short: 'yes' }] : [],
      tone: 'bad',
    })),
  }
}

/**
 * Engineers and pieces of spare parts: the company's own, and those of others by the sharing keys that it has redeemed. Of keys that
 * do not show their quantity a model counts as one piece. What another company has redeemed is not known here.
 */
const ownShared: PanelQuery = async (ctx, question) => {
  const { companyId } = question.filters
  const isElsewhere = companyId !== undefined && companyId !== ctx.scope.companyId
  const { rows } = await sql<{
    engineers: number
    pieces: number
    sharedEngineers: number
    sharedPieces: number
  }>`
    select (select count(*)::int from engineer e where ${ofCompany(ctx, 'e', question)}) as engineers,
      (select coalesce(sum(s.available), 0)::int from part_stock s where ${ofCompany(ctx, 's', question)}) as pieces,
      (select count(distinct e.ref)::int from shared_engineers(null) e) as "sharedEngineers",
      (select coalesce(sum(coalesce(s.available, s.any_left::int)), 0)::int from shared_stock() s) as "sharedPieces"`.execute(
    ctx.db,
  )
  const { engineers = 0, pieces = 0, sharedEngineers = 0, sharedPieces = 0 } = rows[0] ?? {}
  return {
    rows: (
      [
        ['engineers', engineers, sharedEngineers],
        ['parts', pieces, sharedPieces],
      ] as const
    ).map(([key, own, shared]) => ({
      key,
      label: ctx.phrase(`panels.ownShared.${key}`),
      values: isElsewhere ? [own, null, null] : [own, shared, shareOf(shared, own + shared)],
    })),
  }
}

/** Of each model: with a version that is released for it, with another one, and where none is. */
const firmwareStates: PanelQuery = async (ctx, question) => {
  const { type = [] } = question.filters
  const { rows } = await sql<{ model: string; approved: number; old: number; unknown: number }>`
    with v as materialized (
      select d.company_id, d.model_name, d.manufacturer, d.software_version, count(*)::int as n from device d
      where d.state = 'claimed' and d.model_name <> '' and ${all([
        placed(ctx, 'd', question),
        ...(type.length === 0 ? [] : [sql`d.type = any (${type}::text[])`]),
      ])} group by 1, 2, 3, 4)
    select v.model_name as model, coalesce(sum(v.n) filter (where v.standing = 'approved'), 0)::int as approved,
      coalesce(sum(v.n) filter (where v.standing = 'old'), 0)::int as old,
      coalesce(sum(v.n) filter (where v.standing = 'unknown'), 0)::int as unknown
    from (select v.*, firmware_standing(v.company_id, v.manufacturer, v.model_name, v.software_version) as standing from v) v
    group by 1 order by 3 desc, sum(v.n) desc, 1 limit ${sql.lit(mostRows + 1)}`.execute(ctx.db)
  return {
    note: rows.length > mostRows ? 'cut' : null,
    rows: rows.slice(0, mostRows).map(({ model, approved, old, unknown }) => ({
      key: model,
      label: model,
      values: [approved, old, unknown],
      opens: firmwareStandings.map((standing) => ({ modelName: model, firmware: [standing] })),
      tone: shareOf(old, approved + old) === null ? 'quiet' : old > 0 ? 'warning' : 'good',
    })),
  }
}

export const stockQueries = {
  quota_use: quotaUse,
  engineer_regions: engineerRegions,
  parts_under: partsUnder,
  own_shared: ownShared,
  firmware_states: firmwareStates,
} satisfies Readonly<Record<string, PanelQuery>>
