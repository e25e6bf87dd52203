import type { TemplateForm } from '@netward/contract/notice-template-values'
import type { NoticeEvent } from '@netward/contract/notice-values'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { NotifiedAlarm } from './notice-text.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface TemplatePlace {
  readonly event: NoticeEvent
  readonly form: TemplateForm
  readonly language: 'zh' | 'en'
}

export interface TemplateText {
  readonly subject: string
  readonly line: string
}

/** Of the company acted in. */
export const noticeTemplateRepo = {
  async all({
    db,
    scope,
  }: Reader): Promise<(TemplatePlace & TemplateText & { editedAt: string; editedBy: string })[]> {
    const { rows } = await sql<TemplatePlace & TemplateText & { editedAt: string; editedBy: string }>`
      select event, form, language, subject, line, edited_at as "editedAt", edited_by as "editedBy"
      from notice_template where company_id = ${scope.companyId} order by event, form, language`.execute(db)
    return rows
  },

  async lock(
    { db, scope }: Reader,
    { event, form, language }: TemplatePlace,
  ): Promise<TemplateText | undefined> {
    const { rows } = await sql<TemplateText>`select subject, line from notice_template
      where company_id = ${scope.companyId} and event = ${event} and form = ${form} and language = ${language} for update`.execute(
      db,
    )
    return rows[0]
  },

  async put({ db, scope }: Reader, place: TemplatePlace, { subject, line }: TemplateText): Promise<void> {
    const { event, form, language } = place
    await sql`insert into notice_template as t (company_id, event, form, language, subject, line, edited_by)
      values (${scope.companyId}, ${event}, ${form}, ${language}, ${subject}, ${line}, ${scope.actorName})
      on conflict (company_id, event, form, language) do update set subject = excluded.subject, line = excluded.line,
        edited_at = now(), edited_by = excluded.edited_by`.execute(db)
  },

  async delete({ db, scope }: Reader, { event, form, language }: TemplatePlace): Promise<void> {
    await sql`delete from notice_template where company_id = ${scope.companyId} and event = ${event} and form = ${form}
      and language = ${language}`.execute(db)
  },

  /** An alarm that the caller may view. */
  async alarm({ db, scope }: Reader, id: string): Promise<Omit<NotifiedAlarm, 'transition'> | undefined> {
    const { rows } = await sql<Omit<NotifiedAlarm, 'transition'>>`
      select a.id::text as "alarmId", '0' as "eventId", a.state, a.severity, a.rule, a.rule_name as "ruleName", a.label,
        a.device_id::text as "deviceId", alarm_subject_name(a) as "deviceName", visible_outlet_name(a.outlet_id) as "outletName",
        a.company_id::text as "companyId", null as "companyName", null as "companyCode", a.value,
        a.threshold, a.raised_at as "raisedAt", a.cleared_at as "clearedAt", a.acknowledged_by as "acknowledgedBy",
        (select count(*)::int from alarm b where b.behind_id = a.id and b.state = 'active') as behind
      from alarm a
      where a.company_id = ${scope.companyId} and a.id = ${id}`.execute(db)
    return rows[0]
  },

  /** By event, of a message that is sent now. */
  async of(
    scopes: Scopes,
    companyId: string,
    form: TemplateForm,
    language: 'zh' | 'en',
  ): Promise<ReadonlyMap<string, TemplateText>> {
    const rows = await scopes.asLoginRole<{ event: string; subject: string; line: string }>(
      'select * from notice_templates_for($1, $2, $3)',
      [companyId, form, language],
    )
    return new Map(rows.map(({ event, subject, line }) => [event, { subject, line }]))
  },
}
