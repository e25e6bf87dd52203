import type { InputOf, OutputOf, serviceReportApi } from '@netward/contract'
import type { ReportBlock } from '@netward/contract/report-blocks'
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { KeptFigures } from './figures.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type ReportRow = OutputOf<typeof serviceReportApi.pageServiceReports>['items'][number]
type Comment = OutputOf<typeof serviceReportApi.getServiceReport>['comments'][number]

export interface StoredReport extends ReportRow {
  readonly version: number
  readonly timeZone: string
  readonly asOf: string
  readonly done: string
  readonly asked: string
  readonly recipients: string[]
  readonly figures: KeptFigures
  readonly blocks: ReportBlock[] | null
  /** A draft of the caller's own company. */
  readonly isOwnDraft: boolean
}

export interface NewReport extends Pick<
  StoredReport,
  'period' | 'from' | 'to' | 'timeZone' | 'language' | 'title' | 'recipients' | 'figures'
> {
  readonly maker: Maker
  readonly authorName: string
}

/** Who reports. */
export interface Maker {
  readonly id: string
  readonly name: string
}

const row = sql`r.id, r.company_id as "companyId", visible_company_name(r.company_id) as "companyName", r.period,
  r.from_on::text as "from", r.to_on::text as "to", r.language, r.state, r.title, r.maker_name as "makerName",
  r.author_name as "authorName", r.created_at as "createdAt", r.issued_at as "issuedAt"`
const home = sql`netward_setting('netward.home_id')::bigint`
const whole = sql`${row}, r.version, r.time_zone as "timeZone", r.as_of as "asOf", r.done_text as done, r.asked_text as asked,
  r.recipients, r.figures, r.blocks, r.state = 'draft' and r.maker_company_id = ${home} as "isOwnDraft"`

