import type { DiagnosticKind, StoredOrder } from '@netward/cwmp'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface NewRun {
  companyId: string
  deviceId: string
  kind: DiagnosticKind
  target: string
  request: Record<string, unknown>
  tokenHash: Buffer | null
  line: { path: string; label: string } | null
  dscp: number | null
  checkId: string | null
  batchId: string | null
  /** Of a run that measures a line, and goes with its result. */
  lineId?: string | null
  /** Until the gateway takes it; by default longer than one that is off for a day. */
  minutesToLive?: number
  createdBy: string | null
  createdByName: string | null
}

/** Longer than a gateway that is off for a day. */
const usualMinutesToLive = 24 * 60

export const diagnosticRepo = {
  findDevice({ db }: Pick<Reader, 'db'>, id: string) {
    return db
      .selectFrom('device')
      .select(['id', 'company_id', 'data_model_root'])
      .where('id', '=', id)
      .executeTakeFirst()
  },

  /** @param deviceId null: of any gateway */
  find({ db, scope }: Reader, deviceId: string | null, id: string) {
    return db
      .selectFrom('diagnostic_run')
      .select(['id', 'device_id', 'kind', 'target', 'command_id', 'read_command_id'])
      .where('id', '=', id)
      .$if(deviceId !== null, (query) => query.where('device_id', '=', deviceId!))
      .where('company_id', '=', scope.companyId)
      .executeTakeFirst()
  },

  /** Whether a path is among the parameters, and whether all its sibling names were read. */
  async findSupport(db: Db, deviceId: string, path: string) {
    const { rows } = await sql<{ known: boolean; namesRead: boolean }>`
      select exists (select from device_parameter p where p.device_id = ${deviceId}::bigint
          and p.path >= ${path} and p.path < ${`${path.replace(/\.$/, '')}/`}) as known,
        exists (select from device_command c where c.device_id = ${deviceId}::bigint and c.kind = 'get_parameter_names'
          and c.state = 'done' and (c.request->>'nextLevel' = 'false' or c.request->>'deep' = 'true')
          and starts_with(${path}, c.request->>'path')) as "namesRead"`.execute(db)
    return rows[0] ?? { known: false, namesRead: false }
  },

  /** What the gateway keeps of the last accepted order of a kind. */
  async findKept(db: Db, deviceId: string, kind: DiagnosticKind): Promise<StoredOrder | null> {
    const { rows } = await sql<{ kept: StoredOrder }>`
      select jsonb_build_object('interface', r.request->'interface', 'dscp', r.request->'dscp',
        'dnsServer', r.request->'dnsServer', 'durationSeconds', r.request->'durationSeconds') as kept
      from diagnostic_run r where r.device_id = ${deviceId}::bigint and r.kind = ${kind} and r.started_at is not null
      order by r.id desc limit 1`.execute(db)
    return rows[0]?.kept ?? null
  },

  /** Null while another one of the kind is open. */
  async insert(db: Db, run: NewRun): Promise<string | null> {
    const inserted = await db
      .insertInto('diagnostic_run')
      .values({
        company_id: run.companyId,
        device_id: run.deviceId,
        kind: run.kind,
        target: run.target,
        request: JSON.stringify(run.request),
        token_hash: run.tokenHash,
        interface: run.line?.path ?? null,
        interface_label: run.line?.label ?? null,
        dscp: run.dscp,
        check_id: run.checkId,
        batch_id: run.batchId,
        line_id: run.lineId ?? null,
        created_by: run.createdBy,
        created_by_name: run.createdByName,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return inserted?.id ?? null
  },

  /** The command that sets a run going. */
  async insertCommand(
    db: Db,
    runId: string,
    run: NewRun,
    command: {
      kind: 'set_parameter_values' | 'get_parameter_values'
      request: object
      secret: Buffer | null
    },
  ): Promise<void> {
    await sql`with c as (
        insert into device_command (company_id, device_id, kind, request, secret, created_by, created_by_name, expires_at)
        values (${run.companyId}::bigint, ${run.deviceId}::bigint, ${command.kind}, ${JSON.stringify(command.request)}::jsonb,
          ${command.secret}, ${run.createdBy}::bigint, ${run.createdByName}, now() + make_interval(mins => ${run.minutesToLive ?? usualMinutesToLive}::int))
        returning id
      )
      update diagnostic_run set command_id = c.id from c where diagnostic_run.id = ${runId}::bigint`.execute(
      db,
    )
  },

  /** Calls a gateway, so that it need not wait for its next Inform. */
  async call(db: Db, deviceId: string): Promise<void> {
    await sql`select enqueue('device.connect', jsonb_build_object('deviceId', ${deviceId}::text),
      ${`device.connect:${deviceId}`}::text)`.execute(db)
  },

  async cancelCommands(
    { db }: { db: Db },
    run: { command_id: string | null; read_command_id: string | null },
  ): Promise<void> {
    await db
      .updateTable('device_command')
      .set({ state: 'cancelled', finished_at: sql<string>`now()`, secret: null })
      .where('id', '=', sql<string>`any (${[run.command_id, run.read_command_id]}::bigint[])`)
      .where('state', '=', 'waiting')
      .execute()
  },

  /** False if already over. Cancelling its command may just have ended it. */
  async cancel({ db }: Reader, id: string): Promise<boolean> {
    const cancelled = await sql`update diagnostic_run set state = 'cancelled', ended_at = clock_timestamp()
      where id = ${id}::bigint and (state in ('requested', 'running')
        or state = 'cancelled' and ended_at >= now()) returning id`.execute(db)
    return cancelled.rows.length > 0
  },
}
