import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'discovery.job_not_found': 404,
  'discovery.find_not_found': 404,
  'discovery.rule_not_found': 404,
  'discovery.name_taken': 409,
  'discovery.rule_name_taken': 409,
  'discovery.move_not_allowed': 409,
  'discovery.too_many': 409,
  'discovery.conflict': 409,
  'discovery.is_device': 409,
  'discovery.nothing_to_scan': 422,
  'discovery.range_too_large': 422,
  'discovery.range_not_given': 422,
  'discovery.schedule_missing': 422,
  'discovery.part_unknown': 422,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {} as const satisfies Events
