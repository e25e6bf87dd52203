import { sql } from 'kysely'
import { commandRepo } from './command.repo.ts'
import type { CommandOrder } from './command-orders.ts'
import type { Orderer } from './transfers.service.ts'

export const commandOrderRepo = {
  /** All commands and live events in one statement, their connection requests in another. */
  async insert(
    { db, companyId, by }: Orderer,
    orders: readonly CommandOrder[],
  ): Promise<{ commandId: string; deviceId: string }[]> {
    if (orders.length === 0) return []
    const { rows } = await sql<{ commandId: string; deviceId: string }>`
      with command as (
        insert into device_command (company_id, device_id, kind, request, created_by, created_by_name, expires_at)
        select ${companyId}::bigint, d.id, w.kind, w.request, ${by?.personId ?? null}::bigint, ${by?.name ?? null}::text,
          least(now() + interval '1 day', w.until)
        from unnest(${orders.map((one) => one.deviceId)}::bigint[], ${orders.map((one) => one.kind)}::text[],
          ${orders.map((one) => JSON.stringify(one.request))}::jsonb[],
          ${orders.map((one) => one.until?.toISOString() ?? null)}::timestamptz[]) as w (device_id, kind, request, until)
        join device d on d.id = w.device_id and d.company_id = ${companyId}::bigint and d.state = 'claimed'
          and d.guard = 'none' and d.driver = 'cwmp'
        on conflict do nothing
        returning id, device_id, kind
      ), announced as (
        insert into live_event (company_id, kind, subject_id, data)
        select ${companyId}::bigint, 'command.changed', device_id,
          jsonb_build_object('commandId', id::text, 'kind', kind, 'state', 'waiting') from command
      )
      select id::text as "commandId", device_id::text as "deviceId" from command`.execute(db)
    await commandRepo.enqueueConnect(
      { db },
      rows.map(({ deviceId }) => deviceId),
    )
    return rows
  },
}
