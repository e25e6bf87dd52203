import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { DeviceCommandTable } from '../../platform/db/tables.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface NewCommand {
  deviceId: string
  kind: DeviceCommandTable['kind']
  request: object
  secret: Buffer | null
  hoursToLive: number
}

/** Public fields of a command; other modules show commands of their own kinds. */
export const commandColumns = [
  'id',
  'kind',
  'state',
  'request',
  'result',
  'fault_code',
  'fault_detail',
  'created_at',
  'created_by_name',
  'created_by_company_name',
  'sent_at',
  'finished_at',
  'expires_at',
] as const

export const commandRepo = {
  async insert(
    { db, scope }: Reader,
    { deviceId, kind, request, secret, hoursToLive }: NewCommand,
  ): Promise<string> {
    const { id } = await db
      .insertInto('device_command')
      .values({
        company_id: scope.companyId,
        device_id: deviceId,
        kind,
        request: JSON.stringify(request),
        secret,
        created_by: scope.personId,
        created_by_name: scope.actorName,
        expires_at: sql<string>`now() + make_interval(hours => ${hoursToLive}::int)`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /**
   * One reboot or factory reset per device without an open one. Expired ones are closed first, so they do not
   * block before the sweep.
   */
  async insertRestarts(
    { db, scope }: Reader,
    kind: 'reboot' | 'factory_reset',
    deviceIds: readonly string[],
  ): Promise<{ id: string; device_id: string }[]> {
    await db
      .updateTable('device_command')
      .set({
        state: sql<'expired' | 'failed'>`case state when 'sent' then 'failed' else 'expired' end`,
        fault_code: sql<string | null>`case state when 'sent' then 'no_answer' end`,
        finished_at: sql<string>`now()`,
      })
      .where('device_id', '=', sql<string>`any (${deviceIds}::bigint[])`)
      .where('kind', '=', kind)
      .where('state', 'in', ['waiting', 'sent'])
      .where('expires_at', '<=', sql<string>`now()`)
      .execute()
    const inserted = await sql<{ id: string; device_id: string }>`
      insert into device_command (company_id, device_id, kind, request, created_by, created_by_name, expires_at)
      select ${scope.companyId}::bigint, d, ${kind}, ${kind === 'reboot' ? sql`jsonb_build_object('commandKey', replace(gen_random_uuid()::text, '-', ''))` : sql`'{}'::jsonb`},
        ${scope.personId}::bigint, ${scope.actorName}, now() + interval '1 hour'
      from unnest(${deviceIds}::bigint[]) d
      on conflict do nothing
      returning id, device_id`.execute(db)
    return inserted.rows
  },

  /** The last of each device that has one; limited to `among` if set. */
  async lastRestarts(
    { db }: Pick<Reader, 'db'>,
    kind: 'reboot' | 'factory_reset',
    deviceIds: readonly string[],
    among: readonly string[] | null = null,
  ) {
    const { rows } = await sql<{
      id: string
      device_id: string
      state: 'waiting' | 'sent' | 'done' | 'failed' | 'expired' | 'cancelled'
      fault_code: string | null
      created_at: string
      finished_at: string | null
    }>`select c.id, c.device_id, c.state, c.fault_code, c.created_at, c.finished_at
      from unnest(${deviceIds}::bigint[]) d (id)
      cross join lateral (select id, device_id, state, fault_code, created_at, finished_at from device_command
        where device_id = d.id and kind = ${kind} and (${among}::bigint[] is null or id = any (${among}::bigint[]))
        order by device_command.id desc limit 1) c`.execute(db)
    return rows
  },

  /** Queues connection requests for these devices, deduplicated per device. */
  async enqueueConnect({ db }: Pick<Reader, 'db'>, deviceIds: readonly string[]): Promise<void> {
    if (deviceIds.length > 0) await sql`select enqueue_connects(${deviceIds}::bigint[])`.execute(db)
  },

  /** Live events, one per subject, in one statement. */
  async emitAll(
    { db, scope }: Reader,
    kind: 'command.changed' | 'device.changed',
    events: readonly { subjectId: string; data: Record<string, unknown> }[],
  ): Promise<void> {
    await sql`insert into live_event (company_id, kind, subject_id, data)
      select ${scope.companyId}::bigint, ${kind}, (e->>'subjectId')::bigint, e->'data'
      from jsonb_array_elements(${JSON.stringify(events)}::jsonb) e`.execute(db)
  },

  async page({ db }: Reader, deviceId: string, limit: number, offset: number) {
    const own = db.selectFrom('device_command').where('device_id', '=', deviceId)
    const items = await own
      .select(commandColumns)
      .select(sql<boolean>`state = 'done' and applies_later(kind, result)`.as('applies_later'))
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    const { total } = await db
      .selectFrom(own.select('id').limit(10_001).as('counted'))
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
    return { items, total }
  },

  lock({ db, scope }: Reader, deviceId: string, id: string) {
    return db
      .selectFrom('device_command')
      .select(['id', 'kind', 'state'])
      .where('id', '=', id)
      .where('device_id', '=', deviceId)
      .where('company_id', '=', scope.companyId)
      .forUpdate()
      .executeTakeFirst()
  },

  async cancel({ db }: Reader, id: string): Promise<void> {
    await db
      .updateTable('device_command')
      .set({ state: 'cancelled', finished_at: sql<string>`now()`, secret: null })
      .where('id', '=', id)
      .execute()
  },
}
