import type { Scopes } from '../../../platform/db/scope.ts'

export interface DirectoryEvent {
  readonly companyId: string
  readonly channelId: string
  /** Whom the service named. Null: departments changed, or it does not say: all that changed is read again. */
  readonly subjects: readonly string[] | null
}

/**
 * Notes that a directory changed: a synchronisation reads it soon, once for all events that come meanwhile. Nothing happens where
 * no synchronisation is in use. The function belongs to modules/people-sync, which imports this module.
 * @public Called by the callbacks of services.
 */
export async function noteDirectoryEvent(
  scopes: Scopes,
  { companyId, channelId, subjects }: DirectoryEvent,
): Promise<void> {
  await scopes.asLoginRole('select note_directory_event($1::bigint, $2::bigint, $3::text[])', [
    companyId,
    channelId,
    subjects === null ? null : [...subjects],
  ])
}
