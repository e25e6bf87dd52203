import type { Scopes } from '../../platform/db/scope.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { addressOf, type Channel } from './message.ts'
import { mailOf, phoneText } from './message-text.ts'
import { messageRepo } from './message.repo.ts'
import type { MessageSender } from './sender.ts'

export const outboxContext = (id: string) => `outbox:${id}`

/** Message fields shown by the outbox. */
export interface StoredDraft {
  readonly to: string
  readonly kind: string
  readonly subject: string | null
  readonly text: string
}

/** Stores messages instead of sending them, for development and demonstrations. */
export function outboxSender(
  { scopes, secrets }: { scopes: Scopes; secrets: Secrets },
  channel: Channel,
): MessageSender {
  return {
    channel,
    async send(id, message, look) {
      const mail = channel === 'mail' ? mailOf(message, look) : null
      const kept: StoredDraft = {
        to: addressOf(message.to),
        kind: message.kind,
        subject: mail?.subject ?? null,
        text: mail?.text ?? phoneText(message, look),
      }
      await messageRepo.keep(scopes, id, channel, secrets.seal(JSON.stringify(kept), outboxContext(id)))
    },
  }
}
