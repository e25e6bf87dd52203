import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  /** Done tasks are asked for within 30 days. */
  'task.range_too_wide': 422,
  /** `most`: how many things one person can follow. */
  'workbench.too_many_stars': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_MANAGE_WORKBENCH: { roles: ['engineer', 'management_layer', 'execution_layer', 'user_layer'] },
} as const satisfies Permissions

export const events = {} as const satisfies Events
