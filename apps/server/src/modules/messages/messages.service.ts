import { randomUUID } from 'node:crypto'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { hasChannel, type MessageConfig } from './channels.ts'
import { channelOf, type Message, type MessageContent, usefulSeconds } from './message.ts'
import { messageRepo, type SealedMessage } from './message.repo.ts'

export interface MessageDeps {
  readonly secrets: Secrets
  readonly messages: MessageConfig
}

/** What is sealed: a decoy goes all the way to the job, and nowhere from there. */
export type StoredMessage = Message & { readonly decoy?: true }

export const messageContext = (id: string) => `message:${id}`

/**
 * Makes a message ready to be stored; null where this installation has no such way out. A `decoy` costs as much as a
 * message and is not sent: a caller must not learn from the time whether anybody has an address.
 */
export function sealMessage(
  { secrets, messages }: MessageDeps,
  message: Message,
  { decoy = false }: { decoy?: boolean } = {},
): SealedMessage | null {
  const channel = channelOf(message.to)
  if (!hasChannel(messages, channel)) return null
  const id = randomUUID()
  const stored: StoredMessage = decoy ? { ...message, decoy } : message
  const sealed = secrets.seal(JSON.stringify(stored), messageContext(id)).toString('base64')
  return { id, channel, sealed, seconds: usefulSeconds(message.kind) }
}

/**
 * Queues a message: in the transaction of a request (`ctx.db`), with which it happens or does not, or at once. Where the
 * installation has no such way out nothing happens; who depends on it asks `channels` first.
 */
export async function sendMessage(deps: MessageDeps, on: Db | Scopes, message: Message): Promise<void> {
  const sealed = sealMessage(deps, message)
  if (sealed !== null) await messageRepo.insert(on, sealed)
}

/** Queues many in the transaction of a request, as `sendMessage` does one. */
export async function sendMessages(deps: MessageDeps, db: Db, messages: readonly Message[]): Promise<void> {
  const sealed = messages.map((message) => sealMessage(deps, message)).filter((message) => message !== null)
  if (sealed.length > 0) await messageRepo.insertAll(db, sealed)
}

/**
 * The same message to every administrator of a company who has a verified mail address, in the language of the company.
 * Inside a request it reaches the company acted in and those below alone.
 */
export async function tellAdministrators(
  deps: MessageDeps,
  on: Db | Scopes,
  companyId: string,
  content: MessageContent,
): Promise<void> {
  for (const { email, language } of await messageRepo.administrators(on, companyId))
    await sendMessage(deps, on, { ...content, to: { email }, language })
}
