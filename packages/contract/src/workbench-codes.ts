import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  /** Done tasks are asked for within 30 days. */
  'task.range_too_wide': 422,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_MANAGE_WORKBENCH: { roles: ['engineer', 'management_layer', 'execution_layer', 'user_layer'] },
  DMS_SERVER_MANAGE_OPERATIONS_CENTER: { roles: ['management_layer'], future: true },
  DMS_SERVER_CENTER_GLOBAL_OPERATIONS: { roles: ['management_layer'], future: true },
  DMS_SERVER_CENTER_HEALTH_MONITOR: { roles: ['management_layer'], future: true },
  DMS_SERVER_CENTER_RESOURCE_DISTRIBUTION: { roles: ['management_layer'], future: true },
  DMS_SERVER_CENTER_PERSONAL_PERFORMANCE: { roles: ['management_layer'], future: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
