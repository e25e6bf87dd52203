import { z } from 'zod'
import {
  emailOf,
  emailProblem,
  imageCodeProblem,
  passwordProblem,
  phoneOf,
  phoneProblem,
  smsCodeProblem,
} from './field-rules.ts'

/** A bigint id as a string: JSON numbers lose digits beyond 2^53. 18 digits always fit a bigint. */
export const id = z.string().regex(/^[1-9][0-9]{0,17}$/)

/** RFC 3339 with milliseconds, UTC. */
export const instant = z.string()

/** A name, a model or a version as a device writes it: as many characters of it are stored (facts.ts of modules/cwmp). */
export const deviceText = z.string().max(256)

export const shortText = z.string().trim().max(200)

const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u2060-\u206F\u202A-\u202E\uFEFF]/u

/**
 * A display name: one line, without invisible characters and without bidirectional controls that could make
 * one name look like another.
 */
export const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((value) => !unseen.test(value), 'validation.format')

/** Page numbers count from 1. `sort` is a column name, with a leading `-` for descending. */
export const pageInput = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
  sort: z.string().max(40).optional(),
})

/**
 * A page of a list. `total` stops counting at 10,000, in some searches at 1,000: `totalCapped` then says that
 * there are more, and the screen shows "10,000+".
 */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int(), totalCapped: z.boolean() })
}

/**
 * A filter that takes one value or several: `state=online&state=offline`, or an array in JSON. An empty array does not
 * filter.
 */
export function oneOrMany<T extends z.ZodType<string>>(item: T) {
  return z.preprocess(
    (value) =>
      Array.isArray(value) ? (value.length > 0 ? value : undefined) : value === undefined ? value : [value],
    z.array(item).max(50).optional(),
  ) as unknown as z.ZodOptional<z.ZodArray<T>>
}

export const failedItem = z.object({
  ip: z.string(),
  name: z.string().optional(),
  reason: z.string(),
  /** Devices: which one, so that it stays chosen. */
  id: z.string().optional(),
})

/** The roles that every company has from the start. */
export const builtInRole = z.enum([
  'platform_administrator',
  'administrator',
  'engineer',
  'management_layer',
  'execution_layer',
  'user_layer',
])

/** The ids of a batch: listed one by one, never "all that match". */
export const ids = z.array(id).min(1).max(1000)

export const nothing = z.object({})
export const done = z.null()

/** A field checked by a shared rule of field-rules.ts, with the rule's message. */
function judged(rule: (value: string) => string | null) {
  return (value: string, context: z.RefinementCtx) => {
    const message = rule(value)
    if (message !== null) context.addIssue({ code: 'custom', message })
  }
}

/** A new password; the messages are those of the specification. */
export const newPassword = z
  .string()
  .superRefine(judged(passwordProblem))
  .meta({ examples: ['Sample-text-1'] })
export const phone = z
  .string()
  .max(40)
  .superRefine(judged(phoneProblem))
  .meta({ examples: ['13800138000'] })
  .transform((value) => phoneOf(value) ?? value)
export const email = z
  .string()
  .max(200)
  .superRefine(judged(emailProblem))
  .meta({ examples: ['someone@example.test'] })
  .transform((value) => emailOf(value) ?? value)
/** Six digits, sent to a phone or a mail address. */
export const sentCode = z
  .string()
  .superRefine(judged(smsCodeProblem))
  .meta({ examples: ['123456'] })
export const imageCode = z
  .string()
  .superRefine(judged(imageCodeProblem))
  .meta({ examples: ['1234'] })
export const userName = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,62}$/)

/** An opaque one-time value: a session's ticket, the id of a sent code. */
export const opaque = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,100}$/)
  .meta({ examples: ['sample-opaque-value'] })

/** A phone or a mail address: `oneContact` refuses both and none. */
export const contact = { phone: phone.optional(), email: email.optional() }

export function oneContact(given: { phone?: unknown; email?: unknown }, context: z.RefinementCtx): void {
  if ((given.phone === undefined) === (given.email === undefined))
    context.addIssue({ code: 'custom', path: ['phone'], message: 'validation.phoneOrEmail' })
}

/** The company that set a state. `above`: its level is above the caller's, which cannot undo that. */
export const stateAuthor = z.object({
  level: z.enum(['op', 'middleman', 'company']),
  name: z.string(),
  above: z.boolean(),
})
export type StateAuthor = z.infer<typeof stateAuthor>
