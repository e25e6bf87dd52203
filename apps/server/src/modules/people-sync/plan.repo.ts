import type { SyncWait } from '@netward/contract/people-sync-values'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/scope.ts'
import type {
  DepartmentsRead,
  MappedDepartment,
  Node,
  PlacedDepartment,
  ReadDepartment,
} from './plan-departments.ts'
import type { PersonFacts, Planned, PlanSettings } from './plan-person.ts'
import type { HeldRun } from './reading.repo.ts'

type Db = Pick<Transaction, 'db'>

export interface RunSettings extends PlanSettings {
  readonly base: string
  /** Levels of departments above and with the base. */
  readonly baseLevel: number
  readonly stopShare: number
  readonly stopCount: number
  readonly leaverRule: 'head' | 'member' | 'nobody'
  readonly leaverMemberId: string | null
}

/** For jobs, in the company of the run. */
export const planRepo = {
  async settings({ db }: Db, { companyId, channelId }: HeldRun): Promise<RunSettings> {
    const { rows } = await sql<RunSettings>`
      select s.adds_people as "addsPeople", s.winners,
        coalesce((select jsonb_agg(u order by nth) from jsonb_array_elements(s.role_rules) with ordinality rules (u, nth)
          where u->>'role' !~ '^[0-9]'
            or exists (select from role o where o.company_id = s.company_id and o.id::text = u->>'role')), '[]') as "roleRules",
        coalesce(s.default_role, (select coalesce(d.built_in, d.role_id::text) from default_role d where d.company_id = s.company_id),
          'user_layer') as "defaultRole",
        b.id as base, cardinality(department_path(s.company_id, b.id)) as "baseLevel", s.stop_share as "stopShare",
        s.stop_count as "stopCount", s.leaver_rule as "leaverRule", s.leaver_member_id as "leaverMemberId"
      from people_sync s join org_node b on b.company_id = s.company_id
        and case when s.below_id is null then b.parent_id is null else b.id = s.below_id end
      where s.company_id = ${companyId} and s.channel_id = ${channelId}`.execute(db)
    return rows[0]!
  },

  async departments(
    { db }: Db,
    { id, companyId, channelId }: HeldRun,
  ): Promise<Pick<DepartmentsRead, 'read' | 'gone' | 'mapped' | 'nodes'>> {
    const staged = await sql<ReadDepartment & { gone: boolean }>`
      select outside_id as "outsideId", parent_outside_id as "parentId", name, gone from people_sync_staged_department
      where company_id = ${companyId} and run_id = ${id}`.execute(db)
    const mapped = await sql<MappedDepartment>`
      select outside_id as "outsideId", parent_outside_id as "parentId", name, node_id as "nodeId", made
      from people_sync_department where company_id = ${companyId} and channel_id = ${channelId}`.execute(db)
    const nodes = await sql<Node>`select id, parent_id as "parentId", name from org_node
      where company_id = ${companyId} and type = 4`.execute(db)
    return {
      read: staged.rows.filter(({ gone }) => !gone),
      gone: staged.rows.filter(({ gone }) => gone).map(({ outsideId }) => outsideId),
      mapped: mapped.rows,
      nodes: nodes.rows,
    }
  },

  /** The tree of the directory as it was found. Which department here each one is, carrying it out decides. */
  async keepTree(
    { db }: Db,
    { companyId, channelId }: HeldRun,
    placed: readonly PlacedDepartment[],
  ): Promise<void> {
    const rows = placed.map(({ outsideId, parentId, name }) => ({ id: outsideId, parent: parentId, name }))
    await sql`insert into people_sync_department (company_id, channel_id, outside_id, parent_outside_id, name)
      select ${companyId}::bigint, ${channelId}::bigint, d.id, d.parent, d.name
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) d (id text, parent text, name text)
      on conflict (company_id, channel_id, outside_id) do update set parent_outside_id = excluded.parent_outside_id,
        name = excluded.name`.execute(db)
  },

  /** Facts about the next people of the reading, by subject; of a full one also about people who were not read. */
  async facts(
    { db }: Db,
    { id }: HeldRun,
    { who, after, most }: { who: 'there' | 'gone' | 'missing'; after: string; most: number },
  ): Promise<PersonFacts[]> {
    const { rows } = await (
      who === 'missing'
        ? sql<{
            fact: PersonFacts
          }>`select people_sync_missing(${id}::bigint, ${after}, ${most}::int) as fact`
        : sql<{
            fact: PersonFacts
          }>`select people_sync_facts(${id}::bigint, ${who === 'gone'}, ${after}, ${most}::int) as fact`
    ).execute(db)
    return rows.map(({ fact }) => fact)
  },

  async add(
    { db }: Db,
    { id, companyId }: HeldRun,
    from: number,
    planned: readonly Planned[],
  ): Promise<void> {
    const rows = planned.map(({ question: _question, ...one }, index) => ({ ...one, n: from + index }))
    await sql`insert into people_sync_change (company_id, run_id, n, act, name, subject, outside_id, member_id, reason, detail, state)
      select ${companyId}::bigint, ${id}::bigint, c.n, c.act, c.name, c.subject, c."outsideId", c."memberId", c.reason, c.detail,
        case when c.act in ('keep', 'ask') then 'done' else 'planned' end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) c (n int, act text, name text, subject text, "outsideId" text,
        "memberId" bigint, reason text, detail jsonb)`.execute(db)
    const asked = planned.flatMap(({ question, subject, name, memberId }) =>
      question === undefined ? [] : [{ subject, kind: question, name, member_id: memberId }],
    )
    if (asked.length > 0)
      await sql`select people_sync_ask(${id}::bigint, ${JSON.stringify(asked)}::jsonb)`.execute(db)
  },

  /** Counts the differences. Returns those to carry out, leavers among them, and people whom the channel follows. */
  async count(
    { db }: Db,
    { id, companyId, channelId }: HeldRun,
  ): Promise<{ planned: number; leavers: number; followed: number }> {
    const { rows } = await sql<{ planned: number; leavers: number; followed: number }>`
      with acts as (select act, count(*)::int as n, count(*) filter (where state = 'planned')::int as planned
        from people_sync_change where company_id = ${companyId} and run_id = ${id} group by act)
      update people_sync_run r set counts = coalesce((select jsonb_object_agg(act, n) from acts), '{}'),
        planned = coalesce((select sum(planned) from acts), 0)
      where r.id = ${id}
      returning planned, coalesce((select n from acts where act = 'disable'), 0) as leavers,
        (select count(*)::int from people_sync_person k where k.company_id = ${companyId} and k.channel_id = ${channelId}
          and k.gone_at is null and k.leads and not k.ignored) as followed`.execute(db)
    return rows[0]!
  },

  /** Differences that wait replace earlier ones: those are about an older state of the directory. */
  async wait({ db }: Db, { id, companyId, channelId }: HeldRun, waits: SyncWait): Promise<void> {
    await sql`select people_sync_end(r.id, 'stopped', 'replaced', '') from people_sync_run r
      where r.company_id = ${companyId} and r.channel_id = ${channelId} and r.state = 'waiting' and r.id <> ${id}`.execute(
      db,
    )
    await sql`update people_sync_run set state = 'waiting', waits = ${waits}, holder = null where id = ${id}`.execute(
      db,
    )
  },

  async begin({ db }: Db, id: string): Promise<void> {
    await sql`update people_sync_run set state = 'applying' where id = ${id}`.execute(db)
  },

  async finish({ db }: Db, id: string): Promise<void> {
    await sql`select people_sync_finish(${id}::bigint)`.execute(db)
  },
}
