import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, name, pageInput, pageOf } from './schemas.ts'

/** Used in user names (`name@code`), device queries and file names. */
export const companyCode = z.string().regex(/^[a-z0-9][a-z0-9-]{1,30}$/)

/** The path prefix: never a path that the server serves, never containing "login". */
export const companyPrefix = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
  .refine(
    (value) =>
      !value.includes('login') &&
      !['api', 'ota', 'assets', 'healthz', 'readyz', 'metrics', 't'].includes(value),
  )

export const company = z.object({
  id,
  name: z.string(),
  code: z.string(),
  prefix: z.string().nullable(),
  kind: z.enum(['op', 'middleman', 'company']),
  standing: z.enum(['trial', 'poc', 'formal']),
  status: z.enum(['active', 'frozen', 'deactivated']),
  parentId: id.nullable(),
  createdAt: instant,
})

export const createCompany = endpoint({
  method: 'POST',
  path: '/api/v1/auth/company',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CREATE',
  summary: 'Create an MSP or an end customer below the company acted in (or below `parentId`)',
  input: z.object({
    name,
    code: companyCode,
    prefix: companyPrefix.optional(),
    kind: z.enum(['middleman', 'company']),
    parentId: id.optional(),
    standing: z.enum(['trial', 'poc', 'formal']).default('formal'),
  }),
  output: company,
  errors: ['company.code_taken', 'company.parent_cannot_hold', 'company.not_found'],
  audit: 'company.created',
})

export const pageCompanies = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/company/lists',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT',
  summary: 'The companies that the caller may see',
  input: pageInput.extend({ search: z.string().max(100).optional() }),
  output: pageOf(company),
})
