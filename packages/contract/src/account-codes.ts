import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'sign_in.wrong': 401,
  'sign_in.wait': 429,
  'sign_in.password_too_common': 400,
  'sign_in.password_policy': 400,
  'sign_in.image_code_needed': 403,
  'sign_in.image_code_wrong': 400,
  'sign_in.second_factor': 401,
  'sign_in.second_factor_wrong': 400,
  'sign_in.complete_account': 403,
  'sign_in.documents': 403,
  'document.not_found': 404,
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
  'account.totp_expired': 409,
  'session.not_found': 404,
  'registration.closed': 409,
  'registration.documents': 409,
  'registration.not_found': 404,
  'registration.decided': 409,
  'invitation.not_found': 404,
  'invitation.already_member': 409,
  'invitation.already_open': 409,
  'invitation.no_address': 409,
} as const satisfies Errors

export const permissions = {} as const satisfies Permissions

export const events = {
  'account.completed': 'done',
  'invitation.accepted': 'done',
  'password.reset': 'done',
  'registration.received': 'done',
  'session.opened': 'done',
  'sign_in.failed': 'failed',
} as const satisfies Events
