import { phoneOf } from '@netward/contract/field-rules'
import type { SyncReading } from '@netward/contract/people-sync-values'
import { sql } from 'kysely'
import type { DirectoryPage } from '../integrations/index.ts'
import type { Scopes, Transaction } from '../../platform/db/scope.ts'
import { cleanText } from '../../platform/clean-text.ts'

type Db = Pick<Transaction, 'db'>

/** A run that this worker carries out. */
export interface HeldRun {
  readonly id: string
  readonly companyId: string
  readonly channelId: string
  readonly state: 'reading' | 'applying'
  readonly reading: SyncReading
  readonly subjects: readonly string[]
  readonly dry: boolean
  readonly position: string | null
  readonly confirmed: boolean
  readonly startedBy: string
}

const held = sql`r.id, r.company_id as "companyId", r.channel_id as "channelId", r.state, r.reading, r.subjects, r.dry,
  s.position, s.confirmed_at is not null as confirmed, r.started_by as "startedBy"`

/** For jobs, in the company of the run. */
export const readingRepo = {
  /** Takes a run, unless another worker shows signs of life; undefined: it has ended, or is held. */
  async take({ db }: Db, id: string, holder: string): Promise<HeldRun | undefined> {
    const { rows } = await sql<HeldRun>`
      update people_sync_run r set holder = ${holder}::uuid, held_until = now() + interval '2 minutes'
      from people_sync s where r.id = ${id} and r.state in ('reading', 'applying')
        and (r.holder is null or r.held_until < now() or r.holder = ${holder}::uuid)
        and s.company_id = r.company_id and s.channel_id = r.channel_id
      returning ${held}`.execute(db)
    return rows[0]
  },

  async isOpen({ db }: Db, id: string): Promise<boolean> {
    const { rows } =
      await sql`select from people_sync_run where id = ${id} and state in ('reading', 'applying')`.execute(db)
    return rows.length > 0
  },

  /** Locks the run for a portion of work and shows a sign of life; false: it was stopped, or another worker has it. */
  async hold({ db }: Db, id: string, holder: string, state: HeldRun['state']): Promise<boolean> {
    const { rows } = await sql`update people_sync_run set held_until = now() + interval '2 minutes'
      where id = ${id} and state = ${state} and holder = ${holder}::uuid returning id`.execute(db)
    return rows.length > 0
  },

  /** This process stops: another worker goes on at once. */
  async release({ db }: Db, id: string, holder: string): Promise<void> {
    await sql`update people_sync_run set holder = null where id = ${id} and holder = ${holder}::uuid`.execute(
      db,
    )
  },

  /** An interrupted reading begins anew. */
  async clear({ db }: Db, { id, companyId }: HeldRun): Promise<void> {
    for (const table of ['people_sync_staged', 'people_sync_staged_department', 'people_sync_change'])
      await sql`delete from ${sql.table(table)} where company_id = ${companyId} and run_id = ${id}`.execute(
        db,
      )
    await sql`update people_sync_run set people = 0, departments = 0, planned = 0, counts = '{}' where id = ${id}`.execute(
      db,
    )
  },

  async stage({ db }: Db, { id, companyId }: HeldRun, page: DirectoryPage): Promise<void> {
    const { people, departments } = rowsOf(page)
    const read = people.filter((one) => one['left_out'] !== true).length
    if (departments.length > 0)
      await sql`insert into people_sync_staged_department (company_id, run_id, outside_id, parent_outside_id, name, gone)
        select ${companyId}::bigint, ${id}::bigint, d.id, d.parent, d.name, d.gone
        from jsonb_to_recordset(${JSON.stringify(departments)}::jsonb) d (id text, parent text, name text, gone boolean)
        on conflict (company_id, run_id, outside_id) do update set parent_outside_id = excluded.parent_outside_id,
          name = coalesce(excluded.name, people_sync_staged_department.name), gone = excluded.gone`.execute(
        db,
      )
    if (people.length > 0)
      await sql`insert into people_sync_staged (company_id, run_id, subject, gone, left_out, active, name, user_name,
          department_ids, group_ids, mobile, mail, identity)
        select ${companyId}::bigint, ${id}::bigint, p.subject, p.gone, coalesce(p.left_out, false), p.active, p.name, p.user_name,
          p.department_ids, p.group_ids, p.mobile, p.mail, p.identity
        from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) p (subject text, gone boolean, left_out boolean,
          active boolean, name text, user_name text, department_ids text[], group_ids text[], mobile text, mail text, identity text)
        on conflict (company_id, run_id, subject) do update set gone = excluded.gone,
          left_out = excluded.left_out, active = excluded.active,
          name = excluded.name, user_name = excluded.user_name, department_ids = excluded.department_ids,
          group_ids = excluded.group_ids, mobile = excluded.mobile, mail = excluded.mail,
          identity = excluded.identity`.execute(db)
    await sql`update people_sync_run set people = people + ${read}, departments = departments + ${departments.length}
      where id = ${id}`.execute(db)
    await this.emit({ db }, companyId, id)
  },

  /** How many were read in the end: pages may repeat rows. */
  async count({ db }: Db, { id, companyId }: HeldRun): Promise<{ people: number; departments: number }> {
    const { rows } = await sql<{ people: number; departments: number }>`update people_sync_run r set
        people = (select count(*) from people_sync_staged s where s.company_id = ${companyId} and s.run_id = r.id and not s.gone
          and not s.left_out),
        departments = (select count(*) from people_sync_staged_department s
          where s.company_id = ${companyId} and s.run_id = r.id and not s.gone)
      where r.id = ${id} returning people, departments`.execute(db)
    return rows[0]!
  },

  async setEnd(
    { db }: Db,
    id: string,
    { isFull, position }: { isFull: boolean; position: string | null },
  ): Promise<void> {
    await sql`update people_sync_run set is_full = ${isFull}, position = left(${position}::text, 20000)
      where id = ${id}`.execute(db)
  },

  async emit({ db }: Db, companyId: string, id: string): Promise<void> {
    await sql`insert into live_event (company_id, kind, subject_id, data)
      select company_id, 'people_sync.changed', channel_id, '{}' from people_sync_run
      where company_id = ${companyId} and id = ${id}`.execute(db)
  },

  async end(
    { db }: Db,
    id: string,
    state: 'failed' | 'stopped',
    { why, detail = '' }: { why: string; detail?: string },
  ): Promise<boolean> {
    const { rows } = await sql<{ ended: boolean }>`
      select people_sync_end(${id}::bigint, ${state}, ${why}, ${cleanText(detail, 500)}) as ended`.execute(db)
    return rows[0]!.ended
  },

  async tend(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select people_sync_tend()')
  },
}

