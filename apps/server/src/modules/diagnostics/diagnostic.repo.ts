import type { DiagnosticKind, DiagnosticResult } from '@netward/cwmp'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

const columns = [
  'id',
  'kind',
  'target',
  'state',
  'result',
  'fault_code',
  'fault_detail',
  'created_at',
  'created_by_name',
  'started_at',
  'ended_at',
] as const

export type RunRow = Awaited<ReturnType<typeof diagnosticRepo.page>>['items'][number]

export const diagnosticRepo = {
  findDevice({ db }: Reader, id: string) {
    return db
      .selectFrom('device')
      .select(['id', 'company_id', 'data_model_root'])
      .where('id', '=', id)
      .executeTakeFirst()
  },

  async page(
    { db }: Reader,
    filter: { deviceId: string; kind: DiagnosticKind | undefined; target: string | undefined },
    limit: number,
    offset: number,
  ) {
    const { deviceId, kind, target } = filter
    const matching = db
      .selectFrom('diagnostic_run')
      .where('device_id', '=', deviceId)
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
      .$if(target !== undefined, (query) => query.where('target', '=', target!))
    const items = await matching.select(columns).orderBy('id', 'desc').limit(limit).offset(offset).execute()
    const { total } = await db
      .selectFrom(matching.select('id').limit(10_001).as('counted'))
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
    return { items, total }
  },

  find({ db, scope }: Reader, deviceId: string, id: string) {
    return db
      .selectFrom('diagnostic_run')
      .select(['id', 'kind', 'target', 'command_id', 'read_command_id'])
      .where('id', '=', id)
      .where('device_id', '=', deviceId)
      .where('company_id', '=', scope.companyId)
      .executeTakeFirst()
  },

  /** Whether a diagnostic is among the parameters, and whether all names around it were read. */
  async findSupport({ db }: Reader, deviceId: string, object: string) {
    const { rows } = await sql<{ known: boolean; namesRead: boolean }>`
      select exists (select from device_parameter p where p.device_id = ${deviceId}::bigint
          and p.path >= ${object} and p.path < ${`${object.slice(0, -1)}/`}) as known,
        exists (select from device_command c where c.device_id = ${deviceId}::bigint and c.kind = 'get_parameter_names'
          and c.state = 'done' and (c.request->>'nextLevel' = 'false' or c.request->>'deep' = 'true')
          and starts_with(${object}, c.request->>'path')) as "namesRead"`.execute(db)
    return rows[0] ?? { known: false, namesRead: false }
  },

  /** Null while another one of the kind is open. */
  async insert(
    { db, scope }: Reader,
    run: { deviceId: string; kind: DiagnosticKind; target: string; request: Record<string, unknown> },
  ): Promise<string | null> {
    const inserted = await db
      .insertInto('diagnostic_run')
      .values({
        company_id: scope.companyId,
        device_id: run.deviceId,
        kind: run.kind,
        target: run.target,
        request: JSON.stringify(run.request),
        created_by: scope.personId,
        created_by_name: scope.actorName,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return inserted?.id ?? null
  },

  async setCommand({ db }: Reader, id: string, commandId: string): Promise<void> {
    await db.updateTable('diagnostic_run').set({ command_id: commandId }).where('id', '=', id).execute()
  },

  async cancelCommands(
    { db }: Reader,
    run: { command_id: string | null; read_command_id: string | null },
  ): Promise<void> {
    await db
      .updateTable('device_command')
      .set({ state: 'cancelled', finished_at: sql<string>`now()`, secret: null })
      .where('id', '=', sql<string>`any (${[run.command_id, run.read_command_id]}::bigint[])`)
      .where('state', '=', 'waiting')
      .execute()
  },

  /** False when it was over before. Cancelling its command may just have ended it. */
  async cancel({ db }: Reader, id: string): Promise<boolean> {
    const cancelled = await sql`update diagnostic_run set state = 'cancelled', ended_at = clock_timestamp()
      where id = ${id}::bigint and (state in ('requested', 'running')
        or state = 'cancelled' and ended_at >= now()) returning id`.execute(db)
    return cancelled.rows.length > 0
  },
}

/** A run whose gateway was asked what became of it. */
export interface AskedRun {
  deviceId: string
  kind: DiagnosticKind
  root: 'Device.' | 'InternetGatewayDevice.'
  /** More than an hour after it was set going. */
  overdue: boolean
}

/** What the job and the sweep do. */
export const diagnosticJobRepo = {
  /** Locked; undefined when it is over, or waits for another answer than this command's. */
  async lock(db: Db, runId: string, commandId: string): Promise<AskedRun | undefined> {
    const { rows } = await sql<AskedRun>`
      select device_id::text as "deviceId", kind, request->>'root' as root,
        started_at < now() - interval '1 hour' as overdue
      from diagnostic_run where id = ${runId}::bigint and state = 'running' and read_command_id = ${commandId}::bigint
      for update`.execute(db)
    return rows[0]
  },

  /** What the gateway answered to this command: what an earlier run left is older. */
  async readParameters(db: Db, deviceId: string, commandId: string, object: string) {
    const { rows } = await sql<{ name: string; value: string }>`
      select p.path as name, p.value from device_parameter p join device_command c on c.id = ${commandId}::bigint
      where p.device_id = ${deviceId}::bigint and p.path >= ${object} and p.path < ${`${object.slice(0, -1)}/`}
        and p.read_at >= c.sent_at and p.value is not null`.execute(db)
    return rows
  },

  async complete(db: Db, runId: string, result: DiagnosticResult): Promise<void> {
    const ping = result.kind === 'ping' ? result : null
    await sql`update diagnostic_run set state = 'complete', ended_at = clock_timestamp(),
      sent = ${ping?.sent ?? null}::int, received = ${ping?.received ?? null}::int,
      min_ms = ${ping?.minMs ?? null}::real, avg_ms = ${ping?.avgMs ?? null}::real, max_ms = ${ping?.maxMs ?? null}::real,
      result = ${JSON.stringify(result)}::jsonb where id = ${runId}::bigint`.execute(db)
  },

  async end(
    db: Db,
    runId: string,
    state: 'failed' | 'expired',
    error: string | null,
    detail: string,
  ): Promise<void> {
    await sql`update diagnostic_run set state = ${state}, fault_code = ${error}, fault_detail = ${detail},
      ended_at = clock_timestamp() where id = ${runId}::bigint`.execute(db)
  },

  /** The gateway is asked again in a while, and called for it. */
  async readLater(db: Db, runId: string, seconds: number): Promise<void> {
    await sql`with r as (
        select * from diagnostic_run where id = ${runId}::bigint
      ), c as (
        insert into device_command (company_id, device_id, kind, request, expires_at)
        select company_id, device_id, 'get_parameter_values', jsonb_build_object('paths',
          jsonb_build_array(request->'object'), 'diagnostic', id::text, 'notBefore', now() + make_interval(secs => ${seconds}::int)),
          now() + interval '1 day' from r returning id
      )
      update diagnostic_run set read_command_id = c.id from c where diagnostic_run.id = ${runId}::bigint`.execute(
      db,
    )
    await sql`select enqueue('device.connect', jsonb_build_object('deviceId', device_id::text), null,
      now() + make_interval(secs => ${seconds}::int)) from diagnostic_run where id = ${runId}::bigint`.execute(
      db,
    )
  },

  async tell(db: Db, companyId: string, deviceId: string, runId: string): Promise<void> {
    await db
      .insertInto('live_event')
      .values({
        company_id: companyId,
        kind: 'diagnostic.changed',
        subject_id: deviceId,
        data: JSON.stringify({ runId }),
      })
      .execute()
  },

  async prune(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.narrow<{ gone: number }>('select prune_diagnostics($1) as gone', [most])
    return row?.gone ?? 0
  },
}
