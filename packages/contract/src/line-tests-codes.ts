import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'line_test.not_found': 404,
  'line_test.batch_not_found': 404,
  'line_test.no_vantage': 409,
  'line_test.no_probe': 409,
  'line_test.probe_offline': 409,
  'line_test.no_address': 409,
  'line_test.no_gateway': 409,
  'line_test.kind_not_possible': 422,
  /** From outside only the line itself is tested. */
  'line_test.not_the_line': 422,
  'line_test.under_way': 409,
  'line_test.over': 409,
  'line_test.no_lines': 422,
  'line_test.too_many_lines': 422,
  'line_test.too_many': 429,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_LINE_TEST: { roles: ['engineer', 'execution_layer'] },
} as const satisfies Permissions

export const events = {} as const satisfies Events
