import type { Look } from './message-text.ts'
import type { Channel, Message } from './message.ts'

/**
 * A delivery channel. `send` gets each message once or, after a transient failure, again under the same id.
 */
export interface MessageSender {
  readonly channel: Channel
  /** @throws Undeliverable when a retry cannot help; any other error when it may. */
  send(id: string, message: Message, look: Look): Promise<void>
}

export class Undeliverable extends Error {
  override name = 'Undeliverable'
}
