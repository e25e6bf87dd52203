import type { Scopes } from '../../platform/db/scope.ts'
import type { JobHandler } from '../../platform/jobs/job.ts'
import type { MessageConfig } from './channels.ts'
import { mailSender } from './mail-sender.ts'
import { prefixOf } from './message-text.ts'
import { messageRepo } from './message.repo.ts'
import { type MessageDeps, messageContext, type StoredMessage } from './messages.service.ts'
import { outboxSender } from './outbox-sender.ts'
import { type MessageSender, Undeliverable } from './sender.ts'

/** Delivery channels of this installation. A text message gateway adds one more. */
function sendersOf(deps: MessageDeps & { scopes: Scopes }): MessageSender[] {
  const { smtpUrl, outbox } = deps.messages
  const senders: MessageSender[] = []
  if (smtpUrl !== null) senders.push(mailSender({ ...deps.messages, smtpUrl } satisfies MessageConfig))
  else if (outbox) senders.push(outboxSender(deps, 'mail'))
  if (outbox) senders.push(outboxSender(deps, 'phone'))
  return senders
}

/**
 * `message.send` {messageId}: sends a queued message unless it was sent or has expired. A transient failure
 * is thrown, and the queue retries. The content is removed once sent.
 */
export function messageJobs(deps: MessageDeps & { scopes: Scopes }): Record<string, JobHandler> {
  const senders = sendersOf(deps)
  return {
    'message.send': async ({ messageId }, { scopes, log }) => {
      const id = String(messageId)
      const taken = await messageRepo.take(scopes, id)
      if (taken === null) return
      const message = JSON.parse(
        deps.secrets.open(taken.sealed, messageContext(id)).toString('utf8'),
      ) as StoredMessage
      if (message.decoy) return messageRepo.finish(scopes, id, 'dropped')
      const sender = senders.find(({ channel }) => channel === taken.channel)
      if (sender === undefined) {
        log.warn({ messageId: id, channel: taken.channel }, 'a message has no way out any more')
        return messageRepo.finish(scopes, id, 'failed')
      }
      try {
        const names = await messageRepo.names(scopes, prefixOf(message))
        await sender.send(id, message, { ...names, publicUrl: deps.messages.publicUrl })
      } catch (error) {
        // Logs neither the address nor the server's reply, which repeats it.
        const code = (error as { code?: string; cause?: { code?: string } }).code ?? 'none'
        log.warn({ messageId: id, kind: message.kind, code }, 'a message was not sent')
        if (error instanceof Undeliverable) return messageRepo.finish(scopes, id, 'failed')
        // oxlint-disable-next-line preserve-caught-error -- the queue keeps and logs errors, and this one may hold the address
        throw new Error(`message ${id} was not sent (${code})`)
      }
      return messageRepo.finish(scopes, id, 'sent')
    },
  }
}
