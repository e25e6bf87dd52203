import type { DataModelRoot, KnownParameter } from '@netward/cwmp'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import { commandColumns, pendingRestart } from '../devices/index.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export type ChangeRow = NonNullable<Awaited<ReturnType<typeof settingRepo.findChange>>>

/** The rest of a larger tree is ignored: sessions have the same limit. */
const maxParameters = 20_000

export const settingRepo = {
  async findRoot({ db }: Pick<Reader, 'db'>, deviceId: string): Promise<DataModelRoot | null> {
    const row = await db
      .selectFrom('device')
      .select('data_model_root')
      .where('id', '=', deviceId)
      .executeTakeFirst()
    const root = row?.data_model_root
    return root === 'Device.' || root === 'InternetGatewayDevice.' ? root : null
  },

  /** Known parameters at and below these paths. */
  async findParameters(
    { db }: Pick<Reader, 'db'>,
    deviceId: string,
    paths: readonly string[],
  ): Promise<Map<string, KnownParameter & { later: string | null }>> {
    const ranges = paths.map((path) => (path.endsWith('.') ? `${path.slice(0, -1)}/` : `${path}\u0001`))
    const { rows } = await sql<{
      path: string
      value: string | null
      type: string | null
      writable: boolean | null
      read_at: string | null
      later: string | null
    }>`
      select p.path, p.value, p.type, p.writable, p.read_at, p.later from unnest(${paths}::text[], ${ranges}::text[]) r (low, high)
      join device_parameter p on p.device_id = ${deviceId}::bigint and p.path >= r.low collate "C" and p.path < r.high collate "C"
      limit ${maxParameters}::int`.execute(db)
    return new Map(
      rows.map(({ path, value, type, writable, read_at: readAt, later }) => [
        path,
        { value: value ?? '', type, writable, readAt, later: pendingRestart({ path, value, type, later }) },
      ]),
    )
  },

  /** Whether all names of the gateway were read: if so, a missing name does not exist. */
  async findNamesRead({ db }: Pick<Reader, 'db'>, deviceId: string, root: DataModelRoot): Promise<boolean> {
    const { rows } = await sql<{ read: boolean }>`
      select exists (select from device_command c where c.device_id = ${deviceId}::bigint
        and c.kind = 'get_parameter_names' and c.state = 'done'
        and (c.request->>'nextLevel' = 'false' or c.request->>'deep' = 'true')
        and starts_with(${root}, c.request->>'path')) as read`.execute(db)
    return rows[0]?.read ?? false
  },

  findLastRead({ db }: Reader, deviceId: string) {
    return db
      .selectFrom('device_command')
      .select(['id', 'state', 'request', 'created_at', 'expires_at'])
      .where('device_id', '=', deviceId)
      .where('kind', '=', 'get_parameter_values')
      .where(sql<boolean>`request ? 'sections'`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  },

  findLastChange({ db }: Reader, deviceId: string) {
    return db
      .selectFrom('device_command')
      .select(commandColumns)
      .where('device_id', '=', deviceId)
      .where('kind', '=', 'change_settings')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  },

  findChange({ db }: Reader, deviceId: string, commandId: string) {
    return db
      .selectFrom('device_command')
      .select(commandColumns)
      .where('id', '=', commandId)
      .where('device_id', '=', deviceId)
      .where('kind', '=', 'change_settings')
      .executeTakeFirst()
  },
}
