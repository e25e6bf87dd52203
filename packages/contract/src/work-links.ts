import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { reportUrgencies } from './field-work-values.ts'
import { imageCode, instant, name, opaque, phone, sentCode } from './schemas.ts'
import { orderStates } from './states/work-order.ts'
import { orderCategories } from './work-order-values.ts'

/** Work orders by people without an account: the ticket of a link or a sticker is all that they have. */
const ticket = opaque
const imageCodeFields = { captchaId: opaque.optional(), captchaCode: imageCode.optional() }

export const openSticker = endpoint({
  method: 'POST',
  path: '/api/v1/work/outside/sticker/open',
  access: 'public',
  reads: true,
  summary: 'What a QR sticker is on, and open work orders there, without anything about people',
  input: z.object({ ticket }),
  output: z.object({
    companyName: z.string(),
    outletName: z.string(),
    /** Of a device; empty: the site. */
    subjectName: z.string(),
    /** The phone is proved by a code; else digits in a picture are read. */
    needsCode: z.boolean(),
    /** Possible duplicates, newest first, at most 10. */
    open: z.array(
      z.object({ category: z.enum(orderCategories), state: z.enum(orderStates), createdAt: instant }),
    ),
  }),
  errors: ['ticket.invalid'],
})

export const sendReportCode = endpoint({
  method: 'POST',
  path: '/api/v1/work/outside/code',
  access: 'public',
  summary: 'Send six digits to the phone of a person who reports a fault by a sticker',
  input: z.object({ ticket, phone, ...imageCodeFields }),
  output: z.object({
    codeId: z.string(),
    expiresInSeconds: z.number().int(),
    resendInSeconds: z.number().int(),
  }),
  errors: [
    'ticket.invalid',
    'code.too_soon',
    'code.channel_unavailable',
    'sign_in.wait',
    'sign_in.image_code_needed',
    'sign_in.image_code_wrong',
  ],
})

export const reportFault = endpoint({
  method: 'POST',
  path: '/api/v1/work/outside/report',
  access: 'public',
  summary: 'Report a fault by a sticker: a work order, and a ticket that shows its progress',
  input: z.object({
    ticket,
    category: z.enum(orderCategories),
    urgency: z.enum(reportUrgencies).default('medium'),
    description: z.string().trim().min(1).max(2000),
    contactName: name,
    phone,
    codeId: opaque.optional(),
    code: sentCode.optional(),
    ...imageCodeFields,
  }),
  output: z.object({ ticket: z.string(), number: z.number().int() }),
  errors: [
    'ticket.invalid',
    'code.wrong',
    'sign_in.wait',
    'sign_in.image_code_needed',
    'sign_in.image_code_wrong',
    'work_report.too_many',
  ],
})

export const openWorkLink = endpoint({
  method: 'POST',
  path: '/api/v1/work/outside/link/open',
  access: 'public',
  reads: true,
  summary: 'Progress of a work order, for the person who reported it or is asked to rate it',
  input: z.object({ ticket }),
  output: z.object({
    companyName: z.string(),
    number: z.number().int(),
    outletName: z.string(),
    category: z.enum(orderCategories),
    state: z.enum(orderStates),
    createdAt: instant,
    /** The appointment. */
    visitStartsAt: instant.nullable(),
    visitEndsAt: instant.nullable(),
    resolvedAt: instant.nullable(),
    score: z.number().int().nullable(),
    /** It is resolved or closed, and not rated. */
    mayRate: z.boolean(),
  }),
  errors: ['ticket.invalid'],
})

export const rateOrder = endpoint({
  method: 'POST',
  path: '/api/v1/work/outside/link/rate',
  access: 'public',
  summary: 'Rate a work order that is resolved or closed, once',
  input: z.object({
    ticket,
    score: z.number().int().min(1).max(5),
    comment: z.string().trim().max(1000).default(''),
  }),
  output: z.object({ score: z.number().int() }),
  errors: ['ticket.invalid', 'sign_in.wait', 'work_order.rated', 'work_order.not_resolved'],
})
