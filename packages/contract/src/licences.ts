import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, failedItem, id, instant, nothing, oneOrMany, pageInput, pageOf } from './schemas.ts'
import { licenceModes, licenceStates, quotaKinds } from './states/licence.ts'

const kind = z.enum(quotaKinds)
const purpose = z.enum(['use', 'pool'])
const quantity = z.number().int().min(1).max(10_000_000)
const moment = z.iso.datetime({ offset: true }).meta({ examples: ['2099-01-01T00:00:00Z'] })

const licence = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  kind,
  /** `pool`: not used directly but handed down in parts. */
  purpose,
  quantity: z.number().int(),
  /** What is left: of a pool what is not handed down, else what the company has not used. */
  remaining: z.number().int(),
  handed: z.number().int(),
  startsAt: instant,
  endsAt: instant.nullable(),
  revokedAt: instant.nullable(),
  state: z.enum(licenceStates),
  issuerName: z.string(),
  /** The caller issued it, or is the platform. */
  issuedHere: z.boolean(),
  fromPool: z.boolean(),
  fileSerial: z.string().nullable(),
  note: z.string(),
  createdAt: instant,
})

const sorts = ['createdAt', 'quantity', 'startsAt', 'endsAt', 'companyName'] as const

const licenceQuery = pageInput.extend({
  kind: oneOrMany(kind),
  state: oneOrMany(z.enum(licenceStates)),
  purpose: purpose.optional(),
  companyId: id.optional(),
  /** Searches names and codes of companies. */
  search: z.string().trim().max(100).optional(),
  sort: z.enum(sorts.flatMap((column) => [column, `-${column}` as const])).default('-createdAt'),
})

export const pageLicences = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/licence/lists',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE',
  summary: `The licences of the companies that the caller may see; sort by ${sorts.join(', ')}`,
  input: licenceQuery,
  output: pageOf(licence),
})

export const exportLicences = endpoint({
  method: 'POST',
  path: '/api/v1/licence/export',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: licenceQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'licence.exported',
})

export const licencePools = endpoint({
  method: 'GET',
  path: '/api/v1/licence/pools',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_ISSUE',
  summary: 'The pools of the company acted in that can be handed down',
  input: nothing,
  output: z.array(licence),
})

export const issueLicence = endpoint({
  method: 'POST',
  path: '/api/v1/licence',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_ISSUE',
  summary: 'Issue a licence to a company below; other than the platform out of a pool',
  input: z
    .object({
      companyId: id,
      kind,
      purpose: purpose.default('use'),
      quantity,
      startsAt: moment.optional(),
      /** Omitted: permanent. */
      endsAt: moment.optional(),
      poolId: id.optional(),
      note: z.string().trim().max(500).default(''),
    })
    .superRefine(endsAfterStart),
  output: z.object({ id }),
  errors: [
    'licence.files_only',
    'company.not_found',
    'licence.pool_not_found',
    'licence.pool_exhausted',
    'licence.outside_pool',
    'licence.pool_needs_msp',
  ],
  audit: 'licence.issued',
})

export const changeLicence = endpoint({
  method: 'PUT',
  path: '/api/v1/licence/:licenceId',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_ISSUE',
  summary: 'Renew, enlarge or reduce a licence',
  input: z.object({
    licenceId: id,
    quantity,
    /** Null: permanent. */
    endsAt: moment.nullable(),
  }),
  output: done,
  errors: [
    'licence.files_only',
    'licence.not_found',
    'licence.move_not_allowed',
    'licence.end_passed',
    'licence.pool_not_found',
    'licence.pool_exhausted',
    'licence.outside_pool',
    'licence.pool_in_use',
  ],
  audit: 'licence.changed',
})

export const revokeLicence = endpoint({
  method: 'POST',
  path: '/api/v1/licence/:licenceId/revoke',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_REVOKE',
  summary: 'End a licence at once; what is there stays and goes on working',
  input: z.object({ licenceId: id }),
  output: done,
  errors: ['licence.files_only', 'licence.not_found', 'licence.move_not_allowed', 'licence.pool_in_use'],
  audit: 'licence.revoked',
})

const values = z.object({
  quantity: z.number().int(),
  startsAt: instant,
  endsAt: instant.nullable(),
  revokedAt: instant.nullable(),
})

export const licenceHistory = endpoint({
  method: 'GET',
  path: '/api/v1/licence/:licenceId/history',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE',
  summary: 'What became of a licence, newest first, with original and updated values',
  input: z.object({ licenceId: id }),
  output: z.array(
    z.object({
      id,
      at: instant,
      action: z.enum(['issued', 'imported', 'renewed', 'enlarged', 'reduced', 'revoked', 'replaced']),
      before: values.nullable(),
      after: values.nullable(),
      actorName: z.string().nullable(),
      actorCompanyName: z.string().nullable(),
    }),
  ),
  errors: ['licence.not_found'],
})

export const usage = endpoint({
  method: 'GET',
  path: '/api/v1/licence/usage',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE',
  summary: 'The package of the company acted in, what it uses and when that runs out',
  input: nothing,
  output: z.object({
    package: z
      .object({
        code: z.string(),
        nameZh: z.string(),
        nameEn: z.string(),
        version: z.number().int(),
        newestVersion: z.number().int(),
      })
      .nullable(),
    kinds: z.array(
      z.object({
        kind,
        used: z.number().int(),
        /** Null: unlimited. */
        granted: z.number().int().nullable(),
        remaining: z.number().int().nullable(),
        /** `full`: no further additions; `exceeded`: more is used than granted. */
        level: z.enum(['fine', 'nearly', 'full', 'exceeded']),
        forecast: z.object({
          outcome: z.enum(['unlimited', 'exhausted', 'not_enough_history', 'not_growing', 'runs_out']),
          /** Days until exhaustion, by a linear fit over the last 30 days. */
          days: z.number().int().nullable(),
        }),
        /** One per day, oldest first. */
        history: z.array(z.object({ day: z.string(), used: z.number().int() })),
      }),
    ),
  }),
})

