import { z } from 'zod'
import { detailRules, editRules } from './entity-rules.ts'
import { contact, email, id, instant, name, oneContact, phone, stateAuthor } from './schemas.ts'
import { tenantEntity } from './tenant-fields.ts'

/** First path segments that the server serves or the web reserves. */
const servedPaths = ['api', 'ota', 'assets', 'healthz', 'readyz', 'metrics', 't']

/** The path prefix: never a path that the server serves, never containing "login". */
const companyPrefix = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
  .refine((value) => !value.includes('login') && !servedPaths.includes(value))

export const kind = z.enum(['middleman', 'company'])
export const standing = z.enum(['trial', 'poc', 'formal'])
export const status = z.enum(['active', 'frozen', 'deactivated'])
export const delivery = z.enum(tenantEntity.fields.delivery.choices)

/** As a browser sends it: other scripts in ASCII form. Empty for an invalid host name. */
function asciiHost(text: string): string {
  try {
    return new URL(`http://${text}`).hostname
  } catch {
    return ''
  }
}

/** A host name in lower case: two labels at least, no address, no port. */
const domain = z
  .string()
  .trim()
  .max(253)
  .regex(/^[^\s/?#@:%\\]+$/)
  .transform(asciiHost)
  .pipe(
    z
      .string()
      .max(253)
      .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/),
  )

/** An IANA time zone that this process knows. */
export const timeZone = z
  .string()
  .max(60)
  .refine((value) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
    } catch {
      return false
    }
  })
  .meta({ examples: ['Asia/Shanghai'] })

const orEmpty = <T extends z.ZodType>(schema: T) => z.union([z.literal(''), schema])

/** An end of a trial or a contract: in the future, within ten years. */
export const end = z.iso
  .datetime({ offset: true })
  .refine((value) => Date.parse(value) > Date.now() && Date.parse(value) < Date.now() + 3653 * 86_400_000)
  .meta({ examples: [new Date(Date.now() + 30 * 86_400_000).toISOString()] })

export const reason = z.string().trim().min(1).max(500)

/** Used in user names (`name@code`), device queries and file names. */
const companyCode = z.string().regex(tenantEntity.fields.code.pattern)

const customFields = {
  domain: orEmpty(domain).optional(),
  prefix: orEmpty(companyPrefix).optional(),
  contactPhone: orEmpty(phone).optional(),
  contactMail: orEmpty(email).optional(),
  timeZone: timeZone.optional(),
}

/** What an edit changes. Some rules are stricter than those of their kind. */
export const tenantFields = {
  ...editRules(tenantEntity, customFields),
  code: companyCode.optional(),
  contactPerson: orEmpty(name).optional(),
  contactNote: z.string().trim().max(tenantEntity.fields.contactNote.max).optional(),
}

export const administrator = z.object({ displayName: name, ...contact }).superRefine(oneContact)

/** Initial fields of a tenant; `import` accepts the same in each row. */
export const newTenant = z.object({
  ...tenantFields,
  name,
  code: companyCode,
  kind,
  standing: standing.default('formal'),
  contractEndsAt: end.optional(),
})

export const tenant = z.object({
  id,
  ...detailRules(tenantEntity, {
    domain: z.string().nullable(),
    prefix: z.string().nullable(),
    contactPhone: z.string(),
    contactMail: z.string(),
    timeZone: z.string(),
  }),
  kind,
  standing,
  status,
  frozenBecause: z.enum(['hand', 'ended']).nullable(),
  parentId: id,
  parentName: z.string(),
  logoUrl: z.string().nullable(),
  /** Reason given with the move to its state. */
  reason: z.string(),
  stateChangedAt: instant,
  /** Who froze or deactivated it by hand. */
  stateAuthor: stateAuthor.nullable(),
  /** Of the trial or the contract. */
  expiresAt: instant.nullable(),
  /** Days by which the caller may still extend the trial; null: without limit, or no trial. */
  trialExtensionDays: z.number().int().nullable(),
  createdAt: instant,
  /** The first of its administrators, and how many there are. */
  administrator: z.string().nullable(),
  administrators: z.number().int(),
  gateways: z.object({
    online: z.number().int(),
    overdue: z.number().int(),
    offline: z.number().int(),
    unknown: z.number().int(),
  }),
  hasChildren: z.boolean(),
  /** When it is to be deleted. */
  deletionDueAt: instant.nullable(),
  deletionStarted: z.boolean(),
  /** Who asked for the deletion. */
  deletionAuthor: stateAuthor.nullable(),
  package: z.object({ id, zh: z.string(), en: z.string() }).nullable(),
  /** Granted by package and licences (null: unlimited), and used. */
  usage: z.array(
    z.object({ kind: z.string(), used: z.number().int(), granted: z.number().int().nullable() }),
  ),
})

export const refusals = ['company.not_found', 'company.move_not_allowed'] as const