const mostText = 500
const text = (value: string | undefined) => (value === undefined ? null : cleanText(value, mostText))
const texts = (values: readonly string[] | undefined) =>
  values === undefined ? null : values.slice(0, 200).map((value) => cleanText(value, mostText))

/** What a service wrote, cut and without what PostgreSQL does not store. The last one of a subject counts. */
function rowsOf({
  people = [],
  departments = [],
  gonePeople = [],
  goneDepartments = [],
  leftOut = [],
}: DirectoryPage) {
  const byId = new Map<string, object>()
  for (const { id, parentId, name } of departments)
    if (id !== '')
      byId.set(cleanText(id, mostText), {
        id: cleanText(id, mostText),
        parent: parentId === null ? null : cleanText(parentId, mostText),
        name: text(name),
        gone: false,
      })
  for (const id of goneDepartments)
    byId.set(cleanText(id, mostText), { id: cleanText(id, mostText), parent: null, name: null, gone: true })
  const bySubject = new Map<string, Record<string, unknown>>()
  for (const subject of leftOut)
    bySubject.set(cleanText(subject, mostText), {
      subject: cleanText(subject, mostText),
      gone: false,
      left_out: true,
      active: true,
    })
  for (const one of people)
    if (one.subject !== '')
      bySubject.set(cleanText(one.subject, mostText), {
        subject: cleanText(one.subject, mostText),
        gone: false,
        active: one.isActive,
        name: text(one.name),
        user_name: text(one.userName),
        department_ids: texts(one.departmentIds),
        group_ids: texts(one.groupIds),
        mobile: phoneText(one.mobile),
        mail: text(one.mail),
        identity: text(one.identity),
      })
  for (const subject of gonePeople)
    bySubject.set(cleanText(subject, mostText), {
      subject: cleanText(subject, mostText),
      gone: true,
      active: false,
    })
  return { people: [...bySubject.values()], departments: [...byId.values()] }
}

/** As accounts hold it, so that the two compare. */
function phoneText(mobile: string | undefined): string | null {
  const given = text(mobile)
  return given === null || given === '' ? null : (phoneOf(given) ?? given)
}
