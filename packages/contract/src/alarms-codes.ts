import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'alarm.not_found': 404,
  /** It is cleared already. */
  'alarm.cleared': 409,
  'alarm.assignee_not_found': 404,
  'alarm.rule_not_found': 404,
  'alarm.rule_name_taken': 409,
  'alarm.too_many_rules': 409,
  /** Sites are of one company. */
  'alarm.rule_of_sites': 409,
  'alarm.rule_of_fact': 422,
  /** It comes from above: it can be disabled. */
  'alarm.rule_from_above': 409,
  'alarm.maintenance_not_found': 404,
  /** It is over, or needs no approval. */
  'alarm.maintenance_over': 409,
  'alarm.maintenance_approved': 409,
  /** An occurrence begins before the one before it ends. */
  'alarm.maintenance_overlaps': 409,
  'alarm.too_many_windows': 409,
  /** Decided by the customer's own people. */
  'alarm.maintenance_not_yours': 403,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_ALARM: { roles: ['engineer', 'management_layer', 'execution_layer', 'user_layer'] },
  DMS_SERVER_ALARM_EDIT: { roles: ['engineer', 'execution_layer'] },
  DMS_SERVER_ALARM_RULE: { roles: ['engineer'], companyWide: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
