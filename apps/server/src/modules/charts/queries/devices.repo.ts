import { sql } from 'kysely'
import type { Context, PanelQuery, Question } from '../asked.ts'
import type { DeviceType } from '@netward/contract/device-values'
import { onlineByType, onlineShares } from './availability.repo.ts'
import { all, heldCourse, iso, placed, shareOf, type Sql, stepsFrom } from './conditions.repo.ts'

const ofType = (type: readonly string[] = []): Sql[] =>
  type.length === 0 ? [] : [sql`d.type = any (${type}::text[])`]

/** Overdue counts as online; unknown, quarantined and devices without a driver do not count (operations.md §6). */
const devicesOnline: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ online: number; counted: number; offline: number }>`
    select count(*) filter (where d.presence in ('online', 'overdue') and d.guard <> 'quarantined' and d.driver <> 'none')::int as online,
      count(*) filter (where d.presence <> 'unknown' and d.guard <> 'quarantined' and d.driver <> 'none')::int as counted,
      count(*) filter (where d.presence = 'offline')::int as offline
    from device d where d.state = 'claimed' and ${all([placed(ctx, 'd', question), ...ofType(question.filters.type)])}`.execute(
    ctx.db,
  )
  const { online = 0, counted = 0, offline = 0 } = rows[0] ?? {}
  const over = await onlineShares(ctx, question)
  return {
    rows: [
      {
        key: 'all',
        values: [shareOf(online, counted), over.now, offline],
        before: [null, over.before, null],
        opens: [null, null, { presence: ['offline'] }],
        tone: offline > 0 ? 'bad' : 'good',
      },
    ],
  }
}

/** Of each type, its online share over the period and in its steps as far as they are counted (modules/rollups). */
const deviceTypes: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{
    type: DeviceType
    total: number
    online: number
    counted: number
    offline: number
    unknown: number
  }>`
    select d.type, count(*)::int as total, count(*) filter (where d.presence = 'offline')::int as offline,
      count(*) filter (where d.presence = 'unknown')::int as unknown,
      count(*) filter (where d.presence in ('online', 'overdue') and d.guard <> 'quarantined' and d.driver <> 'none')::int as online,
      count(*) filter (where d.presence <> 'unknown' and d.guard <> 'quarantined' and d.driver <> 'none')::int as counted
    from device d where d.state = 'claimed' and ${all([placed(ctx, 'd', question), ...ofType(question.filters.type)])}
    group by d.type order by total desc, d.type`.execute(ctx.db)
  const courses = await onlineByType(ctx, question)
  return {
    rows: rows.map((row) => ({
      key: row.type,
      label: ctx.phrase(`equipment.types.${row.type}`),
      values: [
        shareOf(row.online, row.counted),
        courses.get(row.type)?.over ?? null,
        row.total,
        row.offline,
        row.unknown,
      ],
      trend: courses.get(row.type)?.steps ?? null,
      opens: [
        null,
        null,
        { type: [row.type] },
        { type: [row.type], presence: ['offline'] },
        { type: [row.type], presence: ['unknown'] },
      ],
      tone: row.offline > 0 ? 'bad' : 'good',
    })),
  }
}

/** Managed devices at the end of each step. */
const heldDevices = (ctx: Context, question: Question) =>
  heldCourse(ctx, question, {
    rows: sql`device d where d.claimed_at is not null and ${all([placed(ctx, 'd', question), ...ofType(question.filters.type)])}`,
    came: sql`d.claimed_at`,
    went: sql`case when d.state <> 'claimed' then coalesce(d.released_at, d.claimed_at) end`,
  })

/** Claimed and removed in the period; one that came and went in it counts as both. */
const devicesHeld: PanelQuery = async (ctx, question) => {
  const { from, to } = question
  const within = (moment: Sql) => sql`${moment} >= ${from}::timestamptz and ${moment} < ${to}::timestamptz`
  const { rows } = await sql<{ total: number; added: number; removed: number }>`
    select count(*) filter (where d.state = 'claimed')::int as total,
      count(*) filter (where ${within(sql`d.claimed_at`)})::int as added,
      count(*) filter (where d.state <> 'claimed' and ${within(sql`d.released_at`)})::int as removed
    from device d where ${all([placed(ctx, 'd', question), ...ofType(question.filters.type)])}`.execute(
    ctx.db,
  )
  const { total = 0, added = 0, removed = 0 } = rows[0] ?? {}
  return {
    rows: [
      {
        key: 'all',
        values: [total, added, removed],
        before: [total - added + removed, null, null],
        opens: [{}],
        trend: (await heldDevices(ctx, question)).map(({ held }) => held),
      },
    ],
  }
}

const troubles = [
  'waiting',
  'snmp_silent',
  'unreachable',
  'auth_failed',
  'no_credential',
  'not_allowed',
  'stopped',
] as const

