import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'service_report.not_found': 404,
  /** The period has not ended, or begins elsewhere than a week, a month or a quarter does. */
  'service_report.period': 422,
  'service_report.exists': 409,
  /** It is issued: it never changes again. */
  'service_report.issued': 409,
  /** Somebody changed it meanwhile. */
  'service_report.changed': 409,
  'service_report.too_many_comments': 409,
  'report_schedule.not_found': 404,
  'report_schedule.too_many': 409,
  'report_schedule.exists': 409,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_REPORT: { roles: ['management_layer'], companyWide: true },
  DMS_SERVER_REPORT_EDIT: { roles: [], companyWide: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
