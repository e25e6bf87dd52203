import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type Outcome = 'waiting' | 'done' | 'failed'

/** A session's failure on a gateway, as stored. */
export interface StoredProblem {
  path: string
  code: string
  text: string
}

interface RolloutGateway {
  id: string
  name: string
  company_name: string
  outcome: Outcome
  problem: StoredProblem | null
}

const columns = [
  'id',
  'version',
  'before_version',
  'state',
  'wanted',
  'wanted_percent',
  'most_failed_percent',
  'devices',
  'started_at',
  'started_by_name',
  'ended_at',
] as const

export const rolloutRepo = {
  findOpen({ db, scope }: Reader, templateId: string) {
    return db
      .selectFrom('provision_rollout')
      .select(columns)
      .where('company_id', '=', scope.companyId)
      .where('template_id', '=', templateId)
      .where('state', 'in', ['trying', 'stopped'])
      .executeTakeFirst()
  },

  findLast({ db, scope }: Reader, templateId: string) {
    return db
      .selectFrom('provision_rollout')
      .select(columns)
      .where('company_id', '=', scope.companyId)
      .where('template_id', '=', templateId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  },

  /** For the job, in the template's company. */
  find({ db }: Pick<Reader, 'db'>, id: string) {
    return db
      .selectFrom('provision_rollout')
      .select([...columns, 'template_id'])
      .where('id', '=', id)
      .executeTakeFirst()
  },

  async insert(
    { db, scope }: Reader,
    row: {
      templateId: string
      version: number
      beforeVersion: number | null
      devices: number | undefined
      percent: number | undefined
      mostFailedPercent: number
    },
  ): Promise<string> {
    const { id } = await db
      .insertInto('provision_rollout')
      .values({
        company_id: scope.companyId,
        template_id: row.templateId,
        version: row.version,
        before_version: row.beforeVersion,
        wanted: row.devices ?? null,
        wanted_percent: row.percent ?? null,
        most_failed_percent: row.mostFailedPercent,
        devices: null,
        started_by_name: scope.actorName,
        ended_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async chosen({ db }: Pick<Reader, 'db'>, id: string, devices: number): Promise<void> {
    await db.updateTable('provision_rollout').set({ devices }).where('id', '=', id).execute()
  },

  async end({ db }: Reader, id: string, state: 'applied' | 'reverted'): Promise<void> {
    await db
      .updateTable('provision_rollout')
      .set({ state, ended_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
  },

  async outcomes({ db }: Pick<Reader, 'db'>, id: string): Promise<Record<Outcome, number>> {
    const { rows } = await sql<{ outcome: Outcome; n: number }>`
      select outcome, n from rollout_outcomes(${id}::bigint)`.execute(db)
    return {
      waiting: 0,
      done: 0,
      failed: 0,
      ...Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n])),
    }
  },

  /** Its gateways in scope. Failures in a company below are shown on the gateway's own page only. */
  async devices(
    { db, scope }: Reader,
    id: string,
    outcome: Outcome | undefined,
    limit: number,
    offset: number,
  ) {
    const some = sql`from provision_trial t join device d on d.company_id = t.company_id and d.id = t.device_id
      where t.rollout_id = ${id} ${outcome === undefined ? sql`` : sql`and t.outcome = ${outcome}`}`
    const { rows } = await sql<RolloutGateway>`
      select d.id, d.name, coalesce(visible_company_name(d.company_id), '') as company_name, t.outcome,
        case t.outcome when 'failed' then (select s.problems->0 from provision_state s
          where s.company_id = t.company_id and s.device_id = t.device_id and s.state = 'failed'
            and s.company_id = ${scope.companyId}::bigint) end as problem ${some}
      order by t.outcome, t.device_id limit ${limit}::int offset ${offset}::int`.execute(db)
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from (select 1 ${some} limit ${sql.lit(countCap + 1)}) c`.execute(db)
    return { rows, total: counted.rows[0]?.n ?? 0 }
  },

  /** In a rollout's company: gateways in reach, those chosen for the trial, those whose trial ended. */
  async matching({ db }: Pick<Reader, 'db'>, templateId: string, version: number): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select provision_matching(${templateId}::bigint, ${version}::int) as n`.execute(db)
    return rows[0]?.n ?? 0
  },

  async begin({ db }: Pick<Reader, 'db'>, id: string, most: number): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select provision_try(${id}::bigint, ${most}::int) as n`.execute(db)
    return rows[0]?.n ?? 0
  },

  async finish({ db }: Pick<Reader, 'db'>, id: string, most: number): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select provision_untry(${id}::bigint, ${most}::int) as n`.execute(db)
    return rows[0]?.n ?? 0
  },
}
