import type { EndpointOutput } from '@netward/contract'
import type { AnswerEvent, AssistantMessage, Conversation } from '@netward/contract/conversations'

export const conversationList = 'POST /api/v1/assistant/conversation/lists'
export const conversationRead = 'GET /api/v1/assistant/conversation/:conversationId'
export type ConversationRow = EndpointOutput<typeof conversationList>['items'][number]

export interface Thread {
  readonly conversation: Conversation | null
  readonly messages: readonly AssistantMessage[]
}

export const noThread: Thread = { conversation: null, messages: [] }

/** @param after the message behind which the new one stands; undefined: the last one */
export function begun(thread: Thread, event: AnswerEvent, after?: string | null): Thread {
  if (event.type !== 'begun') return thread
  const { conversation, message } = event
  const known = thread.messages.findIndex(({ id }) => id === message.id)
  if (known !== -1) return { conversation, messages: thread.messages.with(known, message) }
  const kept =
    after === undefined
      ? thread.messages
      : thread.messages.slice(0, thread.messages.findIndex(({ id }) => id === after) + 1)
  return { conversation, messages: [...kept, message] }
}

/** The thread after a line of the stream of one of its answers. */
export function applied(thread: Thread, messageId: string, event: AnswerEvent): Thread {
  const place = thread.messages.findIndex(({ id }) => id === messageId)
  const message = thread.messages[place]
  if (message === undefined) return thread
  const next = changed(message, event)
  return next === message ? thread : { ...thread, messages: thread.messages.with(place, next) }
}

function changed(message: AssistantMessage, event: AnswerEvent): AssistantMessage {
  switch (event.type) {
    case 'text':
      return { ...message, text: message.text + event.text }
    case 'text_reset':
      return { ...message, text: '' }
    case 'step': {
      const place = message.steps.findIndex(({ id }) => id === event.step.id)
      return {
        ...message,
        steps: place === -1 ? [...message.steps, event.step] : message.steps.with(place, event.step),
      }
    }
    case 'part':
      return { ...message, parts: [...message.parts, event.part] }
    case 'ended':
      return event.message
    case 'begun':
    case 'alive':
      return message
  }
}
