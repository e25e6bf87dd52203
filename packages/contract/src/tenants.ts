import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { uploadLimits } from './field-rules.ts'
import {
  contact,
  done,
  email,
  failedItem,
  id,
  ids,
  instant,
  name,
  oneContact,
  oneOrMany,
  pageInput,
  pageOf,
  phone,
} from './schemas.ts'

/** Used in user names (`name@code`), device queries and file names. */
const companyCode = z.string().regex(/^[a-z0-9][a-z0-9-]{1,30}$/)

/** The path prefix: never a path that the server serves, never containing "login". */
const companyPrefix = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
  .refine(
    (value) =>
      !value.includes('login') &&
      !['api', 'ota', 'assets', 'healthz', 'readyz', 'metrics', 't'].includes(value),
  )

const kind = z.enum(['middleman', 'company'])
const standing = z.enum(['trial', 'poc', 'formal'])
const status = z.enum(['active', 'frozen', 'deactivated'])
const delivery = z.enum(['saas', 'self_hosted'])

/** A host name in lower case: two labels at least, no address, no port. */
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/)

/** A name of the IANA time zones, as this process knows them. */
const timeZone = z
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
const end = z.iso
  .datetime({ offset: true })
  .refine((value) => Date.parse(value) > Date.now() && Date.parse(value) < Date.now() + 3653 * 86_400_000)
  .meta({ examples: [new Date(Date.now() + 30 * 86_400_000).toISOString()] })

const reason = z.string().trim().min(1).max(500)

const optionalFields = {
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

/** What a created tenant may be told of at once; `import` takes the same of each row. */
export const newTenant = z.object({
  name,
  code: companyCode,
  kind,
  standing: standing.default('formal'),
  contractEndsAt: end.optional(),
  ...optionalFields,
})

const tenant = z.object({
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

const filters = {
  /** In name, code, abbreviation and domain. */
  search: z.string().trim().max(100).optional(),
  kind: oneOrMany(kind),
  standing: oneOrMany(standing),
  status: oneOrMany(status),
  delivery: oneOrMany(delivery),
  /** Directly below this company: a level of the tree. */
  parentId: id.optional(),
  /** Anywhere below this company. */
  under: id.optional(),
  packageId: id.optional(),
  expiring: z.enum(['7', '30', 'expired', 'never']).optional(),
  sort: z
    .enum(['name', 'code', 'createdAt', 'expiresAt', 'status'].flatMap((column) => [column, `-${column}`]))
    .default('name'),
}

export const pageTenants = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/tenant/lists',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT',
  summary: 'The tenants below the company acted in, or one level of their tree',
  input: pageInput.extend(filters),
  output: pageOf(tenant),
})

export const exportTenants = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/export',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT',
  summary: 'The same list as a CSV',
  input: pageInput.extend(filters),
  output: done,
  answer: 'csv',
  audit: 'company.exported',
})

export const getTenant = endpoint({
  method: 'GET',
  path: '/api/v1/auth/tenant/:companyId',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT',
  summary: 'One tenant, and its deletion when one was asked for',
  input: z.object({ companyId: id }),
  output: tenant.extend({
    deletion: z
      .object({
        requestedAt: instant,
        requestedBy: z.string(),
        reason: z.string(),
        dueAt: instant,
        started: z.boolean(),
        exportState: z.enum(['waiting', 'running', 'done', 'failed']),
        exportDone: z.number().int(),
        exportTotal: z.number().int(),
        parts: z.array(z.object({ part: z.string(), rows: z.number().int(), bytes: z.number().int() })),
      })
      .nullable(),
  }),
  errors: ['company.not_found'],
})

