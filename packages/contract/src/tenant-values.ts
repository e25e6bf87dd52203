import { z } from 'zod'
import { contact, email, id, instant, name, oneContact, phone } from './schemas.ts'

/** Used in user names (`name@code`), device queries and file names. */
export const companyCode = z.string().regex(/^[a-z0-9][a-z0-9-]{1,30}$/)

/** First parts of paths that the server serves, or that the web keeps for itself. */
const servedPaths = ['api', 'ota', 'assets', 'healthz', 'readyz', 'metrics', 't']

/** The path prefix: never a path that the server serves, never containing "login". */
const companyPrefix = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
  .refine((value) => !value.includes('login') && !servedPaths.includes(value))

export const kind = z.enum(['middleman', 'company'])
export const standing = z.enum(['trial', 'poc', 'formal'])
export const status = z.enum(['active', 'frozen', 'deactivated'])
export const delivery = z.enum(['saas', 'self_hosted'])

/** As a browser sends it: words of other scripts in their ASCII form. Empty for what is no host name. */
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

/** A name of the IANA time zones, as this process knows them. */
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

/** An end of a trial or a contract: ahead of us, within ten years. */
export const end = z.iso
  .datetime({ offset: true })
  .refine((value) => Date.parse(value) > Date.now() && Date.parse(value) < Date.now() + 3653 * 86_400_000)
  .meta({ examples: [new Date(Date.now() + 30 * 86_400_000).toISOString()] })

export const reason = z.string().trim().min(1).max(500)

export const optionalFields = {
  abbreviation: z.string().trim().max(40).optional(),
  domain: orEmpty(domain).optional(),
  prefix: orEmpty(companyPrefix).optional(),
  delivery: delivery.optional(),
  contactPerson: orEmpty(name).optional(),
  contactPhone: orEmpty(phone).optional(),
  contactMail: orEmpty(email).optional(),
  contactNote: z.string().trim().max(500).optional(),
  language: z.enum(['zh', 'en']).optional(),
  timeZone: timeZone.optional(),
}

export const administrator = z.object({ displayName: name, ...contact }).superRefine(oneContact)

/** What a created tenant may be told of at once; `import` takes the same of each row. */
export const newTenant = z.object({
  name,
  code: companyCode,
  kind,
  standing: standing.default('formal'),
  contractEndsAt: end.optional(),
  ...optionalFields,
})

export const tenant = z.object({
  id,
  name: z.string(),
  code: z.string(),
  abbreviation: z.string(),
  domain: z.string().nullable(),
  prefix: z.string().nullable(),
  kind,
  standing,
  status,
  frozenBecause: z.enum(['hand', 'ended']).nullable(),
  delivery,
  parentId: id,
  parentName: z.string(),
  language: z.enum(['zh', 'en']),
  timeZone: z.string(),
  contactPerson: z.string(),
  contactPhone: z.string(),
  contactMail: z.string(),
  contactNote: z.string(),
  logoUrl: z.string().nullable(),
  /** As whoever moved it to its state said. */
  reason: z.string(),
  stateChangedAt: instant,
  /** Of the trial or the contract. */
  expiresAt: instant.nullable(),
  createdAt: instant,
  /** The first of its administrators, and how many there are. */
  administrator: z.string().nullable(),
  administrators: z.number().int(),
  gateways: z.object({ online: z.number().int(), offline: z.number().int(), unknown: z.number().int() }),
  hasChildren: z.boolean(),
  /** When it is to be deleted. */
  deletionDueAt: instant.nullable(),
  deletionStarted: z.boolean(),
  package: z.object({ id, zh: z.string(), en: z.string() }).nullable(),
  /** What the package and the licences grant (null: as much as one likes), and what of it is used. */
  usage: z.array(
    z.object({ kind: z.string(), used: z.number().int(), granted: z.number().int().nullable() }),
  ),
})

export const refusals = ['company.not_found', 'company.move_not_allowed'] as const
