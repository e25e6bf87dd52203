import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  contact,
  done,
  id,
  instant,
  name,
  newPassword,
  oneContact,
  opaque,
  pageInput,
  pageOf,
  sentCode,
} from './schemas.ts'
import { acceptedDocuments } from './sign-in.ts'

export const register = endpoint({
  method: 'POST',
  path: '/api/v1/auth/registration',
  access: 'public',
  summary: 'A company applies for a trial of 15 days; the code proves the phone or mail address',
  input: z
    .object({
      companyName: name,
      contactName: name,
      ...contact,
      codeId: opaque,
      code: sentCode,
      password: newPassword,
      prefix: z.string().max(63).optional(),
      /** Of the documents that apply, where the platform has published any. */
      accepted: acceptedDocuments.default({}),
    })
    .superRefine(oneContact),
  output: z.object({
    /** `awaiting_approval`: the operator decides, and the answer is sent to the phone or mail address. */
    state: z.enum(['active', 'awaiting_approval']),
    companyCode: z.string().nullable(),
  }),
  errors: [
    'registration.closed',
    'registration.documents',
    'code.wrong',
    'sign_in.wait',
    'sign_in.password_too_common',
    'sign_in.password_policy',
    'account.phone_taken',
    'account.email_taken',
  ],
})

const registration = z.object({
  id,
  companyName: z.string(),
  contactName: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  state: z.enum(['waiting', 'approved', 'refused']),
  /** Its future parent company. */
  parentName: z.string(),
  createdAt: instant,
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
})

export const pageRegistrations = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/registration/lists',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_REGISTRATION',
  summary: 'Applications for a trial, newest first',
  input: pageInput.extend({
    state: z.enum(['waiting', 'approved', 'refused']).optional(),
    search: z.string().trim().max(100).optional(),
    /** This one only. */
    registrationId: id.optional(),
  }),
  output: pageOf(registration),
})

export const approveRegistration = endpoint({
  method: 'POST',
  path: '/api/v1/auth/registration/:registrationId/approve',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_REGISTRATION',
  summary: 'Create the company on trial and its administrator, and tell the applicant',
  input: z.object({ registrationId: id }),
  output: z.object({ companyId: id, companyCode: z.string() }),
  errors: ['registration.not_found', 'registration.decided', 'account.phone_taken', 'account.email_taken'],
  audit: 'registration.approved',
})

export const refuseRegistration = endpoint({
  method: 'POST',
  path: '/api/v1/auth/registration/:registrationId/refuse',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_REGISTRATION',
  summary: 'Refuse an application; the applicant is sent the reason',
  input: z.object({ registrationId: id, reason: z.string().trim().min(1).max(500) }),
  output: done,
  errors: ['registration.not_found', 'registration.decided'],
  audit: 'registration.refused',
})