export const tenantTimeline = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/tenant/:companyId/timeline/lists',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT',
  summary: 'What was done to a tenant, newest first',
  input: pageInput.extend({ companyId: id }),
  output: pageOf(
    z.object({
      id,
      at: instant,
      action: z.string(),
      actorName: z.string().nullable(),
      actingForName: z.string().nullable(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
})

export const createTenant = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CREATE',
  summary: 'Create an MSP or an end customer, and invite who is to administer it',
  input: newTenant.extend({
    /** Left out: below the company acted in. */
    parentId: id.optional(),
    packageId: id.optional(),
    /** A new account or one that is there: whoever accepts the invitation says which. */
    administrator: z
      .object({ displayName: name, ...contact })
      .superRefine(oneContact)
      .optional(),
  }),
  output: z.object({ companyId: id }),
  errors: [
    'company.code_taken',
    'company.prefix_taken',
    'company.domain_taken',
    'company.domain_needs_prefix',
    'company.parent_cannot_hold',
    'company.not_found',
    'code.channel_unavailable',
    'package.not_found',
  ],
  audit: 'company.created',
})

export const editTenant = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/tenant/:companyId',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_EDIT',
  summary: 'Change what a tenant is called, where it signs in, whom to ask, and its defaults',
  input: z.object({
    companyId: id,
    name: name.optional(),
    code: companyCode.optional(),
    packageId: id.optional(),
    ...optionalFields,
  }),
  output: done,
  errors: [
    'company.not_found',
    'company.code_taken',
    'company.prefix_taken',
    'company.domain_taken',
    'company.domain_needs_prefix',
    'company.move_not_allowed',
    'package.not_found',
  ],
  audit: 'company.edited',
})

export const uploadTenantLogo = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/:companyId/logo',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_EDIT',
  summary: 'The logo of a tenant: jpg or png up to 5 MB, 180x47 px with a transparent background is best',
  inputKind: 'multipart',
  fileLimit: uploadLimits.logo,
  input: z.object({ companyId: id }),
  output: done,
  errors: ['company.not_found', 'image.type', 'image.too_large', 'image.dimensions', 'file.empty'],
  audit: 'company.logo_changed',
})

export const removeTenantLogo = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/tenant/:companyId/logo',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_EDIT',
  summary: 'Remove the logo of a tenant',
  inputKind: 'query',
  input: z.object({ companyId: id }),
  output: done,
  errors: ['company.not_found'],
  audit: 'company.logo_changed',
})

export const inviteAdministrator = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/:companyId/administrator',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_EDIT',
  summary: 'Invite somebody to administer a tenant, by a link to a phone or mail address',
  input: z.object({ companyId: id, displayName: name, ...contact }).superRefine(oneContact),
  output: z.object({ invitationId: id }),
  errors: [
    'company.not_found',
    'code.channel_unavailable',
    'invitation.already_member',
    'invitation.already_open',
    'acting.only_at_home',
  ],
  audit: 'company.administrator_invited',
})

const refusals = ['company.not_found', 'company.move_not_allowed'] as const

export const freezeTenant = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/:companyId/freeze',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_FREEZE',
  summary: 'Freeze: its people are out on their next request, its gateways keep working, commands wait',
  input: z.object({ companyId: id, reason }),
  output: done,
  errors: refusals,
  audit: 'company.frozen',
})

export const thawTenant = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/:companyId/thaw',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_FREEZE',
  summary: 'Lift a freeze; one that an end brought is lifted by another end',
  input: z.object({ companyId: id }),
  output: done,
  errors: refusals,
  audit: 'company.thawed',
})

export const deactivateTenant = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/:companyId/deactivate',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DEACTIVATE',
  summary: 'Deactivate: nobody works there, and of its gateways only the last contact is kept',
  input: z.object({ companyId: id, reason }),
  output: done,
  errors: refusals,
  audit: 'company.deactivated',
})

export const reactivateTenant = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/:companyId/reactivate',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DEACTIVATE',
  summary: 'Take a deactivated tenant into service again',
  input: z.object({ companyId: id }),
  output: done,
  errors: refusals,
  audit: 'company.reactivated',
})

export const convertTenant = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/:companyId/convert',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CONVERT',
  summary: 'Make a trial or POC formal, all data kept, with or without an end of the contract',
  input: z.object({ companyId: id, contractEndsAt: end.optional() }),
  output: done,
  errors: refusals,
  audit: 'company.converted',
})

