import { sql } from 'kysely'
import type { DiscoveryState } from '@netward/contract/states/discovery'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface JobRow {
  readonly id: string
  readonly name: string
  readonly outletId: string | null
  readonly outletName: string | null
  readonly ranges: string[]
  readonly neighbours: boolean
  readonly credentialIds: string[]
  readonly port: number
  readonly rate: number
  readonly keepsOthers: boolean
  readonly schedule: 'none' | 'daily' | 'weekly'
  readonly scheduleAt: string | null
  readonly scheduleDay: number | null
  readonly nextAt: string | null
  readonly state: DiscoveryState
  readonly problem: 'not_allowed' | 'stopped' | 'quota' | null
  readonly run: number
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly total: number | null
  readonly checked: number
  readonly answered: number
  readonly taken: number
  readonly waiting: number
}

/** What a person sets. */
export type JobValues = Pick<
  JobRow,
  | 'name'
  | 'outletId'
  | 'ranges'
  | 'neighbours'
  | 'credentialIds'
  | 'port'
  | 'rate'
  | 'keepsOthers'
  | 'schedule'
  | 'scheduleAt'
  | 'scheduleDay'
>

const shown = sql`j.id, j.name, j.outlet_id as "outletId", visible_outlet_name(j.outlet_id) as "outletName",
  j.ranges::text[] as ranges, j.neighbours, j.credential_ids::text[] as "credentialIds", j.port, j.rate,
  j.keeps_others as "keepsOthers", j.schedule, to_char(j.schedule_at, 'HH24:MI') as "scheduleAt",
  j.schedule_day as "scheduleDay", j.next_at as "nextAt", j.state, j.problem, j.run, j.started_at as "startedAt",
  j.ended_at as "endedAt", j.total, j.checked, j.answered, j.taken,
  (select count(*)::int from discovery_find f where f.company_id = j.company_id and f.job_id = j.id
    and f.state in ('new', 'conflict')) as waiting`

const orders = {
  name: sql`lower(j.name), j.id`,
  '-name': sql`lower(j.name) desc, j.id desc`,
  endedAt: sql`j.ended_at nulls first, j.id`,
  '-endedAt': sql`j.ended_at desc nulls last, j.id desc`,
}

interface JobFilter {
  readonly search: string
  readonly state: readonly string[]
  readonly outletId: string | null
  readonly sort: keyof typeof orders
  readonly limit: number
  readonly offset: number
}

const columns = (values: JobValues) => ({
  name: values.name,
  outlet_id: values.outletId,
  ranges: sql<string[]>`${values.ranges}::text[]::cidr[]`,
  neighbours: values.neighbours,
  credential_ids: values.credentialIds,
  port: values.port,
  rate: values.rate,
  keeps_others: values.keepsOthers,
  schedule: values.schedule,
  schedule_at: values.scheduleAt,
  schedule_day: values.scheduleDay,
})

/** Of the company acted in. */
export const jobRepo = {
  async page(
    { db, scope }: Reader,
    { search, state, outletId, sort, limit, offset }: JobFilter,
  ): Promise<{ items: JobRow[]; total: number }> {
    const matching = sql`j.company_id = ${scope.companyId}
      and (${search} = '' or strpos(lower(j.name || ' ' || array_to_string(j.ranges, ' ')), lower(${search})) > 0)
      and (${state.length === 0} or j.state = any (${state}::text[]))
      and (${outletId}::bigint is null or j.outlet_id = ${outletId}::bigint)`
    const { rows } = await sql<JobRow>`
      select ${shown} from discovery_job j where ${matching} order by ${orders[sort]} limit ${limit} offset ${offset}`.execute(
      db,
    )
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from discovery_job j where ${matching}`.execute(db)
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  async find({ db, scope }: Reader, id: string): Promise<JobRow | undefined> {
    const { rows } = await sql<JobRow>`
      select ${shown} from discovery_job j where j.id = ${id} and j.company_id = ${scope.companyId}`.execute(
      db,
    )
    return rows[0]
  },

  /** Of the caller's company and data scope, locked. */
  async lock(ctx: Reader, id: string): Promise<JobRow | undefined> {
    await sql`select from discovery_job j where j.id = ${id} and j.company_id = ${ctx.scope.companyId} for update`.execute(
      ctx.db,
    )
    return jobRepo.find(ctx, id)
  },

  /** One at a time per company, so that its bound holds. */
  async count({ db, scope }: Reader): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtextextended('discovery.jobs', ${scope.companyId}))`.execute(
      db,
    )
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from discovery_job where company_id = ${scope.companyId}`.execute(db)
    return rows[0]?.n ?? 0
  },

  async insert({ db, scope }: Reader, values: JobValues): Promise<string> {
    const { id } = await db
      .insertInto('discovery_job')
      .values({ company_id: scope.companyId, created_by: scope.personId, ...columns(values) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /** Its finds go with it to another outlet. */
  async update({ db, scope }: Reader, id: string, values: JobValues): Promise<void> {
    await db
      .updateTable('discovery_job')
      .set({ ...columns(values), edited_at: sql`now()` })
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .execute()
    await sql`update discovery_find f set outlet_id = ${values.outletId}::bigint
      where f.job_id = ${id} and f.company_id = ${scope.companyId}
        and f.outlet_id is distinct from ${values.outletId}::bigint`.execute(db)
  },

  async move({ db, scope }: Reader, id: string, state: DiscoveryState): Promise<void> {
    await sql`update discovery_job set state = ${state}, problem = null,
        queued_at = case when ${state} = 'waiting' then clock_timestamp() else queued_at end,
        owner = case when ${state} = 'waiting' then null else owner end,
        ended_at = case when ${state} = 'cancelled' then now() else ended_at end
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  /** A new run: what the last one counted is over. */
  async begin({ db, scope }: Reader, id: string): Promise<void> {
    await sql`update discovery_job set state = 'waiting', problem = null, run = run + 1, queued_at = clock_timestamp(),
        started_at = null, ended_at = null, total = null, checked = 0, answered = 0, taken = 0, extras = '{}', owner = null
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db
      .deleteFrom('discovery_job')
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .execute()
  },

  /** Those whose schedule is due; a job that still runs waits for its next moment. */
  async queueDue(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select discovery_due()', [])
  },

  async companyCode({ db, scope }: Reader): Promise<string> {
    const { rows } = await sql<{
      code: string
    }>`select code from company where id = ${scope.companyId}`.execute(db)
    return rows[0]?.code ?? ''
  },

  /** A probe of the outlet reaches all of these ranges. */
  async isBehindProbe({ db, scope }: Reader, outletId: string, ranges: readonly string[]): Promise<boolean> {
    const { rows } = await sql<{ probe: string | null }>`
      select discovery_probe(${scope.companyId}, ${outletId}::bigint, ${ranges}::text[]::cidr[])::text as probe`.execute(
      db,
    )
    return rows[0]?.probe != null
  },

  /** What rules took in of the last run, and whether a quota stopped them. */
  async noteTaken(
    { db, scope }: Pick<RequestContext, 'db'> & { scope: { companyId: string } },
    id: string,
    taken: number,
    problem: 'quota' | null,
  ): Promise<void> {
    await sql`update discovery_job set taken = taken + ${taken}, problem = coalesce(${problem}, problem)
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },
}
