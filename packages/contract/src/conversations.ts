import { z } from 'zod'
import {
  answerFailures,
  answerStates,
  assistantTools,
  feedbackReasons,
  mostQuestionLength,
  proposalKinds,
  proposalStates,
  recipes,
  referenceKinds,
  stepStates,
} from './conversation-values.ts'
import { modelFailures } from './assistant-values.ts'
import { endpoint } from './endpoint.ts'
import { done, id, instant, nothing, pageInput, pageOf } from './schemas.ts'

const access = 'DMS_SERVER_ASSISTANT'
const values = z.record(z.string(), z.unknown())

const reference = z.object({ kind: z.enum(referenceKinds), id })
export type Reference = z.output<typeof reference>

/** What is on the screen of the person who asks. */
const screen = z.object({
  /** The path of the console, without the prefix of the company. */
  path: z.string().max(300),
  title: z.string().max(200),
  subject: reference.nullable().default(null),
  /** Filters of the page. */
  filters: z.record(z.string().max(60), z.string().max(300)).default({}),
})

const step = z.object({
  id,
  tool: z.enum(assistantTools),
  input: values,
  state: z.enum(stepStates),
  /** The result as the model got it before anything was masked, shortened; null while it runs. */
  result: z.string().nullable(),
  /** Why it failed, in the person's language. */
  error: z.string().nullable(),
  milliseconds: z.number().int().nullable(),
})
export type AnswerStep = z.output<typeof step>

/** A panel of the operations centre beside the answer: asked of its own endpoint, with the rights of who looks. */
const panelPart = z.object({
  kind: z.literal('panel'),
  panel: z.string(),
  from: instant,
  to: instant,
  filters: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
})

/** A curve of metrics beside the answer. */
const metricPart = z.object({
  kind: z.literal('metric'),
  deviceId: id,
  deviceName: z.string(),
  metric: z.string(),
  from: instant,
  to: instant,
})

const proposal = z.object({
  id,
  kind: z.enum(proposalKinds),
  state: z.enum(proposalStates),
  /** What it is about, by its name here. */
  subject: reference.extend({ name: z.string() }).nullable(),
  /** The values of the act, as its endpoint takes them. */
  input: values,
  /** Why the assistant proposes it. */
  reason: z.string(),
  /** Text of a template before, for the diff. */
  before: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** Why it failed, or what it made. */
  outcome: z.object({ error: z.string().nullable(), made: reference.nullable() }).nullable(),
})
export type Proposal = z.output<typeof proposal>

const part = z.discriminatedUnion('kind', [
  panelPart,
  metricPart,
  z.object({ kind: z.literal('proposal'), proposal }),
])
export type AnswerPart = z.output<typeof part>

const message = z.object({
  id,
  /** What the person asked, and the answer to it. */
  question: z.string(),
  recipe: z.enum(recipes).nullable(),
  screen: screen.nullable(),
  at: instant,
  state: z.enum(answerStates),
  /** Markdown, without links and images but `kind:id` of things that a tool answered. */
  text: z.string(),
  steps: z.array(step),
  parts: z.array(part),
  /** Numbers of the text, by UTF-16 positions, and the step that they come from; null: no result has them. */
  numbers: z.array(z.object({ start: z.number().int(), end: z.number().int(), stepId: id.nullable() })),
  failure: z
    .object({ reason: z.enum(answerFailures), model: z.enum(modelFailures).nullable(), detail: z.string() })
    .nullable(),
  feedback: z
    .object({ isGood: z.boolean(), reason: z.enum(feedbackReasons).nullable(), comment: z.string() })
    .nullable(),
  /** The model that answered, and what it took. */
  model: z.string().nullable(),
  tokens: z.number().int(),
  /** Yuan. */
  cost: z.number(),
  milliseconds: z.number().int().nullable(),
})
export type AssistantMessage = z.output<typeof message>

const conversation = z.object({
  id,
  title: z.string(),
  /** The company that it is about. */
  companyId: id,
  companyName: z.string(),
  messages: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
})
export type Conversation = z.output<typeof conversation>

export const assistantReadiness = endpoint({
  method: 'GET',
  path: '/api/v1/assistant/readiness',
  access,
  summary: 'Whether the assistant can be asked in the company acted in, and what it sends where',
  input: nothing,
  output: z.object({
    /** What is missing; null: ready. */
    missing: z.enum(['provider', 'consent', 'budget']).nullable(),
    /** The services that would be called, in order. */
    services: z.array(z.object({ name: z.string(), model: z.string(), isAbroad: z.boolean() })),
    masked: z.array(z.string()),
    keptDays: z.number().int(),
  }),
})

const asked = {
  question: z.string().trim().min(1).max(mostQuestionLength),
  recipe: z.enum(recipes).nullable().default(null),
  screen: screen.nullable().default(null),
}

