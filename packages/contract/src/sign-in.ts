import { z } from 'zod'
import { documentKinds } from './document-values.ts'
import { endpoint } from './endpoint.ts'
import { passwordPolicy } from './settings.ts'
import { languages } from './setting-values.ts'
import { signOnKinds } from './sign-on-values.ts'
import { done, email, imageCode, instant, newPassword, opaque, phone, sentCode } from './schemas.ts'

/** The four digits of a picture, asked for after failures. */
const imageCodeFields = { captchaId: opaque.optional(), captchaCode: imageCode.optional() }

/** The company path prefix that the browser is under; empty at the root. */
const prefix = z.string().max(63).optional()

/** What a complete sign-in answers, at the top level of the body. */
export const signedIn = z.object({
  tokenType: z.literal('Bearer'),
  accessToken: z.string(),
  expiresAt: instant,
})

/**
 * By `username` and `password`, or by `phone` and the code that was sent to it. An error may hold what comes next:
 * - `sign_in.image_code_needed`: ask for an image code and send it along;
 * - `sign_in.second_factor`: `data.ticket` for the second step;
 * - `sign_in.complete_account`: `data.ticket` for /completeAccount;
 * - `sign_in.documents`: `data.ticket` for accepting `data.documents`, each with its version.
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/api/v1/auth/login',
  access: 'public',
  summary:
    'Sign in with a name, phone or mail address and a password, or with a phone and the code sent to it',
  inputKind: 'query-or-form',
  answer: 'token',
  input: z
    .object({
      /** A verified phone or mail, a name under the company prefix, or `name@companycode`. */
      username: z.string().min(1).max(200).optional(),
      password: z.string().min(1).max(200).optional(),
      phone: phone.optional(),
      /** Of the request that sent the code. */
      codeId: opaque.optional(),
      code: sentCode.optional(),
      prefix,
      ...imageCodeFields,
    })
    .superRefine((given, context) => {
      const needed =
        given.phone === undefined ? (['username', 'password'] as const) : (['codeId', 'code'] as const)
      const empty = {
        username: 'userNameEmpty',
        password: 'passwordEmpty',
        codeId: 'smsCode',
        code: 'smsCode',
      }
      for (const field of needed) {
        if (given[field] === undefined)
          context.addIssue({ code: 'custom', path: [field], message: `validation.${empty[field]}` })
      }
    }),
  output: signedIn,
  errors: [
    'sign_in.wrong',
    'sign_in.wait',
    'sign_in.image_code_needed',
    'sign_in.image_code_wrong',
    'sign_in.second_factor',
    'sign_in.complete_account',
    'sign_in.documents',
    'sign_in.outside_only',
    'code.wrong',
    '40027',
    '40031',
    '40032',
  ],
})

export const secondFactor = endpoint({
  method: 'POST',
  path: '/api/v1/auth/login/second-factor',
  access: 'public',
  summary: 'The second step of a sign-in: a TOTP code (RFC 6238) or a recovery code',
  inputKind: 'query-or-form',
  answer: 'token',
  input: z.object({ ticket: opaque, code: z.string().trim().min(6).max(20) }),
  output: signedIn,
  errors: [
    'sign_in.second_factor_wrong',
    'sign_in.wait',
    'sign_in.complete_account',
    'sign_in.documents',
    'ticket.invalid',
    '40027',
    '40031',
    '40032',
  ],
})

/** Versions of documents, by kind. */
export const acceptedDocuments = z.object({
  terms: z.number().int().positive().optional(),
  privacy: z.number().int().positive().optional(),
})

export const acceptDocuments = endpoint({
  method: 'POST',
  path: '/api/v1/auth/login/documents',
  access: 'public',
  summary: 'Accept the documents that a sign-in asked for; a newer version is asked for again',
  answer: 'token',
  input: z.object({ ticket: opaque, accepted: acceptedDocuments }),
  output: signedIn,
  errors: [
    'sign_in.documents',
    'sign_in.second_factor',
    'sign_in.complete_account',
    'ticket.invalid',
    '40027',
    '40031',
    '40032',
  ],
})

export const readDocument = endpoint({
  method: 'GET',
  path: '/api/v1/auth/login/document',
  access: 'public',
  summary: 'A document of the platform: a text or an https address in each language',
  input: z.object({ kind: z.enum(documentKinds) }),
  output: z.object({ version: z.number().int(), zh: z.string(), en: z.string() }),
  errors: ['document.not_found'],
})

