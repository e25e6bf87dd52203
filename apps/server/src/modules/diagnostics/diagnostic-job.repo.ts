import { type DiagnosticKind, type DiagnosticResult, jumpOf } from '@netward/cwmp'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'

/** A run whose gateway was asked for its result. */
export interface RequestedRun {
  deviceId: string
  kind: DiagnosticKind
  root: 'Device.' | 'InternetGatewayDevice.'
  /** More than an hour after its start. */
  overdue: boolean
}

/** Queries of the job and the sweep. */
export const diagnosticJobRepo = {
  /** Locked; undefined when it is over, or waits for another answer than this command's. */
  async lock(db: Db, runId: string, commandId: string): Promise<RequestedRun | undefined> {
    const { rows } = await sql<RequestedRun>`
      select device_id::text as "deviceId", kind, request->>'root' as root,
        started_at < now() - interval '1 hour' as overdue
      from diagnostic_run where id = ${runId}::bigint and state = 'running' and read_command_id = ${commandId}::bigint
      for update`.execute(db)
    return rows[0]
  },

  /** What the gateway answered to this command: results of earlier runs are older. */
  async readParameters(db: Db, deviceId: string, commandId: string, object: string) {
    const { rows } = await sql<{ name: string; value: string }>`
      select p.path as name, p.value from device_parameter p join device_command c on c.id = ${commandId}::bigint
      where p.device_id = ${deviceId}::bigint and p.path >= ${object} and p.path < ${`${object.slice(0, -1)}/`}
        and p.read_at >= c.sent_at and p.value is not null`.execute(db)
    return rows
  },

  async complete(db: Db, runId: string, result: DiagnosticResult): Promise<void> {
    await diagnosticJobRepo.keep(db, runId, result)
    await sql`update diagnostic_run set state = 'complete', ended_at = clock_timestamp()
      where id = ${runId}::bigint`.execute(db)
  },

  /** The comparable figures, and the full result. */
  async keep(db: Db, runId: string, result: DiagnosticResult): Promise<void> {
    const ping = result.kind === 'ping' ? result : null
    const trace = result.kind === 'traceroute' ? result : null
    const times =
      result.kind === 'name_lookup' ? result.answers.flatMap(({ responseMs }) => responseMs ?? []) : []
    const lookupMs = times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0) / times.length
    const mbit = 'mbitPerSecond' in result ? result.mbitPerSecond : null
    await sql`update diagnostic_run set
      sent = ${ping?.sent ?? null}::int, received = ${ping?.received ?? null}::int,
      min_ms = ${ping?.minMs ?? null}::real, avg_ms = ${ping?.avgMs ?? null}::real, max_ms = ${ping?.maxMs ?? null}::real,
      hops = ${trace?.hops.length ?? null}::int, jump_hop = ${trace === null ? null : jumpOf(trace.hops)}::int,
      lookup_ms = ${lookupMs}::real, mbit_s = ${mbit}::real,
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

  /** The gateway is asked again later, with a connection request. */
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
    await sql`select enqueue('diagnostic.call', jsonb_build_object('runId', id::text, 'commandId', read_command_id::text),
      null, now() + make_interval(secs => ${seconds}::int)) from diagnostic_run where id = ${runId}::bigint`.execute(
      db,
    )
  },

  /** Calls the gateway of a result that nobody has read yet. */
  async call(db: Db, runId: string, commandId: string): Promise<void> {
    await sql`select enqueue('device.connect', jsonb_build_object('deviceId', r.device_id::text), 'device.connect:' || r.device_id)
      from diagnostic_run r join device_command c on c.id = r.read_command_id
      where r.id = ${runId}::bigint and c.id = ${commandId}::bigint and r.state = 'running' and c.state = 'waiting'`.execute(
      db,
    )
  },

  /** Notifies open screens of the gateway that the run or check changed. */
  async publish(
    db: Db,
    companyId: string,
    deviceId: string,
    changed: { runId: string } | { checkId: string },
  ): Promise<void> {
    await db
      .insertInto('live_event')
      .values({
        company_id: companyId,
        kind: 'diagnostic.changed',
        subject_id: deviceId,
        data: JSON.stringify(changed),
      })
      .execute()
  },

  async prune(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ gone: number }>('select prune_diagnostics($1) as gone', [most])
    return row?.gone ?? 0
  },
}
