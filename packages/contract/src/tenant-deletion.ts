import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant, pageInput, pageOf } from './schemas.ts'
import { reason, refusals } from './tenant-values.ts'

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
    /** Gateways that it still holds are abandoned: not claimable until the platform lifts that. */
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
  path: '/api/v1/auth/tenant/:companyId/deletion/export',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DELETE',
  summary: "A tenant's data as one ZIP of CSVs with a manifest, until it is deleted",
  input: z.object({ companyId: id }),
  output: done,
  answer: 'zip',
  errors: ['company.not_found', 'company.export_withheld', 'company.export_not_ready'],
  audit: 'company.export_taken',
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
