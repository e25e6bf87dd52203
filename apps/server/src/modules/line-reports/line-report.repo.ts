import type { InputOf, lineReportApi, OutputOf } from '@netward/contract'
import type { ReportKind } from '@netward/contract/line-report-values'
import { type RawBuilder, sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { withCompanyName } from '../outlets/index.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type Report = OutputOf<typeof lineReportApi.getReport>
export type ReportRow = OutputOf<typeof lineReportApi.pageReports>['items'][number]

export interface ReportedLine {
  readonly id: string
  readonly name: string
  readonly isp: 'telecom' | 'unicom' | 'mobile' | 'broadnet' | 'other'
  readonly ispName: string
  readonly type: 'dedicated' | 'broadband' | '5g' | '4g' | 'satellite' | 'other'
  readonly account: string
  readonly downMbps: number
  readonly upMbps: number
  readonly outletName: string
  readonly region: string
  readonly address: string
  readonly timeZone: string
}

const columns = sql`r.id, r.company_id, r.company_id as "companyId", r.kind, r.title, r.language, r.from_at as "from", r.to_at as "to", r.lines,
  r.author_name as "authorName", r.created_at as "createdAt"`

async function named<T>(ctx: Reader, rows: RawBuilder<unknown>): Promise<T[]> {
  const all = sql<T>`select n.*, n.company_name as "companyName" from (${withCompanyName(ctx, rows)}) n order by n.place`
  return (await all.execute(ctx.db)).rows
}

/** Reports in sight; only those of the company acted in are made and deleted. */
export const lineReportRepo = {
  async page(
    ctx: Reader,
    { kind, companyId, search, sort, page, pageSize }: InputOf<typeof lineReportApi.pageReports>,
  ): Promise<{ items: ReportRow[]; total: number }> {
    const only = ctx.scope.kind === 'company' ? ctx.scope.companyId : companyId
    const where = sql.join(
      [
        only === undefined ? sql`true` : sql`r.company_id = ${only}::bigint`,
        ...(kind === undefined ? [] : [sql`r.kind = any (${kind}::text[])`]),
        ...(search === undefined || search === ''
          ? []
          : [sql`strpos(lower(r.title || ' ' || r.subtitle), lower(${search})) > 0`]),
      ],
      sql` and `,
    )
    const order = sort === 'createdAt' ? sql`r.created_at, r.id` : sql`r.created_at desc, r.id desc`
    const counted = await sql<{ n: number }>`select count(*)::int as n from (
      select 1 from line_report r where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(ctx.db)
    const items = await named<ReportRow>(
      ctx,
      sql`select ${columns}, row_number() over (order by ${order}) as place from line_report r where ${where}
        order by ${order} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`,
    )
    return { items, total: counted.rows[0]?.n ?? 0 }
  },

  async find(ctx: Reader, reportId: string): Promise<Report | undefined> {
    const [report] = await named<Report>(
      ctx,
      sql`select ${columns}, r.subtitle, r.blocks, 1 as place from line_report r where r.id = ${reportId}::bigint`,
    )
    return report
  },

  async findCompany({ db }: Reader, reportId: string): Promise<string | undefined> {
    const { rows } = await sql<{ company_id: string }>`
      select r.company_id from line_report r where r.id = ${reportId}::bigint`.execute(db)
    return rows[0]?.company_id
  },

  async insert(
    ctx: Reader,
    report: Pick<Report, 'kind' | 'title' | 'subtitle' | 'language' | 'from' | 'to' | 'lines' | 'blocks'> & {
      authorName: string
    },
  ): Promise<ReportRow> {
    const { rows } = await sql<{ id: string }>`
      insert into line_report (company_id, kind, title, subtitle, language, from_at, to_at, lines, author_id,
        author_name, blocks)
      values (${ctx.scope.companyId}, ${report.kind}, ${report.title}, ${report.subtitle}, ${report.language},
        ${report.from}, ${report.to}, ${report.lines}, scope_person(), ${report.authorName},
        ${JSON.stringify(report.blocks)}::jsonb)
      returning id`.execute(ctx.db)
    return (await lineReportRepo.find(ctx, rows[0]!.id))!
  },

  async delete(ctx: Reader, reportId: string): Promise<{ title: string } | undefined> {
    const { rows } = await sql<{ title: string }>`delete from line_report r
      where r.id = ${reportId}::bigint and r.company_id = ${ctx.scope.companyId}::bigint returning r.title`.execute(
      ctx.db,
    )
    return rows[0]
  },

  /** What the caller sees of the lines that a report asks for, `most` at most. */
  async lines(
    { db, scope }: Reader,
    wanted: {
      kind: ReportKind
      lineIds: readonly string[]
      isp?: string | undefined
      region?: string | undefined
      cityCode?: string | undefined
      outletId?: string | undefined
    },
    most: number,
  ): Promise<ReportedLine[]> {
    const conditions: RawBuilder<unknown>[] = [sql`l.company_id = ${scope.companyId}::bigint`]
    if (wanted.lineIds.length > 0) conditions.push(sql`l.id = any (${wanted.lineIds}::bigint[])`)
    if (wanted.isp !== undefined) conditions.push(sql`l.isp = ${wanted.isp}`)
    if (wanted.outletId !== undefined) conditions.push(sql`l.outlet_id = ${wanted.outletId}::bigint`)
    if (wanted.cityCode !== undefined) conditions.push(sql`o.city = ${wanted.cityCode}`)
    if (wanted.region)
      conditions.push(sql`(o.region = ${wanted.region}
        or (o.region >= ${`${wanted.region}/`} and o.region < ${`${wanted.region}0`}))`)
    const { rows } = await sql<ReportedLine>`
      select l.id, l.name, l.isp, l.isp_name as "ispName", l.type, l.account, l.down_mbps as "downMbps",
        l.up_mbps as "upMbps", o.name as "outletName", o.region, o.address, o.time_zone as "timeZone"
      from internet_line l join outlet o on o.company_id = l.company_id and o.id = l.outlet_id
      where ${sql.join(conditions, sql` and `)} order by o.name, l.name, l.id limit ${most}::int`.execute(db)
    return rows
  },

  async forgetOld(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select forget_line_reports()')
  },
}
