import { sql } from 'kysely'
import { cappedCount } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { StepRow } from './check-plan.ts'
import type { CheckFacts, Finding } from './verdict.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

const head = ['id', 'state', 'verdict', 'findings', 'created_at', 'created_by_name', 'ended_at'] as const

/** Several rounds of a gateway that cannot be called, between 15 minutes and three hours. */
const deadline = sql`now() + make_interval(secs => least(10800, greatest(900, 6 * coalesce(d.periodic_interval, 300))))`

/** A gateway that does not call in by then does not answer: the sweep ends its check within the minute. */
const answerBy = sql`now() + interval '40 seconds'`

/** A check that a job takes further. */
export interface OpenCheck {
  id: string
  deviceId: string
  steps: StepRow[]
  commandId: string | null
  createdBy: string | null
  createdByName: string | null
}

export const deviceCheckRepo = {
  /** One for each device that has none open. */
  async insert({ db, scope }: Reader, deviceIds: readonly string[], steps: readonly StepRow[]) {
    const { rows } = await sql<{ id: string; device_id: string }>`
      insert into device_check (company_id, device_id, steps, deadline_at, answer_by, created_by, created_by_name)
      select ${scope.companyId}::bigint, d.id, ${JSON.stringify(steps)}::jsonb, ${deadline}, ${answerBy}, ${scope.personId}::bigint, ${scope.actorName}
      from device d where d.id = any (${deviceIds}::bigint[]) and d.company_id = ${scope.companyId}::bigint
      on conflict do nothing
      returning id::text, device_id::text`.execute(db)
    for (const { id } of rows) await deviceCheckRepo.stepSoon(db, id)
    return rows
  },

  async stepSoon(db: Db, id: string): Promise<void> {
    await sql`select enqueue('device.check_step', ${JSON.stringify({ checkId: id })}::jsonb,
      ${`device.check_step:${id}`})`.execute(db)
  },

  async page({ db }: Reader, deviceId: string, limit: number, offset: number) {
    const own = db.selectFrom('device_check').where('device_id', '=', deviceId)
    const items = await own.select(head).orderBy('id', 'desc').limit(limit).offset(offset).execute()
    return { items, ...(await cappedCount(db, own)) }
  },

  find({ db }: Reader, deviceId: string, id: string) {
    return db
      .selectFrom('device_check')
      .select([...head, 'company_id', 'steps', 'facts', 'deadline_at', 'answer_by', 'command_id'])
      .where('id', '=', id)
      .where('device_id', '=', deviceId)
      .executeTakeFirst()
  },

  /**
   * Pending commands of the check and its runs; the runs follow their commands. Work in progress in the
   * gateway is left alone.
   */
  async cancelCommands(db: Db, id: string): Promise<void> {
    await sql`update device_command set state = 'cancelled', finished_at = now(), secret = null
      where state = 'waiting' and id in (
        select unnest(array[r.command_id, r.read_command_id]) from diagnostic_run r
          where r.check_id = ${id}::bigint and r.state in ('requested', 'running')
        union all select c.command_id from device_check c where c.id = ${id}::bigint)`.execute(db)
    await sql`update diagnostic_run set state = 'cancelled', ended_at = clock_timestamp()
      where check_id = ${id}::bigint and state in ('requested', 'running')`.execute(db)
  },

  /** False when it was over before. */
  async cancel({ db }: Reader, id: string): Promise<boolean> {
    const { rows } = await sql`update device_check set state = 'cancelled', ended_at = clock_timestamp()
      where id = ${id}::bigint and state = 'running' returning id`.execute(db)
    return rows.length > 0
  },

  /** Locked; undefined when it is over. */
  async lock(db: Db, id: string): Promise<OpenCheck | undefined> {
    const { rows } = await sql<OpenCheck>`
      select id::text, device_id::text as "deviceId", steps, command_id::text as "commandId",
        created_by::text as "createdBy", created_by_name as "createdByName"
      from device_check where id = ${id}::bigint and state = 'running' for update`.execute(db)
    return rows[0]
  },

  async update(db: Db, id: string, steps: readonly StepRow[], commandId: string | null): Promise<void> {
    await sql`update device_check set steps = ${JSON.stringify(steps)}::jsonb, command_id = ${commandId}::bigint
      where id = ${id}::bigint`.execute(db)
  },

  async complete(
    db: Db,
    id: string,
    steps: readonly StepRow[],
    facts: CheckFacts,
    findings: readonly [Finding, ...Finding[]],
  ): Promise<void> {
    await sql`update device_check set state = 'complete', ended_at = clock_timestamp(), verdict = ${findings[0].severity},
      steps = ${JSON.stringify(steps)}::jsonb, facts = ${JSON.stringify(facts)}::jsonb,
      findings = ${JSON.stringify(findings)}::jsonb where id = ${id}::bigint`.execute(db)
  },

  /** Facts about the gateway itself are read first. */
  async insertRead(
    db: Db,
    check: Pick<OpenCheck, 'id' | 'deviceId' | 'createdBy' | 'createdByName'>,
    companyId: string,
    paths: readonly string[],
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into device_command (company_id, device_id, kind, request, created_by, created_by_name, expires_at)
      values (${companyId}::bigint, ${check.deviceId}::bigint, 'get_parameter_values',
        ${JSON.stringify({ paths, check: check.id })}::jsonb, ${check.createdBy}::bigint, ${check.createdByName},
        now() + interval '3 hours') returning id::text`.execute(db)
    return rows[0]!.id
  },

  async callIn(db: Db, deviceId: string): Promise<void> {
    await sql`select enqueue('device.connect', ${JSON.stringify({ deviceId })}::jsonb,
      ${`device.connect:${deviceId}`})`.execute(db)
  },

  /**
   * Whether the gateway may still be waited for after the time for an answer: it has called in since, or it is on time
   * and no connection request can reach it, as behind NAT. Then the deadline of the check counts.
   */
  async extend(db: Db, id: string): Promise<boolean> {
    const { rows } = await sql`update device_check c set answer_by = null
      from device d join device_presence p on p.device_id = d.id
      where c.id = ${id}::bigint and c.state = 'running' and d.id = c.device_id and c.deadline_at > now()
        and (p.last_inform_at > c.created_at or d.presence = 'online' and (d.connection_request_url is null
          or exists (select from device_timeline l where l.device_id = d.id and l.at > c.created_at
            and l.kind = 'connection_request.failed' and l.detail->>'because' = 'not_allowed')))
      returning c.id`.execute(db)
    return rows.length > 0
  },

  overdue(scopes: Scopes): Promise<{ company_id: string; check_id: string }[]> {
    return scopes.asLoginRole('select company_id::text, check_id::text from overdue_checks()')
  },
}
