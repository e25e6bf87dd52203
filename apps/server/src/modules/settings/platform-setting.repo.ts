import type { OutputOf, settingsApi } from '@netward/contract'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export type PlatformSettings = OutputOf<typeof settingsApi.platformSettings>

/** Column of each setting. */
const columns = {
  platformName: 'platform_name',
  registration: 'registration',
  imageLimit: 'image_limit',
  fileLimit: 'file_limit',
  firmwareLimit: 'firmware_limit',
  sessionIdleMinutes: 'session_idle_minutes',
  sessionHours: 'session_hours',
  passwordLength: 'password_length',
  passwordClasses: 'password_classes',
  storageCycle: 'storage_cycle',
  syncInterval: 'sync_interval',
  defaultLanguage: 'default_language',
  icpNumber: 'icp_number',
  seriesLimit: 'series_limit',
} as const satisfies Record<keyof PlatformSettings, string>

const read = `select ${Object.entries(columns)
  .map(([key, column]) => `${column} as "${key}"`)
  .join(', ')} from platform_settings()`

export const platformSettingRepo = {
  async get(reader: Scopes | Pick<RequestContext, 'db'>): Promise<PlatformSettings> {
    if ('db' in reader) return (await sql<PlatformSettings>`${sql.raw(read)}`.execute(reader.db)).rows[0]!
    return (await reader.asLoginRole<PlatformSettings>(read))[0]!
  },

  async lock({ db }: RequestContext): Promise<void> {
    await sql`select lock_platform_settings()`.execute(db)
  },

  async update({ db }: RequestContext, changes: Partial<PlatformSettings>): Promise<void> {
    const named = Object.entries(changes).map(([key, value]) => [
      columns[key as keyof PlatformSettings],
      value,
    ])
    await sql`select edit_platform_settings(${JSON.stringify(Object.fromEntries(named))}::jsonb)`.execute(db)
  },

  /**
   * Deletes entries older than the retention period, at most `most` of each kind. Returns whether that many
   * were deleted.
   */
  async pruneStored(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ gone: number }>('select prune_stored($1) as gone', [most])
    return row!.gone
  },
}