/** Devices of which nothing is measured, by the reason. */
const pollingTroubles: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ polling: (typeof troubles)[number]; n: number }>`
    select d.polling, count(*)::int as n from device d
    where d.state = 'claimed' and d.polling is not null and d.polling <> 'ok'
      and ${all([placed(ctx, 'd', question), ...ofType(question.filters.type)])}
    group by 1 order by n desc, 1`.execute(ctx.db)
  return {
    rows: rows.map(({ polling, n }) => ({
      key: polling,
      label: ctx.phrase(`monitoring.polling.states.${polling}`),
      values: [n],
      opens: [{ polling: [polling] }],
      tone: polling === 'waiting' || polling === 'stopped' ? 'quiet' : 'warning',
    })),
  }
}

const mostRows = 30

const typeBrands: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ type: DeviceType; brand: string; n: number; models: number }>`
    select d.type, d.manufacturer as brand, count(*)::int as n, count(distinct d.model_name)::int as models
    from device d where d.state = 'claimed' and ${all([placed(ctx, 'd', question), ...ofType(question.filters.type)])}
    group by 1, 2 order by n desc, 1, 2 limit ${sql.lit(mostRows + 1)}`.execute(ctx.db)
  return {
    note: rows.length > mostRows ? 'cut' : null,
    rows: rows.slice(0, mostRows).map(({ type, brand, n, models }) => ({
      key: `${type} ${brand}`,
      label: brand === '' ? ctx.phrase('panels.noBrand') : brand,
      group: ctx.phrase(`equipment.types.${type}`),
      values: [n, models],
      opens: brand === '' ? [] : [{ type: [type], brand: [brand] }],
    })),
  }
}

/** Versions of each model, and their share of it. */
const modelVersions: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ model: string; version: string; n: number; all: number }>`
    select d.model_name as model, d.software_version as version, count(*)::int as n,
      (sum(count(*)) over (partition by d.model_name))::int as all
    from device d where d.state = 'claimed' and d.model_name <> '' and ${all([placed(ctx, 'd', question), ...ofType(question.filters.type)])}
    group by 1, 2 order by 4 desc, 1, n desc, 2 limit ${sql.lit(mostRows + 1)}`.execute(ctx.db)
  return {
    note: rows.length > mostRows ? 'cut' : null,
    rows: rows.slice(0, mostRows).map(({ model, version, n, all: whole }) => ({
      key: `${model} ${version}`,
      label: version === '' ? ctx.phrase('panels.noVersion') : version,
      group: model,
      values: [n, shareOf(n, whole)],
      opens: version === '' ? [] : [{ modelName: model, softwareVersion: version }],
    })),
  }
}

const ages = [90, 365, 1095, 1825] as const

/** Since they were claimed here. */
const deviceAges: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ place: number; n: number }>`
    select width_bucket(extract(epoch from now() - d.claimed_at) / 86400, array[${sql.join([...ages])}]::numeric[]) as place, count(*)::int as n
    from device d where d.state = 'claimed' and ${all([placed(ctx, 'd', question), ...ofType(question.filters.type)])}
    group by 1`.execute(ctx.db)
  return {
    rows: (['quarter', 'year', 'three', 'five', 'older'] as const).map((age, place) => ({
      key: age,
      label: ctx.phrase(`panels.ages.${age}`),
      values: [rows.find((row) => row.place === place)?.n ?? 0],
    })),
  }
}

const devicesClaimed: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ begins: string; claimed: number; removed: number }>`
    with d as materialized (
      select d.claimed_at, d.released_at, d.state from device d
      where (d.claimed_at >= ${question.from}::timestamptz or d.released_at >= ${question.from}::timestamptz)
        and ${all([placed(ctx, 'd', question), ...ofType(question.filters.type)])})
    select s.begins, n.* from ${stepsFrom(question)} s cross join lateral (
      select count(*) filter (where d.claimed_at >= s.begins and d.claimed_at < s.ends)::int as claimed,
        count(*) filter (where d.state <> 'claimed' and d.released_at >= s.begins and d.released_at < s.ends)::int as removed
      from d) n
    order by s.begins`.execute(ctx.db)
  const course = await heldDevices(ctx, question)
  return {
    rows: rows.map(({ begins, claimed, removed }, place) => ({
      key: iso(begins),
      at: iso(begins),
      values: [claimed, removed, claimed - removed, course[place]?.held ?? null],
    })),
  }
}

export const deviceQueries = {
  devices_online: devicesOnline,
  device_types: deviceTypes,
  polling_troubles: pollingTroubles,
  devices_held: devicesHeld,
  type_brands: typeBrands,
  model_versions: modelVersions,
  device_ages: deviceAges,
  devices_claimed: devicesClaimed,
} satisfies Readonly<Record<string, PanelQuery>>
