import type { Scopes } from '../../platform/db/scope.ts'
import { messageRepo } from './message.repo.ts'
import type { MessageDeps } from './messages.service.ts'
import { type StoredDraft, outboxContext } from './outbox-sender.ts'

const most = 100

/** Newest first. */
export async function readOutbox(
  deps: MessageDeps & { scopes: Scopes },
): Promise<(StoredDraft & { id: string; channel: string; at: string })[]> {
  const kept = await messageRepo.outbox(deps.scopes, most)
  return kept.map(({ id, channel, sealed, at }) => ({
    id,
    channel,
    at,
    ...(JSON.parse(deps.secrets.open(sealed, outboxContext(id)).toString('utf8')) as StoredDraft),
  }))
}
