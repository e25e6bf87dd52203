import { sql } from 'kysely'
import type { DayRow, OutletRow, PeriodFigures } from './figures.ts'
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

/** Minutes of outlets in which a line was up, of those in which one was measured: of all, by day and by outlet. */
export async function readAvailability(reader: Reader, span: Span): Promise<Availability> {
  const rows = await many<SumRow>(
    reader,
    sql`with hours as (
        select l.outlet_id, (h.hour at time zone ${span.zone}::text)::date::text as day,
          bit_count(bit_or(translate(h.minutes, 'uodb-', '11000')::bit(60))) as up,
          bit_count(bit_or(translate(h.minutes, 'uodb-', '11100')::bit(60))) as known
        from line_hour h join internet_line l on l.company_id = h.company_id and l.id = h.line_id
        where h.company_id = ${span.company} and l.outlet_id is not null and ${within(sql`h.hour`, span)}
        group by l.outlet_id, h.hour)
      select outlet_id as "outletId", day, count(distinct outlet_id)::int as outlets,
        coalesce(sum(up), 0)::int as "upMinutes", coalesce(sum(known), 0)::int as "countedMinutes"
      from hours group by grouping sets ((outlet_id), (day), ())`,
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
  span: Span,
  { from, to }: { readonly from: string; readonly to: string },
  { days }: Availability,
): Promise<DayRow[]> {
  const byDay = (what: string, moment: string, more = sql``) =>
    sql`select (x.${sql.ref(moment)} at time zone ${span.zone}::text)::date as day, count(*)::int as n from ${sql.table(what)} x
      where x.company_id = ${span.company} ${more} and ${within(sql`x.${sql.ref(moment)}`, span)} group by 1`
  const rows = await many<Omit<DayRow, keyof Minutes>>(
    reader,
    sql`with raised as (${byDay('alarm', 'raised_at', sql`and x.behind_id is null`)}),
      created as (${byDay('work_order', 'created_at')}), resolved as (${byDay('work_order', 'resolved_at')})
      select d.day::text, coalesce(a.n, 0) as alarms, coalesce(c.n, 0) as created, coalesce(r.n, 0) as resolved
      from (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day) d
      left join raised a using (day) left join created c using (day) left join resolved r using (day) order by d.day`,
  )
  return rows.map((row) => ({ ...row, ...(days.get(row.day) ?? { upMinutes: 0, countedMinutes: 0 }) }))
}
