import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import { keptExchanges } from './exchanges.ts'

type Reader = Pick<RequestContext, 'db'>

export interface DeviceStandingRow {
  id: string
  company_id: string
  name: string
  serial_number: string
  type: string
  state: 'claimed' | 'released' | 'replaced'
  guard: 'none' | 'quarantined' | 'duplicate'
}

interface ExchangeRow {
  id: string
  at: string
  direction: 'received' | 'sent'
  method: string
  failed: boolean
  reason: string | null
  bytes: number
}

export const deviceMoveRepo = {
  find({ db }: Reader, deviceId: string): Promise<DeviceStandingRow | undefined> {
    return db
      .selectFrom('device')
      .select(['id', 'company_id', 'name', 'serial_number', 'type', 'state', 'guard'])
      .where('id', '=', deviceId)
      .executeTakeFirst()
  },

  release: ({ db }: Reader, deviceId: string) => sql`select release_device(${deviceId})`.execute(db),

  approve: ({ db }: Reader, deviceId: string) => sql`select approve_device(${deviceId})`.execute(db),

  replace: ({ db }: Reader, deviceId: string, newDeviceId: string) =>
    sql`select replace_device(${deviceId}, ${newDeviceId})`.execute(db),

  async expectReset({ db }: Reader, deviceId: string, minutes: number): Promise<string> {
    const found = await sql<{ until: string }>`select expect_reset(${deviceId}, ${minutes}) as until`.execute(
      db,
    )
    return found.rows[0]!.until
  },

  /** False: none was expected. */
  async expectNoReset({ db }: Reader, deviceId: string): Promise<boolean> {
    const found = await sql<{ ended: boolean }>`select expect_no_reset(${deviceId}) as ended`.execute(db)
    return found.rows[0]?.ended ?? false
  },

  async canConnect({ db }: Reader, deviceId: string): Promise<boolean> {
    const found = await sql<{ can: boolean }>`select can_connect(${deviceId}) as can`.execute(db)
    return found.rows[0]?.can ?? false
  },

  /**
   * The last ones of each kind, newest first; calls with wrong credentials, which anyone can make, are kept
   * apart.
   */
  async exchanges({ db }: Reader, deviceId: string): Promise<ExchangeRow[]> {
    const found = await sql<ExchangeRow>`
      select * from (
        (select id, at, direction, method, failed, reason, bytes from gateway_exchange
          where device_id = ${deviceId} and not failed order by id desc limit ${keptExchanges})
        union all
        (select id, at, direction, method, failed, reason, bytes from gateway_exchange
          where device_id = ${deviceId} and failed and reason is distinct from 'credentials_wrong'
          order by id desc limit ${keptExchanges})
        union all
        (select id, at, direction, method, failed, reason, bytes from gateway_exchange
          where device_id = ${deviceId} and failed and reason = 'credentials_wrong'
          order by id desc limit ${keptExchanges / 4})) kept
      order by id desc`.execute(db)
    return found.rows
  },

  async exchange({ db }: Reader, deviceId: string, exchangeId: string) {
    const found = await sql<ExchangeRow & { body: string }>`
      select id, at, direction, method, failed, reason, bytes, body from gateway_exchange
      where id = ${exchangeId} and device_id = ${deviceId}`.execute(db)
    return found.rows[0]
  },
}