/** Reports in sight: what is issued, and the drafts of the caller's company. */
export const serviceReportRepo = {
  async page(
    { db, scope }: Reader,
    {
      companyId,
      period,
      state,
      search,
      sort,
      page,
      pageSize,
    }: InputOf<typeof serviceReportApi.pageServiceReports>,
  ): Promise<{ items: ReportRow[]; total: number }> {
    const only = scope.kind === 'company' ? scope.companyId : companyId
    const conditions: RawBuilder<unknown>[] = [
      only === undefined ? sql`true` : sql`r.company_id = ${only}::bigint`,
      ...(period === undefined ? [] : [sql`r.period = any (${period}::text[])`]),
      ...(state === undefined ? [] : [sql`r.state = any (${state}::text[])`]),
      ...(search === undefined || search === '' ? [] : [sql`strpos(lower(r.title), lower(${search})) > 0`]),
    ]
    const where = sql.join(conditions, sql` and `)
    const order = sort === 'createdAt' ? sql`r.created_at, r.id` : sql`r.created_at desc, r.id desc`
    const from = sql`service_report r where ${where}`
    const { rows } = await sql<ReportRow>`select ${row} from ${from}
      order by ${order} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return { items: rows, total: await countRows(db, from) }
  },

  async find({ db }: Reader, reportId: string): Promise<StoredReport | undefined> {
    const { rows } = await sql<StoredReport>`select ${whole} from service_report r
      where r.id = ${reportId}::bigint`.execute(db)
    return rows[0]
  },

  async findCompany({ db }: Reader, reportId: string): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`select r.company_id as id from service_report r
      where r.id = ${reportId}::bigint`.execute(db)
    return rows[0]?.id
  },

  /** Locks a draft of the caller's company; undefined: it is issued, or another's. */
  async lockDraft({ db, scope }: Reader, reportId: string): Promise<StoredReport | undefined> {
    const { rows } = await sql<StoredReport>`select ${whole} from service_report r
      where r.company_id = ${scope.companyId}::bigint and r.id = ${reportId}::bigint and r.state = 'draft'
      for update`.execute(db)
    return rows[0]
  },

  async comments({ db }: Reader, reportId: string): Promise<Comment[]> {
    const { rows } =
      await sql<Comment>`select c.id, c.author_name as "authorName", c.comment as text, c.created_at as "createdAt"
      from service_report_comment c where c.report_id = ${reportId}::bigint order by c.id`.execute(db)
    return rows
  },

  async insertComment({ db, scope }: Reader, reportId: string, text: string): Promise<void> {
    await sql`insert into service_report_comment (company_id, report_id, author_name, comment)
      values (${scope.companyId}, ${reportId}, ${scope.actorName}, ${text})`.execute(db)
  },

  /** In the company that it is about, unless there is one. A job does not see what it makes for a company above. */
  async insert({ db, scope }: Reader, report: NewReport): Promise<void> {
    const { maker, period, from, to, timeZone, language, title, authorName, recipients, figures } = report
    await sql`insert into service_report (company_id, maker_company_id, maker_name, period, from_on, to_on, time_zone, language,
        title, author_name, recipients, figures)
      values (${scope.companyId}, ${maker.id}, ${maker.name}, ${period}, ${from}, ${to}, ${timeZone}, ${language}, ${title},
        ${authorName}, ${recipients}::text[], ${JSON.stringify(figures)}::jsonb) on conflict do nothing`.execute(
      db,
    )
  },

  /** Inserts it as issued; undefined: there is one. */
  async insertIssued(
    { db, scope }: Reader,
    report: NewReport,
    blocks: readonly ReportBlock[],
  ): Promise<string | undefined> {
    const { maker, period, from, to, timeZone, language, title, authorName, recipients, figures } = report
    const { rows } = await sql<{ id: string }>`
      insert into service_report (company_id, maker_company_id, maker_name, period, from_on, to_on, time_zone, language, title,
        author_name, recipients, figures, state, issued_at, blocks)
      values (${scope.companyId}, ${maker.id}, ${maker.name}, ${period}, ${from}, ${to}, ${timeZone}, ${language}, ${title},
        ${authorName}, ${recipients}::text[], ${JSON.stringify(figures)}::jsonb, 'issued', now(),
        ${JSON.stringify(blocks)}::jsonb) on conflict do nothing returning id`.execute(db)
    return rows[0]?.id
  },

  async findOfPeriod(
    { db, scope }: Reader,
    { maker, period, from }: Pick<NewReport, 'maker' | 'period' | 'from'>,
  ): Promise<string | undefined> {
    const { rows } = await sql<{
      id: string
    }>`select id from service_report where company_id = ${scope.companyId}
      and maker_company_id = ${maker.id} and period = ${period} and from_on = ${from}`.execute(db)
    return rows[0]?.id
  },

  async updateTexts(
    { db, scope }: Reader,
    reportId: string,
    { done, asked, recipients }: Pick<StoredReport, 'done' | 'asked' | 'recipients'>,
  ): Promise<void> {
    await sql`update service_report set done_text = ${done}, asked_text = ${asked}, recipients = ${recipients}::text[],
      version = version + 1 where company_id = ${scope.companyId} and id = ${reportId}`.execute(db)
  },

  async updateFigures({ db, scope }: Reader, reportId: string, figures: KeptFigures): Promise<void> {
    await sql`update service_report set figures = ${JSON.stringify(figures)}::jsonb, as_of = now(), version = version + 1
      where company_id = ${scope.companyId} and id = ${reportId}`.execute(db)
  },

  async issue({ db, scope }: Reader, reportId: string, blocks: readonly ReportBlock[]): Promise<void> {
    await sql`update service_report set state = 'issued', issued_at = now(), version = version + 1,
      blocks = ${JSON.stringify(blocks)}::jsonb where company_id = ${scope.companyId} and id = ${reportId}`.execute(
      db,
    )
  },

  /** Notes for the rules of companies that it is issued. */
  async noteIssued({ db }: Reader, reportId: string): Promise<void> {
    await sql`select service_report_issued(${reportId}::bigint)`.execute(db)
  },

  async queueMails({ db }: Reader, reportId: string): Promise<void> {
    await sql`select enqueue('service_report.mail', ${JSON.stringify({ reportId })}::jsonb,
      ${`service_report.mail:${reportId}`})`.execute(db)
  },

  /** False: another run of the job has queued its mails. */
  async takeMails({ db }: Reader, reportId: string): Promise<boolean> {
    const { rows } = await sql<{
      taken: boolean
    }>`select service_report_mails(${reportId}::bigint) as taken`.execute(db)
    return rows[0]!.taken
  },

  async delete({ db, scope }: Reader, reportId: string): Promise<void> {
    await sql`delete from service_report where company_id = ${scope.companyId} and id = ${reportId}`.execute(
      db,
    )
  },

  /** What a report says of its customer, and the customer's day. */
  async company({ db, scope }: Reader): Promise<{ name: string; timeZone: string; today: string }> {
    const { rows } = await sql<{ name: string; timeZone: string; today: string }>`
      select c.name, c.time_zone as "timeZone", (now() at time zone c.time_zone)::date::text as today
      from company c where c.id = ${scope.companyId}::bigint`.execute(db)
    return rows[0]!
  },

  /** Of the company that reports. */
  async homeName({ db }: Reader): Promise<string> {
    const { rows } = await sql<{ name: string }>`select home_company_name() as name`.execute(db)
    return rows[0]!.name
  },

  async forgetOld(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select forget_service_reports()')
  },
}
