import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'statement.not_found': 404,
} as const satisfies Errors

/** Statements belong to reports: who views these views them. */
export const permissions = {} as const satisfies Permissions

export const events = {} as const satisfies Events
