import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'assistant.note_not_found': 404,
  'assistant.note_title_taken': 409,
  'assistant.too_many_notes': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_ASSISTANT_NOTE: { roles: ['engineer', 'management_layer'], companyWide: true, peopleOnly: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
