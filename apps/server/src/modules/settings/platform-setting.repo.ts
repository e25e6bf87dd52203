import type { OutputOf, settingsApi } from '@netward/contract'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export type PlatformSettings = OutputOf<typeof settingsApi.platformSettings>

const read = 'select registration, image_limit as "imageLimit" from platform_settings()'

export const platformSettingRepo = {
  async get(reader: Scopes | Pick<RequestContext, 'db'>): Promise<PlatformSettings> {
    if ('db' in reader) return (await sql<PlatformSettings>`${sql.raw(read)}`.execute(reader.db)).rows[0]!
    return (await reader.narrow<PlatformSettings>(read))[0]!
  },

  async update({ db }: RequestContext, changes: Partial<PlatformSettings>): Promise<void> {
    await sql`select edit_platform_settings(${changes.registration ?? null}, ${changes.imageLimit ?? null}::int)`.execute(
      db,
    )
  },
}
