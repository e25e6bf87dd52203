import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, imageCode, instant, opaque, pageInput, pageOf } from './schemas.ts'
import { signedIn, signInWay } from './sign-in.ts'
import { accountPages, callActs, callOutcomes, signOnKinds } from './sign-on-values.ts'

const access = 'DMS_SERVER_SYSTEM_THIRD_MANAGER'
const publicId = z
  .string()
  .regex(/^[a-f0-9]{32}$/)
  .meta({ examples: ['0123456789abcdef0123456789abcdef'] })

const afterProof = [
  'sign_in.second_factor',
  'sign_in.complete_account',
  'sign_in.documents',
  '40027',
  '40031',
  '40032',
] as const

export const redeemSignOn = endpoint({
  method: 'POST',
  path: '/api/v1/auth/sso/redeem',
  access: 'public',
  summary:
    'Change the ticket of a sign-in elsewhere, 60 seconds old at most, into a session; the cookie of its start belongs to it',
  answer: 'token',
  input: z.object({ ticket: opaque }),
  output: signedIn,
  errors: ['ticket.invalid', 'sign_on.ended', ...afterProof],
})

export const signInWays = endpoint({
  method: 'GET',
  path: '/api/v1/auth/login/ways',
  access: 'public',
  summary: 'Channels that people of a company sign in through, by the code of the company',
  input: z.object({ companyCode: z.string().trim().min(1).max(63) }),
  output: z.array(signInWay),
  errors: ['request.too_many'],
})

export const signInByDirectory = endpoint({
  method: 'POST',
  path: '/api/v1/auth/sso/:publicId/password',
  access: 'public',
  summary: 'Sign in with the name and password of a directory (LDAP)',
  inputKind: 'form',
  answer: 'token',
  input: z.object({
    publicId,
    username: z.string().trim().min(1, 'validation.userNameEmpty').max(200),
    password: z.string().min(1, 'validation.passwordEmpty').max(200),
    captchaId: opaque.optional(),
    captchaCode: imageCode.optional(),
  }),
  output: signedIn,
  errors: [
    'sign_in.wrong',
    'sign_in.wait',
    'sign_in.image_code_needed',
    'sign_in.image_code_wrong',
    'sign_on.unavailable',
    'sign_on.not_linked',
    'sign_on.domain',
    'sign_on.quota',
    'sign_on.ended',
    ...afterProof,
  ],
})

const ownWay = z.object({
  channelId: id,
  kind: z.literal(signOnKinds),
  name: z.string(),
  /** Null: not linked. */
  linkedAs: z.string().nullable(),
  linkedAt: instant.nullable(),
  /** Only by signing in at the service: a directory without a page cannot be linked here. */
  mayLink: z.boolean(),
})

export const ownSignOns = endpoint({
  method: 'GET',
  path: '/api/v1/auth/account/sign-on',
  access: 'own',
  summary: 'Channels of the own company, and whether the own account is linked',
  input: z.object({}),
  output: z.array(ownWay),
})

/** The current password: the screen may have been left open. */
const password = z
  .string()
  .max(200)
  .refine((value) => value !== '', 'validation.originalPasswordEmpty')

export const linkOwnAccount = endpoint({
  method: 'POST',
  path: '/api/v1/auth/account/sign-on/:channelId',
  access: 'own',
  summary: 'With the password: begin to link the own account; the browser goes to the address of the answer',
  input: z.object({ channelId: id, password, back: z.enum(accountPages) }),
  output: z.object({ location: z.string() }),
  errors: ['account.password_wrong', 'sign_in.wait', 'integration.not_found', 'sign_on.unavailable'],
  audit: 'sign_on.link_asked',
})

export const unlinkOwnAccount = endpoint({
  method: 'POST',
  path: '/api/v1/auth/account/sign-on/:channelId/unlink',
  access: 'own',
  summary: 'With the password: remove the own link; sessions that it opened end',
  input: z.object({ channelId: id, password }),
  output: done,
  errors: ['account.password_wrong', 'sign_in.wait', 'integration.not_found'],
  audit: 'sign_on.unlinked',
})

const link = z.object({
  id,
  memberId: id,
  displayName: z.string(),
  userName: z.string().nullable(),
  subject: z.string(),
  shown: z.string(),
  linkedBy: z.enum(['self', 'administrator', 'channel']),
  linkedAt: instant,
  usedAt: instant.nullable(),
})

export const pageSignOnLinks = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/integration/:channelId/links/lists',
  access,
  summary: 'Members who are linked to a channel',
  input: pageInput.extend({
    channelId: id,
    search: z.string().trim().max(100).optional(),
    sort: z.enum(['linkedAt', '-linkedAt']).default('-linkedAt'),
  }),
  output: pageOf(link),
  errors: ['integration.not_found'],
})

export const addSignOnLink = endpoint({
  method: 'POST',
  path: '/api/v1/integration/:channelId/links',
  access,
  summary: 'Link a member to a subject of a channel: an administrator says who that is',
  input: z.object({ channelId: id, memberId: id, subject: z.string().trim().min(1).max(500) }),
  output: z.object({ id }),
  errors: [
    'integration.not_found',
    'sign_on.administrators_only',
    'sign_on.linked_elsewhere',
    'sign_on.linked_already',
    'member.not_found',
  ],
  audit: 'sign_on.linked',
})

export const removeSignOnLink = endpoint({
  method: 'DELETE',
  path: '/api/v1/integration/:channelId/links/:linkId',
  access,
  summary: 'Remove a link; sessions that it opened end',
  inputKind: 'query',
  input: z.object({ channelId: id, linkId: id }),
  output: done,
  errors: ['integration.not_found', 'sign_on.administrators_only', 'sign_on.link_not_found'],
  audit: 'sign_on.unlinked',
})

const call = z.object({
  id,
  at: instant,
  act: z.enum(callActs),
  outcome: z.enum(callOutcomes),
  reason: z.string().nullable(),
  detail: z.string(),
  subject: z.string(),
  milliseconds: z.number().int(),
})

export const pageIntegrationCalls = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/integration/:channelId/calls/lists',
  access,
  summary: 'What a channel did within 30 days: calls to its service without secrets',
  input: pageInput.extend({
    channelId: id,
    outcome: z.enum(callOutcomes).optional(),
    sort: z.enum(['at', '-at']).default('-at'),
  }),
  output: pageOf(call),
  errors: ['integration.not_found'],
})