export const licenceWarnings = endpoint({
  method: 'GET',
  path: '/api/v1/licence/warnings',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE',
  summary: 'What an administrator of the company acted in should know: used up, nearly, about to end',
  input: nothing,
  output: z.object({
    exceeded: z.array(kind),
    nearly: z.array(kind),
    /** The licence that ends first, within 30 days. */
    ending: z.object({ kind, endsAt: instant }).nullable(),
  }),
})

// ─── Files for self-hosted installations
// ─────────────────────────────────────────────────────────────────────

export const licenceIssuers = endpoint({
  method: 'GET',
  path: '/api/v1/licence/issuers',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE',
  summary:
    'Whose licence files this installation takes, its request code, and the public key that it signs with',
  input: nothing,
  output: z.object({
    /** Identifier of this installation for licence files. */
    requestCode: z.string(),
    mode: z.enum(licenceModes),
    ownKey: z.string(),
    trusted: z.array(z.string()),
  }),
})

export const signLicenceFile = endpoint({
  method: 'POST',
  path: '/api/v1/licence/file',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_ISSUE',
  summary: 'Sign a licence file for a self-hosted installation; the platform alone',
  input: z
    .object({
      companyCode: z.string().regex(/^[a-z0-9][a-z0-9-]{1,30}$/),
      /** The request code of the installation that the file is for. */
      installation: z.string().trim().min(1).max(60),
      /** An earlier file that this one replaces. */
      serial: z
        .string()
        .regex(/^[A-Z0-9-]{4,40}$/)
        .optional(),
      grants: z
        .array(z.object({ kind, quantity }))
        .min(1)
        .max(quotaKinds.length)
        .refine((given) => new Set(given.map((one) => one.kind)).size === given.length, 'validation.format'),
      startsAt: moment.optional(),
      endsAt: moment,
    })
    .superRefine(endsAfterStart),
  output: z.object({
    fileName: z.string(),
    content: z.string(),
    serial: z.string(),
    revision: z.number().int(),
  }),
  errors: ['licence.serial_taken', 'licence.file_too_long', 'licence.files_only'],
  audit: 'licence.file_signed',
})

export const renewLicenceFiles = endpoint({
  method: 'POST',
  path: '/api/v1/licence/file/renew',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_ISSUE',
  summary:
    'Sign the next revision of several licence files with the same grants; which were refused, and why',
  input: z.object({
    serials: z
      .array(z.string().regex(/^[A-Z0-9-]{4,40}$/))
      .min(1)
      .max(200),
    endsAt: moment,
  }),
  output: z.object({
    files: z.array(
      z.object({ fileName: z.string(), content: z.string(), serial: z.string(), revision: z.number().int() }),
    ),
    failed: z.array(failedItem),
  }),
  errors: ['licence.file_too_long', 'licence.files_only'],
  audit: 'licence.file_signed',
})

export const licenceMode = endpoint({
  method: 'GET',
  path: '/api/v1/licence/mode',
  access: 'session',
  summary: 'How this installation is licensed: by the platform, or by files of trusted issuers alone',
  input: nothing,
  output: z.object({ mode: z.enum(licenceModes) }),
})

export const licenceFiles = endpoint({
  method: 'GET',
  path: '/api/v1/licence/file',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE',
  summary: 'The newest 200 files that the company acted in signed, and those that it imported',
  input: nothing,
  output: z.object({
    signed: z.array(
      z.object({
        serial: z.string(),
        revision: z.number().int(),
        companyCode: z.string(),
        /** Null for a file signed before files named an installation. */
        installation: z.string().nullable(),
        until: instant,
        issuedAt: instant,
        issuedBy: z.string().nullable(),
      }),
    ),
    imported: z.array(
      z.object({
        serial: z.string(),
        revision: z.number().int(),
        issuerName: z.string(),
        until: instant,
        importedAt: instant,
        importedBy: z.string().nullable(),
      }),
    ),
  }),
})

export const importLicenceFile = endpoint({
  method: 'POST',
  path: '/api/v1/licence/file/import',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_IMPORT',
  summary: 'Verify a licence file offline and apply it to the company acted in',
  inputKind: 'multipart',
  fileLimit: 1,
  input: nothing,
  output: z.object({ serial: z.string(), revision: z.number().int(), until: instant }),
  errors: [
    'file.empty',
    'file.too_large',
    'licence.file_malformed',
    'licence.file_altered',
    'licence.file_unbound',
    'licence.file_other_company',
    'licence.file_other_installation',
    'licence.file_other_issuer',
    'licence.file_replayed',
    'licence.file_from_future',
    'licence.file_expired',
    'licence.file_too_long',
    'licence.clock_behind',
  ],
  audit: 'licence.file_imported',
})

function endsAfterStart(
  given: { startsAt?: string | undefined; endsAt?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (given.endsAt === undefined) return
  const start = given.startsAt === undefined ? Date.now() : Date.parse(given.startsAt)
  if (Date.parse(given.endsAt) <= Math.max(start, Date.now()))
    context.addIssue({ code: 'custom', path: ['endsAt'], message: 'validation.endBeforeStart' })
}
