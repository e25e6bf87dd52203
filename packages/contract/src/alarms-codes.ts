import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'alarm.not_found': 404,
  /** It is cleared already. */
  'alarm.cleared': 409,
  'alarm.assignee_not_found': 404,
  'alarm.rule_not_found': 404,
  'alarm.rule_name_taken': 409,
  'alarm.too_many_rules': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_ALARM: { roles: ['engineer', 'management_layer', 'execution_layer', 'user_layer'] },
  DMS_SERVER_ALARM_EDIT: { roles: ['engineer', 'execution_layer'] },
  DMS_SERVER_ALARM_RULE: { roles: ['engineer'], companyWide: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
