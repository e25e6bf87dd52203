import type { InputOf, OutputOf, serviceReportApi } from '@netward/contract'
import { sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Maker } from './service-report.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type ScheduleRow = OutputOf<typeof serviceReportApi.pageReportSchedules>['items'][number]
type Given = InputOf<typeof serviceReportApi.addReportSchedule>

export interface DueSchedule {
  readonly companyId: string
  readonly scheduleId: string
}

export type RunningSchedule = Pick<
  ScheduleRow,
  'period' | 'language' | 'review' | 'recipients' | 'nextOn' | 'editedBy'
> & {
  readonly makerId: string
  readonly makerName: string
}

const shown = sql`s.id, s.company_id as "companyId", visible_company_name(s.company_id) as "companyName", s.maker_name as "makerName",
  s.period, s.language, s.review, s.recipients, s.next_on::text as "nextOn", s.edited_by as "editedBy"`

export const scheduleRepo = {
  due: (scopes: Scopes): Promise<DueSchedule[]> =>
    scopes.asLoginRole<DueSchedule>(
      'select company_id::text as "companyId", schedule_id::text as "scheduleId" from report_schedules_due()',
    ),

  async page(
    { db, scope }: Reader,
    { companyId, sort, page, pageSize }: InputOf<typeof serviceReportApi.pageReportSchedules>,
  ): Promise<{ items: ScheduleRow[]; total: number }> {
    const only = scope.kind === 'company' ? scope.companyId : companyId
    const where = only === undefined ? sql`true` : sql`s.company_id = ${only}::bigint`
    const order = sort === 'nextOn' ? sql`s.next_on, s.id` : sql`s.next_on desc, s.id desc`
    const from = sql`report_schedule s where ${where}`
    const { rows } = await sql<ScheduleRow>`select ${shown} from ${from}
      order by ${order} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return { items: rows, total: await countRows(db, from) }
  },

  async count({ db, scope }: Reader): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from report_schedule
      where company_id = ${scope.companyId}`.execute(db)
    return rows[0]!.n
  },

  async findCompany({ db }: Reader, scheduleId: string): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`select s.company_id as id from report_schedule s
      where s.id = ${scheduleId}::bigint`.execute(db)
    return rows[0]?.id
  },

  async find({ db, scope }: Reader, scheduleId: string): Promise<ScheduleRow | undefined> {
    const { rows } = await sql<ScheduleRow>`select ${shown} from report_schedule s
      where s.company_id = ${scope.companyId} and s.id = ${scheduleId}::bigint for update`.execute(db)
    return rows[0]
  },

  /** By the worker: of whichever company above it is. Null: another worker has it, or it is gone. */
  async lock({ db, scope }: Reader, scheduleId: string): Promise<RunningSchedule | undefined> {
    const { rows } =
      await sql<RunningSchedule>`select period, language, review, recipients, next_on as "nextOn", edited_by as "editedBy",
        maker_id as "makerId", maker_name as "makerName"
      from report_schedule_lock(${scope.companyId}::bigint, ${scheduleId}::bigint)`.execute(db)
    return rows[0]
  },

  async insert({ db, scope }: Reader, maker: Maker, given: Given, nextOn: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into report_schedule (company_id, maker_company_id, maker_name, period, language, review, recipients, next_on, edited_by)
      values (${scope.companyId}, ${maker.id}, ${maker.name}, ${given.period}, ${given.language}, ${given.review},
        ${given.recipients}::text[], ${nextOn}, ${scope.actorName}) returning id`.execute(db)
    return rows[0]!.id
  },

  async update(
    { db, scope }: Reader,
    scheduleId: string,
    { language, review, recipients }: Pick<Given, 'language' | 'review' | 'recipients'>,
  ): Promise<void> {
    await sql`update report_schedule set language = ${language}, review = ${review}, recipients = ${recipients}::text[],
      edited_by = ${scope.actorName} where company_id = ${scope.companyId} and id = ${scheduleId}`.execute(db)
  },

  async delete({ db, scope }: Reader, scheduleId: string): Promise<void> {
    await sql`delete from report_schedule where company_id = ${scope.companyId} and id = ${scheduleId}`.execute(
      db,
    )
  },

  async proceed({ db, scope }: Reader, scheduleId: string, nextOn: string): Promise<void> {
    await sql`select report_schedule_proceed(${scope.companyId}::bigint, ${scheduleId}::bigint, ${nextOn}::date)`.execute(
      db,
    )
  },
}
