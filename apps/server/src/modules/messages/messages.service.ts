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

/** Sealed content: a decoy goes all the way to the job and is dropped there. */
export type StoredMessage = Message & { readonly decoy?: true }

export const messageContext = (id: string) => `message:${id}`

/**
 * Prepares a message for storage; null if this installation lacks the channel. A `decoy` costs as much as a
 * message and is not sent: timing must not reveal whether an address is registered.
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
 * Queues a message: within a request's transaction (`ctx.db`), atomically with it, or at once. A no-op where
 * the installation lacks the channel; callers that depend on it check `channels` first.
 */
export async function sendMessage(deps: MessageDeps, on: Db | Scopes, message: Message): Promise<void> {
  const sealed = sealMessage(deps, message)
  if (sealed !== null) await messageRepo.insert(on, sealed)
}

/** Queues many in a request's transaction, as `sendMessage` does one. */
export async function sendMessages(deps: MessageDeps, db: Db, messages: readonly Message[]): Promise<void> {
  const sealed = messages.map((message) => sealMessage(deps, message)).filter((message) => message !== null)
  if (sealed.length > 0) await messageRepo.insertAll(db, sealed)
}

/**
 * Sends the same message to every administrator of a company with a verified mail address, in the company's
 * language. Inside a request it reaches only the company acted in and those below.
 */
export async function notifyAdministrators(
  deps: MessageDeps,
  on: Db | Scopes,
  companyId: string,
  content: MessageContent,
): Promise<void> {
  for (const { email, language } of await messageRepo.administrators(on, companyId))
    await sendMessage(deps, on, { ...content, to: { email }, language })
}