export const imageCodePicture = endpoint({
  method: 'POST',
  path: '/api/v1/auth/image-code',
  access: 'public',
  summary: 'A picture of four digits, good for one use within five minutes',
  input: z.object({}),
  output: z.object({
    captchaId: z.string(),
    /** A data URL of a PNG. */
    picture: z.string(),
    expiresInSeconds: z.number().int(),
  }),
})

/** Purpose of a code that is sent to a phone or a mail address: it is valid for this purpose only. */
export const publicCodePurposes = ['sign_in', 'reset_password', 'registration', 'complete_account'] as const

/** Gives the same answer, after the same time, whether or not the address is known. */
export const requestCode = endpoint({
  method: 'POST',
  path: '/api/v1/auth/code',
  access: 'public',
  summary: 'Send six digits to a phone or a mail address, good for five minutes and one use',
  input: z
    .object({
      purpose: z.enum(publicCodePurposes),
      phone: phone.optional(),
      email: email.optional(),
      /** From `sign_in.complete_account`, for that purpose. */
      ticket: opaque.optional(),
      prefix,
      ...imageCodeFields,
    })
    .superRefine((given, context) => {
      if ((given.phone === undefined) === (given.email === undefined))
        context.addIssue({ code: 'custom', path: ['phone'], message: 'validation.phoneOrEmail' })
    }),
  output: z.object({
    codeId: z.string(),
    expiresInSeconds: z.number().int(),
    /** Until another one may be requested. */
    resendInSeconds: z.number().int(),
  }),
  errors: [
    'sign_in.image_code_needed',
    'sign_in.image_code_wrong',
    'code.too_soon',
    'code.channel_unavailable',
    'ticket.invalid',
    'registration.closed',
  ],
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/v1/auth/password/forgot',
  access: 'public',
  summary:
    'Mail a link that sets a new password, if somebody has this verified address; the answer never tells',
  input: z.object({ email, prefix, ...imageCodeFields }),
  output: z.object({ resendInSeconds: z.number().int() }),
  errors: [
    'sign_in.image_code_needed',
    'sign_in.image_code_wrong',
    'code.too_soon',
    'code.channel_unavailable',
  ],
})

/** With the ticket of a mailed link, or with the code sent to a phone. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/v1/auth/password/reset',
  access: 'public',
  summary: 'Set a new password with a mailed ticket or a sent code; ends all sessions of the person',
  input: z
    .object({
      ticket: opaque.optional(),
      phone: phone.optional(),
      codeId: opaque.optional(),
      code: sentCode.optional(),
      newPassword,
    })
    .superRefine((given, context) => {
      if (given.ticket !== undefined) return
      for (const field of ['phone', 'codeId', 'code'] as const) {
        if (given[field] === undefined)
          context.addIssue({ code: 'custom', path: [field], message: 'validation.missing' })
      }
    }),
  output: done,
  errors: [
    'ticket.invalid',
    'code.wrong',
    'sign_in.wait',
    'sign_in.password_too_common',
    'sign_in.password_policy',
  ],
})

/** A channel that people sign in through. */
export const signInWay = z.object({
  kind: z.literal(signOnKinds),
  name: z.string(),
  /** Opened by the browser; of a directory (LDAP), which takes a name and a password here, null. */
  startUrl: z.string().nullable(),
  publicId: z.string(),
})

/** Facts for the sign-in page before sign-in. */
export const signInPage = endpoint({
  method: 'GET',
  path: '/api/v1/auth/login/page',
  access: 'public',
  summary: 'Branding by prefix and the ways to sign in that this installation offers',
  input: z.object({
    prefix: z.string().max(63).default(''),
    /** The browser's host name: without a prefix it may be a company's own. */
    host: z.string().max(253).default(''),
  }),
  output: z.object({
    /** Null at the root and under an unknown prefix. */
    company: z.object({ name: z.string(), logoUrl: z.string().nullable() }).nullable(),
    /**
     * The prefix of the company with this host name; empty where a prefix was given, or the host name is
     * unknown.
     */
    hostPrefix: z.string(),
    /** Whether codes and links can be sent at all. */
    phoneCodes: z.boolean(),
    mail: z.boolean(),
    registration: z.enum(['closed', 'open', 'approval']),
    /** Shown without a company. */
    platformName: z.string(),
    /** Default language: the company's, or the platform's. */
    defaultLanguage: z.enum(languages),
    password: passwordPolicy,
    /** Ways in of the company with this prefix, beside its passwords. */
    ways: z.array(signInWay),
    /** Documents of the platform that apply. */
    documents: z.array(z.object({ kind: z.enum(documentKinds), version: z.number().int() })),
    icpNumber: z.string(),
  }),
})
