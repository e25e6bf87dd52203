import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  '10010': 200,
  '40001': 401,
  '40002': 403,
  '40005': 401,
  '40027': 403,
  '40031': 403,
  '40032': 403,
  '41033': 422,
  '50001': 200,
  '50002': 200,
  A0230: 401,
  'system.error': 500,
  'system.unavailable': 503,
  'request.invalid': 400,
  'request.too_large': 413,
  'request.too_many': 429,
  'route.not_found': 404,
  'permission.denied': 403,
  'file.empty': 400,
  'file.too_large': 413,
  'image.type': 400,
  'image.too_large': 413,
  'image.dimensions': 400,
  'import.not_csv': 400,
  'import.wrong_headings': 400,
  'import.too_many_rows': 400,
  'request.key_reused': 409,
  'request.in_progress': 409,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {
  'permission.denied': 'refused',
} as const satisfies Events
