import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  contact,
  done,
  email,
  id,
  instant,
  name,
  newPassword,
  oneContact,
  opaque,
  phone,
  sentCode,
} from './schemas.ts'
import { timeZone } from './tenant-values.ts'
import { signedIn } from './sign-in.ts'

/** A person re-authenticates before the account changes. */
const currentPassword = z
  .string()
  .max(200)
  .refine((value) => value !== '', 'validation.originalPasswordEmpty')

const totpCode = z
  .string()
  .regex(/^\d{6}$/)
  .meta({ examples: ['123456'] })

// ─── First sign-in ───────────────────────────────────────────────────────────────────────────────────────────

export const accountToComplete = endpoint({
  method: 'POST',
  path: '/api/v1/auth/account/incomplete',
  access: 'public',
  summary: 'Whose account is to be completed; the ticket came with `sign_in.complete_account`',
  input: z.object({ ticket: opaque }),
  output: z.object({
    userName: z.string(),
    displayName: z.string(),
    companyName: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
  }),
  errors: ['ticket.invalid'],
})

export const completeAccount = endpoint({
  method: 'POST',
  path: '/api/v1/auth/account/complete',
  access: 'public',
  summary:
    'Complete an account at the first sign-in: own password, name, a phone or mail address proved by its code',
  inputKind: 'query-or-form',
  answer: 'token',
  input: z
    .object({
      ticket: opaque,
      displayName: name,
      newPassword,
      ...contact,
      codeId: opaque.optional(),
      code: sentCode.optional(),
    })
    .superRefine((given, context) => {
      if (given.phone === undefined && given.email === undefined) return
      oneContact(given, context)
      for (const field of ['codeId', 'code'] as const) {
        if (given[field] === undefined)
          context.addIssue({ code: 'custom', path: [field], message: 'validation.missing' })
      }
    }),
  output: signedIn,
  errors: [
    'ticket.invalid',
    'code.wrong',
    'account.password_same',
    'sign_in.password_too_common',
    'sign_in.password_policy',
    'account.phone_taken',
    'account.email_taken',
    'sign_in.documents',
    '40027',
    '40031',
    '40032',
  ],
})

// ─── Own account
// ─────────────────────────────────────────────────────────────────────────────────────────────

export const account = endpoint({
  method: 'GET',
  path: '/api/v1/auth/account',
  access: 'own',
  summary: 'The account of the person signed in',
  input: z.object({}),
  output: z.object({
    userCode: id,
    userName: z.string(),
    displayName: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    passwordChangedAt: instant.nullable(),
    totp: z.boolean(),
    recoveryCodesLeft: z.number().int(),
    /** Whether codes can be sent to a phone or a mail address. */
    phoneCodes: z.boolean(),
    mail: z.boolean(),
    companies: z.array(
      z.object({
        companyId: id,
        name: z.string(),
        roles: z.array(z.string()),
        department: z.string().nullable(),
      }),
    ),
  }),
})

export const editAccount = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/account',
  access: 'own',
  summary: 'Change the name that others see',
  input: z.object({ displayName: name }),
  output: done,
  audit: 'account.changed',
})

export const setPreferences = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/account/habits',
  access: 'own',
  summary: 'Choose a language and a time zone; what is left out stays',
  input: z.object({
    language: z.enum(['zh', 'en']).optional(),
    /** Empty: the browser's time zone. */
    timeZone: z.union([z.literal(''), timeZone]).optional(),
  }),
  output: done,
  audit: 'account.habits_chosen',
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/v1/auth/account/password',
  access: 'own',
  summary: 'Change the password; the other sessions end',
  input: z.object({ password: currentPassword, newPassword }),
  output: done,
  errors: [
    'account.password_wrong',
    'account.password_same',
    'sign_in.wait',
    'sign_in.password_too_common',
    'sign_in.password_policy',
  ],
  audit: 'account.password_changed',
})

/** Re-authenticates, then sends a code to the new address. */
export const requestContactCode = endpoint({
  method: 'POST',
  path: '/api/v1/auth/account/code',
  access: 'own',
  summary: 'With the password: send six digits to a new phone or mail address',
  input: z.object({ ...contact, password: currentPassword }).superRefine(oneContact),
  output: z.object({
    codeId: z.string(),
    expiresInSeconds: z.number().int(),
    resendInSeconds: z.number().int(),
  }),
  errors: ['account.password_wrong', 'sign_in.wait', 'code.too_soon', 'code.channel_unavailable'],
})

export const changePhone = endpoint({
  method: 'POST',
  path: '/api/v1/auth/account/phone',
  access: 'own',
  summary: 'Change the phone with the code sent to it; the old one is notified',
  input: z.object({ phone, codeId: opaque, code: sentCode }),
  output: done,
  errors: ['code.wrong', 'account.phone_taken'],
  audit: 'account.phone_changed',
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/v1/auth/account/email',
  access: 'own',
  summary: 'Change the mail address with the code sent to it; the old one is notified',
  input: z.object({ email, codeId: opaque, code: sentCode }),
  output: done,
  errors: ['code.wrong', 'account.email_taken'],
  audit: 'account.email_changed',
})

export const ownSessions = endpoint({
  method: 'GET',
  path: '/api/v1/auth/account/sessions',
  access: 'own',
  summary: 'Where the person is signed in',
  input: z.object({}),
  output: z.array(
    z.object({
      id,
      current: z.boolean(),
      companyName: z.string(),
      remoteAddress: z.string().nullable(),
      userAgent: z.string(),
      createdAt: instant,
      lastSeenAt: instant,
      expiresAt: instant,
    }),
  ),
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/account/sessions/:sessionId',
  access: 'own',
  summary: "End one of one's own sessions",
  input: z.object({ sessionId: id }),
  output: done,
  errors: ['session.not_found'],
  audit: 'session.ended',
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/v1/auth/account/sessions/end-others',
  access: 'own',
  summary: "End all of one's sessions but this one",
  input: z.object({}),
  output: z.object({ ended: z.number().int() }),
  audit: 'session.ended',
})

// ─── Second factor (RFC 6238) ────────────────────────────────────────────────────────────────────────────────

export const beginTotp = endpoint({
  method: 'POST',
  path: '/api/v1/auth/account/totp/begin',
  access: 'own',
  summary: 'With the password: a secret for an authenticator; it counts once a code of it was confirmed',
  input: z.object({ password: currentPassword }),
  output: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['account.password_wrong', 'sign_in.wait', 'account.totp_on'],
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/v1/auth/account/totp/confirm',
  access: 'own',
  summary: 'Turn the second factor on; answers the recovery codes, once',
  input: z.object({ code: totpCode }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: [
    'sign_in.second_factor_wrong',
    'sign_in.wait',
    'account.totp_on',
    'account.totp_off',
    'account.totp_expired',
  ],
  audit: 'account.totp_on',
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/v1/auth/account/totp/recovery-codes',
  access: 'own',
  summary: 'New recovery codes; the earlier ones end',
  input: z.object({ password: currentPassword, code: totpCode }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['account.password_wrong', 'sign_in.second_factor_wrong', 'sign_in.wait', 'account.totp_off'],
  audit: 'account.recovery_codes_renewed',
})

export const endTotp = endpoint({
  method: 'POST',
  path: '/api/v1/auth/account/totp/end',
  access: 'own',
  summary: 'Turn the second factor off, with the password and a code',
  input: z.object({ password: currentPassword, code: z.string().trim().min(6).max(20) }),
  output: done,
  errors: ['account.password_wrong', 'sign_in.second_factor_wrong', 'sign_in.wait', 'account.totp_off'],
  audit: 'account.totp_off',
})
