import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  /** It ends before it begins, or is longer than 400 days. */
  'chart.period_wrong': 422,
  /** Of a page as PDF: it has more than a document holds. */
  'chart.too_long': 422,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_MANAGE_OPERATIONS_CENTER: { roles: ['engineer', 'management_layer'] },
  DMS_SERVER_CENTER_GLOBAL_OPERATIONS: { roles: ['management_layer'] },
  DMS_SERVER_CENTER_HEALTH_MONITOR: { roles: ['management_layer'] },
  DMS_SERVER_CENTER_RESOURCE_DISTRIBUTION: { roles: ['management_layer'] },
  DMS_SERVER_CENTER_PERSONAL_PERFORMANCE: { roles: ['engineer', 'management_layer'] },
} as const satisfies Permissions

export const events = {} as const satisfies Events