export const extendTenant = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/:companyId/extend',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CONVERT',
  summary: 'Another end of the trial or the contract',
  input: z.object({ companyId: id, until: end, reason: z.string().trim().max(500).default('') }),
  output: done,
  errors: refusals,
  audit: 'company.extended',
})

const outcome = z.object({ accepted: z.number().int(), failed: z.array(failedItem) })
const partly = ['50001', '50002'] as const

export const freezeTenants = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/batch/freeze',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_FREEZE',
  summary: 'Freeze several tenants; which were refused, and why',
  input: z.object({ companyIds: ids, reason }),
  output: outcome,
  errors: partly,
  audit: 'company.frozen',
})

export const thawTenants = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/batch/thaw',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_FREEZE',
  summary: 'Lift the freeze of several tenants',
  input: z.object({ companyIds: ids }),
  output: outcome,
  errors: partly,
  audit: 'company.thawed',
})

export const convertTenants = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/batch/convert',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CONVERT',
  summary: 'Make several trials or POCs formal',
  input: z.object({ companyIds: ids, contractEndsAt: end.optional() }),
  output: outcome,
  errors: partly,
  audit: 'company.converted',
})

export const extendTenants = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/batch/extend',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CONVERT',
  summary: 'Another end for several trials or contracts',
  input: z.object({ companyIds: ids, until: end, reason: z.string().trim().max(500).default('') }),
  output: outcome,
  errors: partly,
  audit: 'company.extended',
})

export const deleteTenant = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/:companyId/deletion',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DELETE',
  summary: 'Begin the countdown of a deletion, and the export that comes before it',
  input: z.object({
    companyId: id,
    reason,
    /** The code of the tenant, typed. */
    code: z.string().max(40),
    /** Gateways that it still holds are given up: nobody may claim them until the platform lifts that. */
    abandonGateways: z.boolean().default(false),
  }),
  output: z.object({ dueAt: instant }),
  errors: [...refusals, 'company.has_gateways', 'company.code_wrong'],
  audit: 'company.deletion_requested',
})

export const cancelTenantDeletion = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/tenant/:companyId/deletion',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DELETE',
  summary: 'Call back a deletion during its countdown',
  inputKind: 'query',
  input: z.object({ companyId: id }),
  output: done,
  errors: refusals,
  audit: 'company.deletion_cancelled',
})

export const retryTenantExport = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/:companyId/deletion/export/retry',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DELETE',
  summary: 'Begin a failed export anew',
  input: z.object({ companyId: id }),
  output: done,
  errors: refusals,
  audit: 'company.export_retried',
})

export const downloadTenantExport = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/tenant/:companyId/deletion/export',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DELETE',
  summary: "One part of a tenant's data as a CSV, until it is deleted",
  input: z.object({ companyId: id, part: z.string().max(40) }),
  output: done,
  answer: 'csv',
  errors: ['company.not_found'],
})

export const importTenants = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/import',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CREATE',
  summary:
    'Import a CSV (name, code, kind; optional parent, standing, contractEndsAt and the fields of a tenant): all rows or none',
  inputKind: 'multipart',
  input: z.object({}),
  output: z.object({ imported: z.number().int() }),
  errors: ['41033', 'import.not_csv', 'file.empty', 'file.too_large'],
  audit: 'company.imported',
})

export const pageTombstones = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/tenant/tombstone/lists',
  access: 'DMS_SERVER_DEVICE_POOL_VIEW',
  summary: 'Gateways of deleted tenants, which nobody may claim, newest first: for the platform',
  input: pageInput.extend({ search: z.string().trim().max(100).optional() }),
  output: pageOf(
    z.object({
      id,
      oui: z.string(),
      productClass: z.string(),
      serialNumber: z.string(),
      tenantName: z.string(),
      tenantCode: z.string(),
      at: instant,
    }),
  ),
})

export const liftTombstone = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/tenant/tombstone/:tombstoneId',
  access: 'DMS_SERVER_DEVICE_POOL_VIEW',
  summary: 'Let a gateway of a deleted tenant be claimed again',
  inputKind: 'query',
  input: z.object({ tombstoneId: id }),
  output: done,
  errors: ['device.not_found'],
  audit: 'gateway.tombstone_lifted',
})
