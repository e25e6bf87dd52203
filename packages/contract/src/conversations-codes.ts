import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  /** No service, no consent of the company, or no budget. */
  'assistant.not_ready': 409,
  'assistant.conversation_not_found': 404,
  'assistant.message_not_found': 404,
  'assistant.still_answering': 409,
  'assistant.proposal_not_found': 404,
  'assistant.proposal_decided': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_ASSISTANT: {
    roles: ['engineer', 'management_layer', 'execution_layer'],
    peopleOnly: true,
  },
} as const satisfies Permissions

export const events = {} as const satisfies Events
