import { type DataModelRoot, factPaths } from '@netward/cwmp'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'
import type { CheckFacts } from './verdict.ts'

export interface CheckedDevice {
  root: string | null
  state: 'claimed' | 'released' | 'replaced'
  guard: 'none' | 'quarantined' | 'duplicate'
  presence: CheckFacts['presence']
  softwareVersion: string
  lastInformAt: string | null
  minutesSilent: number | null
  firstInformAt: string | null
}

/** What is known of a gateway without asking it. */
export const checkFactsRepo = {
  async device(db: Db, id: string): Promise<CheckedDevice | undefined> {
    const { rows } = await sql<CheckedDevice>`
      select d.data_model_root as root, d.state, d.guard, d.presence, d.software_version as "softwareVersion",
        to_json(coalesce(p.last_inform_at, d.first_inform_at))#>>'{}' as "lastInformAt",
        (extract(epoch from now() - coalesce(p.last_inform_at, d.first_inform_at)) / 60)::int as "minutesSilent",
        to_json(d.first_inform_at)#>>'{}' as "firstInformAt"
      from device d left join device_presence p on p.device_id = d.id where d.id = ${id}::bigint`.execute(db)
    return rows[0]
  },

  /** Restarts within a day that came by themselves: the first call after the factory and what was ordered are none. */
  async restarts(db: Db, id: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select greatest(0, count(*) filter (where kind = 'inform.boot') - count(*) filter (where kind = 'inform.bootstrap'
        or kind = 'command.done' and detail->>'kind' in ('reboot', 'factory_reset', 'download')))::int as n
      from (select kind, detail, at from device_timeline where device_id = ${id}::bigint order by id desc limit 500) t
      where at > now() - interval '1 day'`.execute(db)
    return rows[0]?.n ?? 0
  },

  async provision(db: Db, id: string): Promise<CheckFacts['provision']> {
    const { rows } = await sql<{ state: NonNullable<CheckFacts['provision']>['state']; drift: number }>`
      select state, jsonb_array_length(drift) as drift from provision_state where device_id = ${id}::bigint`.execute(
      db,
    )
    return rows[0] ?? null
  },

  /** The newest firmware of the library that fits and is newer than what runs. */
  async newerVersion(db: Db, id: string): Promise<string | null> {
    const { rows } = await sql<{ version: string }>`
      select f.version from device d join firmware f on f.state = 'released'
        and (f.manufacturer = '' or lower(f.manufacturer) = lower(d.manufacturer))
        and (lower(d.model_name) like any (firmware_patterns(f.models)) or lower(d.product_class collate "default") like any (firmware_patterns(f.models)))
        and fits_hardware(f.hardware_versions, d.hardware_version)
        and (f.minimum_version = '' or version_numbers(d.software_version) >= version_numbers(f.minimum_version))
        and version_numbers(f.version) > version_numbers(d.software_version)
      where d.id = ${id}::bigint and d.software_version <> ''
      order by version_numbers(f.version) desc limit 1`.execute(db)
    return rows[0]?.version ?? null
  },

  /** Mbit/s downwards of the line that the gateway carries. */
  async bought(db: Db, id: string): Promise<number | null> {
    const { rows } = await sql<{ mbit: number | null }>`
      select max(down_mbps) as mbit from internet_line where device_id = ${id}::bigint`.execute(db)
    return rows[0]?.mbit ?? null
  },

  /**
   * Values that the gateway reported below its fact paths; `commandId`: only those that answer this command.
   */
  async parameters(db: Db, id: string, root: DataModelRoot, commandId: string | null) {
    const within = sql.join(
      factPaths(root).map(
        (path) =>
          sql`(p.path >= ${path} and p.path < ${path.endsWith('.') ? `${path.slice(0, -1)}/` : `${path}!`})`,
      ),
      sql` or `,
    )
    const fresh =
      commandId === null
        ? sql`true`
        : sql`p.read_at >= (select c.sent_at from device_command c where c.id = ${commandId}::bigint)`
    const { rows } = await sql<{ name: string; value: string }>`
      select p.path as name, p.value from device_parameter p
      where p.device_id = ${id}::bigint and p.value is not null and (${within}) and ${fresh}
      order by p.path limit 5000`.execute(db)
    return rows
  },

  async commandState(db: Db, id: string): Promise<string | null> {
    const { rows } = await sql<{
      state: string
    }>`select state from device_command where id = ${id}::bigint`.execute(db)
    return rows[0]?.state ?? null
  },

  async runs(db: Db, checkId: string) {
    return db
      .selectFrom('diagnostic_run')
      .select([
        'id',
        'kind',
        'target',
        'state',
        'fault_code',
        'sent',
        'received',
        'avg_ms',
        'lookup_ms',
        'mbit_s',
        'result',
      ])
      .where('check_id', '=', checkId)
      .execute()
  },
}
