import { noRegion } from '@netward/contract/outlet-region'
import { sql } from 'kysely'
import type { PanelQuery } from '../asked.ts'
import { placed } from './conditions.repo.ts'

const mostRegions = 60

/** By the health that a sweep keeps (modules/outlet-health): nothing is counted over devices. */
const outletsNormal: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ good: number; total: number; abnormal: number; at: string | null }>`
    select count(*) filter (where h.band = 'good')::int as good, count(*)::int as total,
      count(*) filter (where h.band in ('fair', 'poor'))::int as abnormal, min(h.computed_at) as at
    from outlet_health h where ${placed(ctx, 'h', question)}`.execute(ctx.db)
  const { good = 0, total = 0, abnormal = 0, at = null } = rows[0] ?? {}
  return {
    asOf: at,
    rows: [
      {
        key: 'all',
        values: [good, total, abnormal],
        opens: [{ band: ['good'] }, {}, { band: ['fair', 'poor'] }],
        tone: abnormal > 0 ? 'warning' : 'good',
      },
    ],
  }
}

/** Below the region of the filter, one level at a time. */
const regions: PanelQuery = async (ctx, question) => {
  const { region = '' } = question.filters
  const inside = region === noRegion ? '' : region
  const level = inside === '' ? 1 : inside.split('/').length + 1
  const { rows } = await sql<{
    region: string
    n: number
    abnormal: number
    poor: number
    good: number
    at: string | null
  }>`
    select case when o.region = '' then '' else array_to_string((string_to_array(o.region, '/'))[1:${sql.lit(level)}], '/') end as region,
      count(*)::int as n, count(*) filter (where h.band in ('fair', 'poor'))::int as abnormal,
      count(*) filter (where h.band = 'poor')::int as poor, count(*) filter (where h.band = 'good')::int as good,
      min(h.computed_at) as at
    from outlet o join outlet_health h on h.outlet_id = o.id
    where ${placed(ctx, 'h', question)} group by 1 order by n desc, 1 limit ${sql.lit(mostRegions + 1)}`.execute(
    ctx.db,
  )
  const shown = rows.slice(0, mostRegions)
  return {
    asOf: shown[0]?.at ?? null,
    note: rows.length > mostRegions ? 'cut' : null,
    rows: shown.map((one) => ({
      key: one.region === '' ? noRegion : one.region,
      label: one.region === '' ? ctx.phrase('panels.noRegion') : (one.region.split('/').at(-1) ?? ''),
      values: [one.n, one.abnormal],
      // Outlets of the region itself are among those of the regions below it.
      ...(one.region === inside && inside !== ''
        ? {}
        : {
            opens: [
              { region: one.region === '' ? noRegion : one.region },
              { region: one.region === '' ? noRegion : one.region, band: ['fair', 'poor'] },
            ],
          }),
      tone: one.poor > 0 ? 'bad' : one.abnormal > 0 ? 'warning' : one.good > 0 ? 'good' : 'quiet',
    })),
  }
}

export const outletQueries = { outlets_normal: outletsNormal, regions } satisfies Readonly<
  Record<string, PanelQuery>
>
