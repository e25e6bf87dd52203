import type { SignOnKind } from '@netward/contract/sign-on-values'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { StoredSettings } from '../channel-settings.ts'

export interface DirectoryEvent {
  readonly companyId: string
  readonly channelId: string
  /** Whom the service named. Null: departments changed, or it does not say: all that changed is read again. */
  readonly subjects: readonly string[] | null
  /** The identifier that the one who is named had before. */
  readonly was?: string | null
}

/** A channel that a service reports to. */
export interface EventChannel extends Record<string, unknown> {
  company_id: string
  id: string
  kind: SignOnKind
  settings: StoredSettings
  sealed: Buffer
  paused: boolean
  /** Its company is active. */
  usable: boolean
}

/** Before a scope: only through the login role's definer functions. */
export const directoryEventRepo = {
  async channel(scopes: Scopes, publicId: string): Promise<EventChannel | null> {
    const rows = await scopes.asLoginRole<EventChannel>('select * from sign_on_channel($1)', [publicId])
    return rows[0] ?? null
  },

  /**
   * Notes that a directory changed, once for a message: a synchronisation reads it soon, for all events that come meanwhile.
   * Nothing happens where no synchronisation is in use; the function belongs to modules/people-sync, which imports this module.
   */
  async note(
    scopes: Scopes,
    { companyId, channelId, subjects, was = null }: DirectoryEvent,
    message: Buffer,
  ): Promise<void> {
    await scopes.asLoginRoleTogether(async (query) => {
      const [seen] = await query<{ fresh: boolean }>('select sign_on_once($1, $2) as fresh', [
        message,
        companyId,
      ])
      if (seen?.fresh !== true) return
      await query('select note_directory_event($1::bigint, $2::bigint, $3::text[], $4)', [
        companyId,
        channelId,
        subjects === null ? null : [...subjects],
        was,
      ])
    })
  },

  /** Notes that something changed: all that did is read. */
  async noteChange(
    scopes: Scopes,
    { companyId, channelId }: Omit<DirectoryEvent, 'subjects'>,
  ): Promise<void> {
    await scopes.asLoginRole('select note_directory_event($1::bigint, $2::bigint, null)', [
      companyId,
      channelId,
    ])
  },
}
