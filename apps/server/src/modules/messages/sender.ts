import type { Look } from './message-text.ts'
import type { Channel, Message } from './message.ts'

/** One way out. `send` is given each message once or, after a failure that may pass, again under the same id. */
export interface MessageSender {
  readonly channel: Channel
  /** @throws Undeliverable when trying again is of no use; any other error when it may be. */
  send(id: string, message: Message, look: Look): Promise<void>
}

export class Undeliverable extends Error {
  override name = 'Undeliverable'
}
