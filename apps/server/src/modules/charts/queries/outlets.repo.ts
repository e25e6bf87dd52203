import { noRegion } from '@netward/contract/outlet-region'
import { sql } from 'kysely'
import type { PanelQuery } from '../asked.ts'
import { all, heldCourse, ofIsp, placed } from './conditions.repo.ts'

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

const tones = { good: 'good', fair: 'warning', poor: 'bad', unknown: 'quiet' } as const
type Band = keyof typeof tones

const healthBands: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ band: Band; n: number; at: string | null }>`
    select h.band, count(*)::int as n, min(h.computed_at) as at from outlet_health h
    where ${placed(ctx, 'h', question)} group by h.band`.execute(ctx.db)
  return {
    asOf: rows[0]?.at ?? null,
    rows: (Object.keys(tones) as Band[]).map((band) => ({
      key: band,
      label: ctx.phrase(`panels.bands.${band}`),
      values: [rows.find((row) => row.band === band)?.n ?? 0],
      opens: [{ band: [band] }],
      tone: tones[band],
    })),
  }
}

const mostCells = 400

/** The worst first. */
const outletMatrix: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{
    id: string
    name: string
    score: number | null
    band: Band
    at: string | null
  }>`
    select o.id, o.name, h.score, h.band, h.computed_at as at
    from outlet_health h join outlet o on o.id = h.outlet_id
    where ${placed(ctx, 'h', question)} order by h.band <> 'poor', h.score, o.id limit ${sql.lit(mostCells + 1)}`.execute(
    ctx.db,
  )
  return {
    asOf: rows[0]?.at ?? null,
    note: rows.length > mostCells ? 'cut' : null,
    rows: rows.slice(0, mostCells).map(({ id, name, score, band }) => ({
      key: id,
      label: name,
      values: [score],
      tone: tones[band],
      page: { kind: 'outlet', id },
    })),
  }
}

const mostCustomers = 100

/** Companies with outlets, the worst first. */
const customers: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{
    id: string
    name: string | null
    worst: number | null
    outlets: number
    poor: number
    devices: number
    offline: number
    critical: number
    at: string | null
    overdue: number
    quota: number | null
  }>`
    select k.*, (select count(*)::int from work_order o where o.company_id = k.id and o.open and (o.resolved_at is null and o.resolve_due < now()
        or o.responded_at is null and o.respond_due < now())) as overdue,
      (select max(e.used::float8 / e.granted) from entitlement e where e.company_id = k.id and e.granted > 0) as quota
    from (select h.company_id as id, visible_company_name(h.company_id) as name, min(h.score)::int as worst, count(*)::int as outlets,
      count(*) filter (where h.band = 'poor')::int as poor, sum(h.devices)::int as devices,
      sum(h.devices - h.devices_online)::int as offline, sum(h.critical)::int as critical, min(h.computed_at) as at
    from outlet_health h where ${placed(ctx, 'h', question)}
    group by h.company_id order by critical desc, poor desc, worst, id limit ${sql.lit(mostCustomers + 1)}) k
    order by k.critical desc, k.poor desc, k.worst, k.id`.execute(ctx.db)
  return {
    asOf: rows[0]?.at ?? null,
    note: rows.length > mostCustomers ? 'cut' : null,
    rows: rows.slice(0, mostCustomers).map((row) => ({
      key: row.id,
      label: row.name ?? '',
      companyId: row.id,
      values: [
        row.worst,
        row.outlets,
        row.poor,
        row.devices,
        row.offline,
        row.critical,
        row.overdue,
        row.quota,
      ],
      opens: [
        null,
        { companyId: row.id },
        { companyId: row.id, band: ['poor'] },
        null,
        null,
        null,
        { companyId: row.id, overdue: 'yes' },
      ],
      tone: row.critical > 0 ? 'critical' : row.poor > 0 ? 'bad' : 'good',
    })),
  }
}

const outletsHeld: PanelQuery = async (ctx, question) => {
  const { from, to } = question
  const { rows } = await sql<{ total: number; added: number }>`
    select count(*)::int as total,
      count(*) filter (where o.created_at >= ${from}::timestamptz and o.created_at < ${to}::timestamptz)::int as added
    from outlet o where ${placed(ctx, 'o', question)}`.execute(ctx.db)
  const { total = 0, added = 0 } = rows[0] ?? {}
  const course = await heldCourse(ctx, question, {
    rows: sql`outlet o where ${placed(ctx, 'o', question)}`,
    came: sql`o.created_at`,
    went: sql`null::timestamptz`,
  })
  return {
    rows: [
      {
        key: 'all',
        values: [total, added],
        before: [total - added, null],
        opens: [{}],
        trend: course.map(({ held }) => held),
      },
    ],
  }
}

const linesHeld: PanelQuery = async (ctx, question) => {
  const { from, to } = question
  const { rows } = await sql<{ total: number; added: number; mbps: number }>`
    select count(*)::int as total, coalesce(sum(l.down_mbps), 0)::float8 as mbps,
      count(*) filter (where l.created_at >= ${from}::timestamptz and l.created_at < ${to}::timestamptz)::int as added
    from internet_line l where ${all([placed(ctx, 'l', question), ...ofIsp(question)])}`.execute(ctx.db)
  const { total = 0, added = 0, mbps = 0 } = rows[0] ?? {}
  const course = await heldCourse(ctx, question, {
    rows: sql`internet_line l where ${all([placed(ctx, 'l', question), ...ofIsp(question)])}`,
    came: sql`l.created_at`,
    went: sql`null::timestamptz`,
  })
  return {
    rows: [
      {
        key: 'all',
        values: [total, added, mbps],
        before: [total - added, null, null],
        trend: course.map(({ held }) => held),
      },
    ],
  }
}

export const outletQueries = {
  outlets_normal: outletsNormal,
  regions,
  health_bands: healthBands,
  outlet_matrix: outletMatrix,
  customers,
  outlets_held: outletsHeld,
  lines_held: linesHeld,
} satisfies Readonly<Record<string, PanelQuery>>
