import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { importErrors, importPreview } from './imports.ts'
import { roleRef } from './roles.ts'
import {
  contact,
  done,
  id,
  instant,
  name,
  oneContact,
  opaque,
  pageInput,
  pageOf,
  userName,
} from './schemas.ts'
import { signedIn } from './sign-in.ts'

export const invite = endpoint({
  method: 'POST',
  path: '/api/v1/auth/invitation',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE',
  summary: 'Invite somebody into the company acted in, by a link to a phone or mail address',
  input: z
    .object({ displayName: name, role: roleRef, departmentId: id.optional(), ...contact })
    .superRefine(oneContact),
  output: z.object({ invitationId: id }),
  errors: [
    'invitation.already_member',
    'invitation.already_open',
    'code.channel_unavailable',
    'permission.denied',
    'role.not_found',
    'department.not_found',
  ],
  audit: 'invitation.sent',
})

export const inviteByLink = endpoint({
  method: 'POST',
  path: '/api/v1/auth/invitation/link',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE',
  summary: 'Invite somebody by a one-time link that the caller hands over; it proves no address',
  input: z.object({ displayName: name, role: roleRef, departmentId: id.optional() }),
  /** The link is answered once: only its hash is stored. */
  output: z.object({ invitationId: id, link: z.string() }),
  errors: ['permission.denied', 'role.not_found', 'department.not_found'],
  audit: 'invitation.link_created',
})

export const inviteAdministratorByLink = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/:companyId/administrator/link',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_EDIT',
  summary: 'Invite somebody to administer a tenant, by a one-time link that the caller hands over',
  input: z.object({ companyId: id, displayName: name }),
  output: z.object({ invitationId: id, link: z.string() }),
  errors: ['company.not_found', 'acting.only_at_home'],
  audit: 'company.administrator_invited',
})

export const createAdministrator = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/:companyId/administrator/account',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_EDIT',
  summary: 'Create an administrator of a tenant with a generated first password',
  input: z.object({ companyId: id, displayName: name, userName }),
  /** The password is answered once, and replaced at the first sign-in. */
  output: z.object({ memberId: id, signInName: z.string(), password: z.string() }),
  errors: ['company.not_found', 'acting.only_at_home', 'member.name_taken', 'licence.exceeded'],
  audit: 'company.administrator_created',
})

export const importInvitations = endpoint({
  method: 'POST',
  path: '/api/v1/auth/invitation/import',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE',
  summary: 'Invite everybody whom a CSV names (name, phone or email, roles, department), or nobody',
  inputKind: 'multipart',
  input: z.object({}),
  output: z.object({ invited: z.number().int() }),
  errors: importErrors,
  audit: 'invitation.imported',
})

export const previewInvitations = endpoint({
  method: 'POST',
  path: '/api/v1/auth/invitation/import/preview',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE',
  summary: 'Whom an import would invite, and which rows it would refuse',
  inputKind: 'multipart',
  input: z.object({}),
  output: importPreview,
  errors: importErrors,
})

export const pageInvitations = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/invitation/lists',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE',
  summary: 'Invitations of the company acted in, newest first',
  input: pageInput.extend({ state: z.enum(['open', 'accepted', 'expired', 'revoked']).optional() }),
  output: pageOf(
    z.object({
      id,
      displayName: z.string(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      /** Keys of built-in roles, names of the company's own. */
      roles: z.array(z.string()),
      state: z.enum(['open', 'accepted', 'expired', 'revoked']),
      invitedBy: z.string(),
      createdAt: instant,
      expiresAt: instant,
    }),
  ),
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/auth/invitation/:invitationId/resend',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE',
  summary: 'Send an open or expired invitation anew; the earlier link ends',
  input: z.object({ invitationId: id }),
  output: done,
  errors: ['invitation.not_found', 'invitation.no_address', 'code.too_soon', 'code.channel_unavailable'],
  audit: 'invitation.sent',
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/invitation/:invitationId',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE',
  summary: 'Revoke an open invitation',
  input: z.object({ invitationId: id }),
  output: done,
  errors: ['invitation.not_found'],
  audit: 'invitation.revoked',
})

export const invitationOf = endpoint({
  method: 'POST',
  path: '/api/v1/auth/invitation/open',
  access: 'public',
  summary: 'What an invitation is for; its ticket came with the link',
  input: z.object({ ticket: opaque }),
  output: z.object({
    companyName: z.string(),
    companyPrefix: z.string().nullable(),
    displayName: z.string(),
    invitedBy: z.string(),
    /** The address belongs to an existing account: its password accepts the invitation. */
    hasAccount: z.boolean(),
  }),
  errors: ['ticket.invalid', 'sign_in.wait'],
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/auth/invitation/accept',
  access: 'public',
  summary: 'Become a member: with a new account, or with the password of the one that has the address',
  inputKind: 'query-or-form',
  answer: 'token',
  input: z.object({
    ticket: opaque,
    /** The new account's password, or that of the existing one. */
    password: z.string().min(1).max(200),
    userName: userName.optional(),
    displayName: name.optional(),
  }),
  output: signedIn,
  errors: [
    'ticket.invalid',
    'sign_in.wrong',
    'sign_in.wait',
    'sign_in.second_factor',
    'sign_in.complete_account',
    'sign_in.documents',
    'sign_in.password_too_common',
    'sign_in.password_policy',
    'member.name_taken',
    'invitation.already_member',
    'licence.exceeded',
    '40027',
    '40031',
    '40032',
  ],
})
