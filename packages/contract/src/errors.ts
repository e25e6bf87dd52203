/**
 * Every error that the API can give, and its HTTP status. The code is what the body's `code` holds: the
 * numbers are those that the specification fixes, all others are names. The text stands in
 * packages/phrases (`errors.<code>`), which cannot lack one.
 */
export const errorStatus = {
  '40001': 401,
  '40005': 401,
  A0230: 401,
  '40002': 403,
  '40027': 403,
  '40031': 403,
  '40032': 403,
  '50001': 200,
  '50002': 200,
  '41033': 422,
  '10010': 200,
  'system.error': 500,
  'system.unavailable': 503,
  'request.invalid': 400,
  'request.too_large': 413,
  'request.too_many': 429,
  'route.not_found': 404,
  'permission.denied': 403,
  'company.not_found': 404,
  'company.code_taken': 409,
  'company.parent_cannot_hold': 409,
  'company.read_only': 409,
  'acting.consent_needed': 403,
  'acting.outside_hours': 403,
  'acting.never': 403,
  'acting.ended': 403,
  'member.name_taken': 409,
  'sign_in.wrong': 401,
  'sign_in.wait': 429,
  'sign_in.password_too_common': 400,
  'sign_in.image_code_needed': 403,
  'sign_in.image_code_wrong': 400,
  'sign_in.second_factor': 401,
  'sign_in.second_factor_wrong': 400,
  'sign_in.complete_account': 403,
  'code.wrong': 400,
  'code.too_soon': 429,
  'code.channel_unavailable': 409,
  'ticket.invalid': 410,
  'account.password_wrong': 400,
  'account.password_same': 400,
  'account.phone_taken': 409,
  'account.email_taken': 409,
  'account.totp_on': 409,
  'account.totp_off': 409,
  'session.not_found': 404,
  'registration.closed': 409,
  'registration.not_found': 404,
  'registration.decided': 409,
  'invitation.not_found': 404,
  'invitation.already_member': 409,
  'invitation.already_open': 409,
  'file.empty': 400,
  'file.too_large': 413,
  'image.type': 400,
  'image.too_large': 413,
  'image.dimensions': 400,
  'device.not_found': 404,
  'device.move_not_allowed': 409,
  'device.not_reachable': 409,
  'gateway.claim_refused': 409,
  'pre_registration.not_found': 404,
  'command.not_found': 404,
  'command.not_cancellable': 409,
  'exchange.not_found': 404,
  'tag.limit': 409,
  'import.not_csv': 400,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** What `body.code` holds for an error: the specification's numbers are sent as numbers. */
export function wireCode(code: ErrorCode): number | string {
  return /^\d+$/.test(code) ? Number(code) : code
}

/** Errors that any endpoint can give, whatever it declares. */
export const commonErrors = [
  'system.error',
  'system.unavailable',
  'request.invalid',
  'request.too_large',
  'request.too_many',
] as const satisfies readonly ErrorCode[]

/** Errors that any endpoint behind a session can give. */
export const sessionErrors = [
  '40001',
  '40002',
  '40005',
  'A0230',
  '40027',
  '40031',
  '40032',
  'permission.denied',
  'company.read_only',
  'acting.consent_needed',
  'acting.outside_hours',
  'acting.never',
  'acting.ended',
] as const satisfies readonly ErrorCode[]

/** One refused item of a batch or an import: `ip` is an address, or a row number where there is none. */
export interface FailedItem {
  ip: string
  reason: string
}

/** One wrong field of a request. `message` is in the caller's language. */
export interface FieldError {
  field: string
  message: string
}