/** A line of the stream of an answer. */
export const answerEvent = z.discriminatedUnion('type', [
  /** The first one. */
  z.object({ type: z.literal('begun'), conversation, message }),
  z.object({ type: z.literal('text'), text: z.string() }),
  /** The model thought aloud before a tool: what it wrote so far is no answer. */
  z.object({ type: z.literal('text_reset') }),
  z.object({ type: z.literal('step'), step }),
  z.object({ type: z.literal('part'), part }),
  /** The last one. */
  z.object({ type: z.literal('ended'), message }),
  /** Nothing happened for some seconds. */
  z.object({ type: z.literal('alive') }),
])
export type AnswerEvent = z.output<typeof answerEvent>

const answerErrors = [
  'assistant.not_ready',
  'assistant.conversation_not_found',
  'assistant.still_answering',
  'assistant.month_budget_used',
  'assistant.day_budget_used',
  'assistant.too_many_calls',
  'assistant.too_many_at_once',
] as const

export const ask = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/ask',
  access,
  summary: 'Ask the assistant; the answer is streamed as lines of JSON, and goes on if nobody reads it',
  input: z.object({
    /** Null: a new one. */
    conversationId: id.nullable().default(null),
    /** The message after which it goes on: later ones are replaced (edit). */
    after: id.nullable().optional(),
    ...asked,
  }),
  output: answerEvent,
  answer: 'lines',
  errors: answerErrors,
  audit: 'assistant.asked',
})

export const followAnswer = endpoint({
  method: 'GET',
  path: '/api/v1/assistant/message/:messageId/follow',
  access,
  summary: 'The stream of an answer that still runs, from where it is',
  input: z.object({ messageId: id }),
  output: answerEvent,
  answer: 'lines',
  errors: ['assistant.message_not_found'],
})

export const retryAnswer = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/message/:messageId/retry',
  access,
  summary: 'Answer the last question of a conversation again',
  input: z.object({ messageId: id }),
  output: answerEvent,
  answer: 'lines',
  errors: [...answerErrors, 'assistant.message_not_found'],
  audit: 'assistant.retried',
})

export const stopAnswer = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/message/:messageId/stop',
  access,
  summary: 'Stop an answer; what is there stays',
  input: z.object({ messageId: id }),
  output: done,
  errors: ['assistant.message_not_found'],
  audit: 'assistant.stopped',
})

export const pageConversations = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/assistant/conversation/lists',
  access,
  summary: 'Own conversations about the company acted in, the last one first',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    sort: z.enum(['updatedAt', '-updatedAt']).default('-updatedAt'),
  }),
  output: pageOf(conversation),
})

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/v1/assistant/conversation/:conversationId',
  access,
  summary: 'One of the own conversations with its messages',
  input: z.object({ conversationId: id }),
  output: z.object({ conversation, messages: z.array(message) }),
  errors: ['assistant.conversation_not_found'],
})

export const renameConversation = endpoint({
  method: 'PUT',
  path: '/api/v1/assistant/conversation/:conversationId',
  access,
  summary: 'Rename a conversation',
  input: z.object({ conversationId: id, title: z.string().trim().min(1).max(100) }),
  output: done,
  errors: ['assistant.conversation_not_found'],
  audit: 'assistant.conversation_renamed',
})

export const deleteConversation = endpoint({
  method: 'DELETE',
  path: '/api/v1/assistant/conversation/:conversationId',
  access,
  summary: 'Delete a conversation with all that was sent for it',
  input: z.object({ conversationId: id }),
  output: done,
  errors: ['assistant.conversation_not_found'],
  audit: 'assistant.conversation_deleted',
})

export const giveFeedback = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/message/:messageId/feedback',
  access,
  summary: 'Say whether an answer helped, and why not',
  input: z.object({
    messageId: id,
    isGood: z.boolean(),
    reason: z.enum(feedbackReasons).nullable().default(null),
    comment: z.string().trim().max(500).default(''),
  }),
  output: done,
  errors: ['assistant.message_not_found'],
  audit: 'assistant.feedback_given',
})

export const sentForAnswer = endpoint({
  method: 'GET',
  path: '/api/v1/assistant/message/:messageId/sent',
  access,
  summary: 'What was sent for an answer: each call as it left, with what was masked in it',
  input: z.object({ messageId: id }),
  output: z.array(
    z.object({
      at: instant,
      service: z.string(),
      model: z.string(),
      isAbroad: z.boolean(),
      /** The request as JSON. */
      request: z.string(),
      masked: z.array(z.object({ kind: z.string(), count: z.number().int() })),
    }),
  ),
  errors: ['assistant.message_not_found'],
})

export const acceptProposal = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/proposal/:proposalId/accept',
  access,
  summary:
    'Carry out a proposal by its usual endpoint, with the own rights; the audit log names the assistant',
  input: z.object({
    proposalId: id,
    /** Values that the person changed. */
    input: values.default({}),
  }),
  output: proposal,
  errors: ['assistant.proposal_not_found', 'assistant.proposal_decided'],
  audit: 'assistant.proposal_accepted',
})

export const dismissProposal = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/proposal/:proposalId/dismiss',
  access,
  summary: 'Dismiss a proposal',
  input: z.object({ proposalId: id }),
  output: proposal,
  errors: ['assistant.proposal_not_found', 'assistant.proposal_decided'],
  audit: 'assistant.proposal_dismissed',
})
