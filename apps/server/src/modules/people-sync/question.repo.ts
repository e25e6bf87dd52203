import type { InputOf, OutputOf, peopleSyncApi } from '@netward/contract'
import { sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof peopleSyncApi.pagePeopleSyncQuestions>
type Question = OutputOf<typeof peopleSyncApi.pagePeopleSyncQuestions>['items'][number]

export interface OpenQuestion extends Pick<
  Question,
  'id' | 'kind' | 'subject' | 'name' | 'memberId' | 'memberName'
> {
  readonly memberRoles: string[]
  /** By which the channel knows the member. */
  readonly memberSubject: string | null
}

/** Questions of the company acted in. */
export const questionRepo = {
  async page(
    { db, scope }: Reader,
    { channelId, open, kind, search = '', sort, page, pageSize }: Query,
  ): Promise<{ items: Question[]; total: number }> {
    const from = sql`people_sync_question q left join member m on m.company_id = q.company_id and m.id = q.member_id
      where q.company_id = ${scope.companyId} and q.channel_id = ${channelId} and (q.answer is null) = ${open}
        and (${kind ?? null}::text[] is null or q.kind = any (${kind ?? null}::text[]))
        and (${search} = '' or strpos(lower(q.name || ' ' || q.subject || ' ' || coalesce(m.display_name, '')), lower(${search})) > 0)`
    const order = sort === 'askedAt' ? sql`q.asked_at, q.id` : sql`q.asked_at desc, q.id desc`
    const { rows } = await sql<Question>`
      select q.id, q.kind, q.subject, q.name, q.department, q.mail, q.mobile, m.id as "memberId", m.display_name as "memberName",
        m.user_name as "memberUserName",
        case when m.id is null then '{}' else department_path(m.company_id, m.department_id) end as "memberDepartment",
        (select c.name from people_sync_person o join integration_channel c on c.company_id = o.company_id and c.id = o.channel_id
          where o.company_id = q.company_id and o.member_id = m.id and o.channel_id <> q.channel_id
          order by o.channel_id limit 1) as channel,
        m.id is not null and m.user_name is null as "foreign",
        q.asked_at as "askedAt", q.answer, q.answered_by as "answeredBy", q.answered_at as "answeredAt"
      from ${from} order by ${order} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return { items: rows, total: await countRows(db, from) }
  },

  async lock({ db, scope }: Reader, channelId: string, ids: readonly string[]): Promise<OpenQuestion[]> {
    const { rows } = await sql<OpenQuestion>`
      select q.id, q.kind, q.subject, q.name, m.id as "memberId", m.display_name as "memberName",
        array(select coalesce(r.built_in, r.role_id::text) from member_role r
          where r.company_id = m.company_id and r.member_id = m.id) as "memberRoles",
        (select l.subject from sign_on_link l where l.company_id = m.company_id and l.channel_id = q.channel_id
          and l.member_id = m.id) as "memberSubject"
      from people_sync_question q left join member m on m.company_id = q.company_id and m.id = q.member_id
      where q.company_id = ${scope.companyId} and q.channel_id = ${channelId} and q.id = any (${[...ids]}::bigint[])
        and q.answer is null order by q.id for update of q`.execute(db)
    return rows
  },

  async answer({ db, scope }: Reader, id: string, answer: 'link' | 'create' | 'ignore'): Promise<void> {
    await sql`update people_sync_question set answer = ${answer}, answered_by = ${scope.actorName}, answered_at = now()
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  /** The person is the member: the link says so, and the addresses of the question are those that are known. */
  async link({ db, scope }: Reader, id: string): Promise<void> {
    await sql`insert into sign_on_link (company_id, channel_id, member_id, subject, shown, linked_by)
      select q.company_id, q.channel_id, q.member_id, q.subject, q.name, 'administrator' from people_sync_question q
      where q.company_id = ${scope.companyId} and q.id = ${id}
      on conflict (company_id, channel_id, subject) do nothing`.execute(db)
    await sql`insert into people_sync_person as k (company_id, channel_id, subject, member_id, leads, mail_hash, mobile_hash)
      select q.company_id, q.channel_id, q.subject, q.member_id,
        not exists (select from people_sync_person o where o.company_id = q.company_id and o.member_id = q.member_id
          and o.channel_id <> q.channel_id and o.leads and o.gone_at is null), q.mail_hash, q.mobile_hash
      from people_sync_question q where q.company_id = ${scope.companyId} and q.id = ${id}
      on conflict (company_id, channel_id, subject) do update set member_id = excluded.member_id, ignored = false, gone_at = null,
        mail_hash = coalesce(excluded.mail_hash, k.mail_hash), mobile_hash = coalesce(excluded.mobile_hash, k.mobile_hash)`.execute(
      db,
    )
  },

  /** The member has the identifier of the question from now on, and a person who came in by it meanwhile has none. */
  async moveIdentifier({ db, scope }: Reader, id: string): Promise<void> {
    const question = sql`people_sync_question q where q.company_id = ${scope.companyId} and q.id = ${id}`
    for (const table of ['sign_on_link', 'people_sync_person'])
      await sql`delete from ${sql.table(table)} k using ${question} and k.company_id = q.company_id
        and k.channel_id = q.channel_id and k.subject = q.subject and k.member_id is distinct from q.member_id`.execute(
        db,
      )
    for (const table of ['sign_on_link', 'people_sync_person'])
      await sql`update ${sql.table(table)} k set subject = q.subject from ${question} and k.company_id = q.company_id
        and k.channel_id = q.channel_id and k.member_id = q.member_id`.execute(db)
  },

  /** The link and what was known of the person end. */
  async unlink({ db, scope }: Reader, channelId: string, subject: string): Promise<void> {
    await sql`delete from sign_on_link where company_id = ${scope.companyId} and channel_id = ${channelId}
      and subject = ${subject}`.execute(db)
    await sql`delete from people_sync_person where company_id = ${scope.companyId} and channel_id = ${channelId}
      and subject = ${subject}`.execute(db)
  },

  /** A refusal, of the last administrator for example, leaves the member as they are. */
  async disable({ db }: Reader, memberId: string): Promise<void> {
    await sql`select from set_member_status(array[${memberId}::bigint], 'disabled')`.execute(db)
  },

  async ignore({ db, scope }: Reader, channelId: string, subject: string): Promise<void> {
    await sql`insert into people_sync_person (company_id, channel_id, subject, ignored)
      values (${scope.companyId}, ${channelId}, ${subject}, true)
      on conflict (company_id, channel_id, subject) do update set ignored = true`.execute(db)
  },

  /** The people are read again soon, where a synchronisation is in use. */
  async readAgain({ db, scope }: Reader, channelId: string, subjects: readonly string[]): Promise<void> {
    await sql`select people_sync_read_again(${scope.companyId}::bigint, ${channelId}::bigint, ${[...subjects]}::text[])`.execute(
      db,
    )
  },
}
