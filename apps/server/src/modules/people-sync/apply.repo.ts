import { sql } from 'kysely'
import { refusalOf, type Transaction } from '../../platform/db/scope.ts'
import type { AppError } from '../../platform/errors.ts'
import type { PlannedDetail } from './plan-person.ts'
import type { HeldRun } from './reading.repo.ts'
import type { SyncAct } from '@netward/contract/people-sync-values'

type Db = Pick<Transaction, 'db'>

/** A difference that is carried out next. */
export interface NextChange {
  readonly n: number
  readonly act: SyncAct
  readonly subject: string
  readonly memberId: string | null
  readonly name: string
  readonly detail: PlannedDetail
  /** Where the person moves: the department here. */
  readonly nodeId: string
  /** The member is no longer linked to the person: somebody decided otherwise meanwhile. */
  readonly stale: boolean
}

export interface Touched {
  readonly memberId: string
  readonly refusal: string | null
}

/** For jobs, in the company of the run. */
export const applyRepo = {
  async departments({ db }: Db, { id }: HeldRun): Promise<number> {
    const { rows } = await sql<{ n: number }>`select people_sync_departments(${id}::bigint) as n`.execute(db)
    return rows[0]!.n
  },

  async removeDepartments({ db }: Db, { id }: HeldRun): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select people_sync_remove_departments(${id}::bigint) as n`.execute(db)
    return rows[0]!.n
  },

  /** The next differences of people, in their order. */
  async next({ db }: Db, { id, companyId, channelId }: HeldRun, most: number): Promise<NextChange[]> {
    const { rows } = await sql<NextChange>`
      select c.n, c.act, c.subject, c.member_id as "memberId", c.name, c.detail,
        coalesce(d.node_id, b.id) as "nodeId",
        c.act not in ('add', 'new_id') and not exists (select from sign_on_link l where l.company_id = c.company_id
          and l.channel_id = ${channelId} and l.subject = c.subject and l.member_id = c.member_id) as stale
      from people_sync_change c
      join people_sync s on s.company_id = c.company_id and s.channel_id = ${channelId}
      join org_node b on b.company_id = s.company_id
        and case when s.below_id is null then b.parent_id is null else b.id = s.below_id end
      left join people_sync_department d on d.company_id = c.company_id and d.channel_id = s.channel_id
        and d.outside_id = c.detail->>'department'
      where c.company_id = ${companyId} and c.run_id = ${id} and c.state = 'planned'
        and c.act in ('add', 'link', 'new_id', 'rename', 'move', 'roles', 'enable', 'disable')
      order by c.n limit ${most}`.execute(db)
    return rows
  },

  async add({ db }: Db, { id }: HeldRun, numbers: readonly number[], passwordHash: string): Promise<void> {
    await sql`select people_sync_add(${id}::bigint, ${[...numbers]}::int[], ${passwordHash})`.execute(db)
  },

  async rename({ db }: Db, { id }: HeldRun, numbers: readonly number[]): Promise<void> {
    await sql`select people_sync_rename(${id}::bigint, ${[...numbers]}::int[])`.execute(db)
  },

  async follow({ db }: Db, { companyId, channelId }: HeldRun, changes: readonly NextChange[]): Promise<void> {
    const rows = changes.map(({ subject, memberId, detail }) => ({
      subject,
      id: memberId,
      leads: detail.leads,
    }))
    await sql`insert into people_sync_person (company_id, channel_id, subject, member_id, leads)
      select ${companyId}::bigint, ${channelId}::bigint, p.subject, p.id, p.leads
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) p (subject text, id bigint, leads boolean)
      on conflict (company_id, channel_id, subject) do update set member_id = excluded.member_id`.execute(db)
  },

  /** Moves links to new identifiers, unless somebody decided otherwise meanwhile. Returns which. */
  async newIdentifiers(
    { db }: Db,
    { companyId, channelId }: HeldRun,
    changes: readonly NextChange[],
  ): Promise<ReadonlySet<string>> {
    const rows = JSON.stringify(
      changes.map(({ subject, memberId, name, detail }) => ({
        subject,
        member: memberId,
        name,
        was: detail.before,
      })),
    )
    const given = sql`jsonb_to_recordset(${rows}::jsonb) g (subject text, member bigint, name text, was text)`
    const { rows: moved } = await sql<{ subject: string }>`
      update sign_on_link l set subject = g.subject, shown = g.name from ${given}
      where l.company_id = ${companyId} and l.channel_id = ${channelId} and l.member_id = g.member and l.subject = g.was
        and not exists (select from sign_on_link o where o.company_id = l.company_id and o.channel_id = l.channel_id
          and o.subject = g.subject)
      returning l.subject`.execute(db)
    const subjects = moved.map(({ subject }) => subject)
    await sql`delete from people_sync_person where company_id = ${companyId} and channel_id = ${channelId}
      and subject = any (${subjects}::text[])`.execute(db)
    await sql`update people_sync_person k set subject = g.subject from ${given}
      where k.company_id = ${companyId} and k.channel_id = ${channelId} and k.subject = g.was and k.member_id = g.member
        and g.subject = any (${subjects}::text[])`.execute(db)
    // What else changed about them.
    await sql`select people_sync_read_again(${companyId}::bigint, ${channelId}::bigint, ${subjects}::text[])`.execute(
      db,
    )
    return new Set(subjects)
  },

  async move({ db }: Db, ids: readonly string[], nodeId: string): Promise<void> {
    await sql`select from move_members(${[...ids]}::bigint[], ${nodeId}::bigint)`.execute(db)
  },

  async changeRoles(
    { db }: Db,
    ids: readonly string[],
    give: readonly string[],
    take: readonly string[],
  ): Promise<Touched[]> {
    const { rows } = await sql<Touched>`select member_id as "memberId", refusal
      from change_member_roles(${[...ids]}::bigint[], ${[...give]}::text[], ${[...take]}::text[])`.execute(db)
    return rows
  },

  /** The synchronisation remembers whom it disabled. */
  async setStatus(
    { db }: Db,
    { companyId, channelId }: HeldRun,
    ids: readonly string[],
    status: 'enabled' | 'disabled',
  ): Promise<Touched[]> {
    const { rows } = await sql<Touched>`select member_id as "memberId", refusal
      from set_member_status(${[...ids]}::bigint[], ${status})`.execute(db)
    const done = rows.filter(({ refusal }) => refusal === null).map(({ memberId }) => memberId)
    await sql`update people_sync_person set disabled = ${status === 'disabled'}
      where company_id = ${companyId} and channel_id = ${channelId} and member_id = any (${done}::bigint[])`.execute(
      db,
    )
    return rows
  },

  async noteDone({ db }: Db, { id, companyId }: HeldRun, numbers: readonly number[]): Promise<void> {
    if (numbers.length === 0) return
    await sql`select people_sync_log(${id}::bigint, ${[...numbers]}::int[])`.execute(db)
    await sql`update people_sync_change set state = 'done'
      where company_id = ${companyId} and run_id = ${id} and n = any (${[...numbers]}::int[])`.execute(db)
  },

  async noteFailed(
    { db }: Db,
    { id, companyId }: HeldRun,
    numbers: readonly number[],
    { code, params }: { code: string; params: Readonly<Record<string, string | number>> },
  ): Promise<void> {
    if (numbers.length === 0) return
    await sql`update people_sync_change set state = 'failed', failure = ${JSON.stringify({ code, params })}::jsonb
      where company_id = ${companyId} and run_id = ${id} and n = any (${[...numbers]}::int[])`.execute(db)
  },

  async noteHanded(
    { db }: Db,
    { id, companyId }: HeldRun,
    n: number,
    handed: readonly object[],
  ): Promise<void> {
    await sql`update people_sync_change set detail = detail || ${JSON.stringify({ handed })}::jsonb
      where company_id = ${companyId} and run_id = ${id} and n = ${n}`.execute(db)
  },

  /** Counts what has been carried out so far. */
  async progress({ db }: Db, { id, companyId }: HeldRun): Promise<void> {
    await sql`update people_sync_run r set (applied, failed) = (
        select count(*) filter (where c.state = 'done' and c.act not in ('keep', 'ask')), count(*) filter (where c.state = 'failed')
        from people_sync_change c where c.company_id = ${companyId} and c.run_id = r.id)
      where r.id = ${id}`.execute(db)
    await sql`insert into live_event (company_id, kind, subject_id, data)
      values (${companyId}, 'member.changed', null, '{}')`.execute(db)
  },

  /** Heads of the department of a member and of those above it, the nearest first. */
  async heads({ db }: Db, companyId: string, memberId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      with recursive above (id, parent_id, head_id, up) as (
        select n.id, n.parent_id, n.head_id, 0 from member m join org_node n on n.company_id = m.company_id and n.id = m.department_id
        where m.company_id = ${companyId} and m.id = ${memberId}
        union all
        select n.id, n.parent_id, n.head_id, a.up + 1 from above a
        join org_node n on n.company_id = ${companyId} and n.id = a.parent_id where a.up < 64)
      select head_id as id from above where head_id is not null order by up`.execute(db)
    return rows.map(({ id }) => id)
  },

  /** Work that may be refused: then nothing of it stays, and the refusal is returned. */
  async refusal({ db }: Db, work: () => Promise<unknown>): Promise<AppError | null> {
    await sql`savepoint portion`.execute(db)
    try {
      await work()
      return null
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === null) throw error
      await sql`rollback to savepoint portion`.execute(db)
      return refusal
    }
  },
}
