import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { sortableKeys } from './entity-fields.ts'
import { importErrors, importInput, importPreview, importResult } from './imports.ts'
import { uploadLimits } from './field-rules.ts'
import { assignRefusals } from './packages.ts'
import { contact, done, id, instant, name, oneContact, oneOrMany, pageInput, pageOf } from './schemas.ts'
import { tenantColumns } from './tenant-fields.ts'
import {
  administrator,
  delivery,
  kind,
  newTenant,
  standing,
  status,
  tenant,
  tenantFields,
} from './tenant-values.ts'

const filters = {
  /** Searches name, code, abbreviation and domain. */
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
    .enum(sortableKeys(tenantColumns).flatMap((column) => [column, `-${column}`] as const))
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

export const tenantTree = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/tenant/tree/search',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT',
  summary: 'The tenants that a search finds below a company, with those that lead to them',
  input: z.object({
    search: z.string().trim().min(1).max(100),
    /** Omitted: the company acted in. */
    rootId: id.optional(),
  }),
  output: z.object({
    /** By name; a tenant whose parent is not included stands at the top. */
    items: z.array(tenant.extend({ matches: z.boolean() })),
    matched: z.number().int(),
    /** There are more matches than the tree shows. */
    more: z.boolean(),
  }),
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
        /** False where the tenant restricts entry: only the platform takes the export along. */
        mayDownload: z.boolean(),
        parts: z.array(
          z.object({
            part: z.string(),
            rows: z.number().int(),
            bytes: z.number().int(),
            /** False where it was truncated at the maximum file size. */
            complete: z.boolean(),
          }),
        ),
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
    /** Omitted: below the company acted in. */
    parentId: id.optional(),
    packageId: id.optional(),
    /** A new account or an existing one: the person who accepts the invitation decides. */
    administrator: administrator.optional(),
  }),
  output: z.object({ companyId: id }),
  errors: [
    'company.code_taken',
    'company.prefix_taken',
    'company.domain_taken',
    'company.domain_needs_prefix',
    'company.domain_reserved',
    'company.parent_cannot_hold',
    'company.not_found',
    'code.channel_unavailable',
    ...assignRefusals,
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
    packageId: id.optional(),
    ...tenantFields,
  }),
  output: done,
  errors: [
    'company.not_found',
    'company.code_taken',
    'company.prefix_taken',
    'company.domain_taken',
    'company.domain_needs_prefix',
    'company.domain_reserved',
    'company.move_not_allowed',
    ...assignRefusals,
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

export const importTenants = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/import',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CREATE',
  summary:
    'Import a CSV (name, code, kind; optional parent, standing, contractEndsAt, package, administratorName, administratorContact and the fields of a tenant): all rows or none; codes that exist are refused, or updated with existing=update',
  inputKind: 'multipart',
  input: importInput,
  output: importResult,
  errors: [...importErrors, 'permission.denied'],
  audit: 'company.imported',
})

export const previewTenants = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant/import/preview',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CREATE',
  summary: 'What an import of tenants would add, change (by code) and refuse',
  inputKind: 'multipart',
  input: z.object({}),
  output: importPreview,
  errors: [...importErrors, 'permission.denied'],
})
