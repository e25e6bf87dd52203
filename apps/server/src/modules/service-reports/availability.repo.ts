import { sql } from 'kysely'
import type { DayRow, OutletRow, PeriodFigures } from './figures.ts'
import type { Days } from './periods.ts'
import { many, outagesIn, type Reader, type Span, within } from './span.repo.ts'

type Minutes = Pick<OutletRow, 'upMinutes' | 'countedMinutes'>

interface SumRow extends Minutes {
  /** Null: of all outlets. */
  readonly outletId: string | null
  /** Null: of all days. */
  readonly day: string | null
  readonly outlets: number
}

export interface Availability {
  readonly all: PeriodFigures['outlets']
  readonly days: ReadonlyMap<string, Minutes>
  readonly outlets: readonly (Minutes & { readonly id: string })[]
}

/** Counted minutes of outlets and those in which they were up: of all, by day and by outlet (modules/rollups). */
export async function readAvailability(
  reader: Reader,
  { company }: Span,
  { from, to }: Days,
): Promise<Availability> {
  const rows = await many<SumRow>(
    reader,
    sql`select outlet_id as "outletId", day::text, count(distinct outlet_id) filter (where counted > 0)::int as outlets,
        coalesce(sum(good), 0)::int as "upMinutes", coalesce(sum(counted), 0)::int as "countedMinutes"
      from rollup_day where company_id = ${company} and kind = 'outlet' and day between ${from}::date and ${to}::date
      group by grouping sets ((outlet_id), (day), ())`,
  )
  const minutes = ({ upMinutes, countedMinutes }: Minutes): Minutes => ({ upMinutes, countedMinutes })
  const total = rows.find(({ outletId, day }) => outletId === null && day === null)!
  return {
    all: { measured: total.outlets, ...minutes(total) },
    days: new Map(rows.flatMap((row) => (row.day === null ? [] : [[row.day, minutes(row)] as const]))),
    outlets: rows.flatMap((row) => (row.outletId === null ? [] : [{ id: row.outletId, ...minutes(row) }])),
  }
}

const down = ({ upMinutes, countedMinutes }: Minutes): number => countedMinutes - upMinutes

/** The three outlets with the most down minutes, and what else befell them. */
export async function readWorstOutlets(
  reader: Reader,
  span: Span,
  { outlets }: Availability,
): Promise<OutletRow[]> {
  const worst = outlets
    .filter((one) => down(one) > 0)
    .toSorted((a, b) => down(b) - down(a) || Number(a.id) - Number(b.id))
    .slice(0, 3)
  const found = await many<Omit<OutletRow, keyof Minutes> & { readonly id: string }>(
    reader,
    sql`select t.id, t.name,
        (select count(*) from ${outagesIn(span)} and l.outlet_id = t.id)::int as outages,
        (select count(*) from alarm a where a.company_id = t.company_id and a.outlet_id = t.id
          and ${within(sql`a.raised_at`, span)})::int as alarms,
        (select count(*) from work_order w where w.company_id = t.company_id and w.outlet_id = t.id
          and ${within(sql`w.created_at`, span)})::int as orders
      from outlet t where t.company_id = ${span.company} and t.id = any (${worst.map(({ id }) => id)}::bigint[])`,
  )
  return worst.flatMap(({ id, ...minutes }) => {
    const row = found.find((one) => one.id === id)
    if (row === undefined) return []
    const { name, outages, alarms, orders } = row
    return [{ name, ...minutes, outages, alarms, orders }]
  })
}

/** Each day of the period, also those without anything. */
export async function readDays(
  reader: Reader,
  { company }: Span,
  { from, to }: Days,
  { days }: Availability,
): Promise<DayRow[]> {
  const sum = (kind: string, part?: string) =>
    sql`coalesce(sum(r.counted) filter (where r.kind = ${kind} ${part === undefined ? sql`` : sql`and r.part = ${part}`}), 0)::int`
  const rows = await many<Omit<DayRow, keyof Minutes>>(
    reader,
    sql`select d.day::text, ${sum('alarm')} as alarms, ${sum('order', 'created')} as created, ${sum('order', 'resolved')} as resolved
      from (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day) d
      left join rollup_day r on r.company_id = ${company} and r.day = d.day and r.kind in ('alarm', 'order')
      group by d.day order by d.day`,
  )
  return rows.map((row) => ({ ...row, ...(days.get(row.day) ?? { upMinutes: 0, countedMinutes: 0 }) }))
}
