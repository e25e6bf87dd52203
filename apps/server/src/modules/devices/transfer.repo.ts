import { sql } from 'kysely'
import { commandRepo } from './command.repo.ts'
import type { OrderedTransfer, Orderer } from './transfers.service.ts'

export interface NewTransfer {
  deviceId: string
  direction: 'download' | 'upload'
  commandKey: string
  fileType: string
  request: Record<string, unknown>
  secret: Buffer
  hoursToLive: number
  until: Date | null
  reference: string | null
}

export const transferRepo = {
  /** All commands, transfers and live events in one statement, their connection requests in another. */
  async insert(
    { db, companyId, by }: Orderer,
    rows: readonly NewTransfer[],
    notifyTask: string | null,
  ): Promise<OrderedTransfer[]> {
    if (rows.length === 0) return []
    const { rows: inserted } = await sql<OrderedTransfer>`
      with wanted as (
        select w.* from unnest(${rows.map((row) => row.deviceId)}::bigint[], ${rows.map((row) => row.direction)}::text[],
          ${rows.map((row) => row.commandKey)}::text[], ${rows.map((row) => row.fileType)}::text[],
          ${rows.map((row) => JSON.stringify(row.request))}::jsonb[], ${rows.map((row) => row.secret)}::bytea[],
          ${rows.map((row) => row.hoursToLive)}::int[], ${rows.map((row) => row.until?.toISOString() ?? null)}::timestamptz[],
          ${rows.map((row) => row.reference)}::text[])
          as w (device_id, direction, command_key, file_type, request, secret, hours, until, reference)
        join device d on d.id = w.device_id and d.company_id = ${companyId}::bigint and d.state = 'claimed'
          and d.guard = 'none' and d.driver = 'cwmp'
      ), command as (
        insert into device_command (company_id, device_id, kind, request, secret, created_by, created_by_name, expires_at)
        select ${companyId}::bigint, device_id, direction, request, secret, ${by?.personId ?? null}::bigint,
          ${by?.name ?? null}::text, least(now() + make_interval(hours => hours), until) from wanted
        returning id, device_id, kind, request
      ), transfer as (
        insert into device_transfer (company_id, device_id, command_id, command_key, direction, file_type, notify_task, reference)
        select ${companyId}::bigint, c.device_id, c.id, w.command_key, w.direction, w.file_type, ${notifyTask}::text, w.reference
        from command c join wanted w on w.device_id = c.device_id and w.command_key = c.request->>'commandKey'
        returning id, device_id, command_id, command_key
      ), announced as (
        insert into live_event (company_id, kind, subject_id, data)
        select ${companyId}::bigint, 'command.changed', device_id,
          jsonb_build_object('commandId', id::text, 'kind', kind, 'state', 'waiting') from command
      )
      select t.id::text as "transferId", t.command_id::text as "commandId", t.device_id::text as "deviceId",
        t.command_key as "commandKey"
      from transfer t`.execute(db)
    await commandRepo.enqueueConnect(
      { db },
      inserted.map(({ deviceId }) => deviceId),
    )
    return inserted
  },

  async cancel(
    { db, companyId }: Pick<Orderer, 'db' | 'companyId'>,
    transferIds: readonly string[],
  ): Promise<string[]> {
    const { rows } = await sql<{ id: string; command_id: string; device_id: string }>`
      update device_command c set state = 'cancelled', finished_at = now(), secret = null
      from device_transfer t
      where t.id = any (${transferIds}::bigint[]) and t.company_id = ${companyId}::bigint and c.id = t.command_id
        and c.state = 'waiting' and c.sends = 0
      returning t.id, c.id as command_id, c.device_id`.execute(db)
    await sql`insert into live_event (company_id, kind, subject_id, data)
      select ${companyId}::bigint, 'command.changed', k.device_id, jsonb_build_object('commandId', k.id::text)
      from unnest(${rows.map((row) => row.device_id)}::bigint[], ${rows.map((row) => row.command_id)}::bigint[])
        as k (device_id, id)`.execute(db)
    return rows.map((row) => row.id)
  },
}
