import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'gateway.claim_refused': 409,
  'gateway.claim_not_asked': 404,
  'pre_registration.limit': 409,
  'pre_registration.not_found': 404,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_DEVICE_CLAIM: { roles: ['engineer'] },
  DMS_SERVER_DEVICE_PRE_REGISTER: { roles: ['engineer'] },
  DMS_SERVER_DEVICE_ENROLMENT: { roles: [], companyWide: true },
  DMS_SERVER_DEVICE_CLAIM_APPROVE: { roles: [], companies: 'above', companyWide: true },
  DMS_SERVER_DEVICE_POOL_VIEW: { roles: [], companies: 'platform', companyWide: true },
} as const satisfies Permissions

export const events = {
  'enrolment.limit_reached': 'refused',
  'gateway.certificate_mismatch': 'refused',
  'gateway.certificate_refused': 'refused',
  'gateway.claim_refused': 'refused',
  'gateway.enrolled': 'done',
} as const satisfies Events
