import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { builtInRole, id, instant, name, newPassword, pageInput, pageOf, userName } from './schemas.ts'

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

export const createMember = endpoint({
  method: 'POST',
  path: '/api/v1/auth/member',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE',
  summary: 'Create a person with a membership in the company acted in (act in a tenant to create one there)',
  input: z.object({
    userName,
    displayName: name,
    /** Only at creation: the first password, to be handed over. Its holder replaces it at the first sign-in. */
    password: newPassword,
    email: z.email().max(200).optional(),
    role: builtInRole,
  }),
  output: z.object({ memberId: id, userCode: id }),
  errors: ['member.name_taken', 'permission.denied', 'sign_in.password_too_common'],
  audit: 'member.created',
})

export const pageMembers = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/member/lists',
  access: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT',
  summary:
    'The members of the company acted in; `sort` by displayName, userName, status, createdAt or lastSignInAt',
  input: pageInput.extend({
    /** In names alone: what is masked must not be found by guessing. */
    search: z.string().trim().max(100).optional(),
    sort: z
      .enum(
        ['displayName', 'userName', 'status', 'createdAt', 'lastSignInAt'].flatMap((column) => [
          column,
          `-${column}`,
        ]),
      )
      .default('displayName'),
  }),
  output: pageOf(
    z.object({
      memberId: id,
      userCode: id,
      displayName: z.string(),
      /** Null for somebody whose account another company made. */
      userName: z.string().nullable(),
      /** Keys of built-in roles, names of the company's own. */
      roles: z.array(z.string()),
      status: z.enum(['enabled', 'disabled']),
      /** Masked: 138****8000. */
      phone: z.string().nullable(),
      /** Masked: s***@example.com. */
      email: z.string().nullable(),
      createdAt: instant,
      /** The last sign-in to this company. */
      lastSignInAt: instant.nullable(),
    }),
  ),
})

export const pageAudit = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/audit/lists',
  access: 'DMS_SERVER_SYSTEM_AUDIT_LOG',
  summary: 'The audit log of the company acted in, newest first',
  input: pageInput.extend({
    action: z.string().max(60).optional(),
    subjectId: z.string().max(60).optional(),
  }),
  output: pageOf(
    z.object({
      id,
      at: instant,
      action: z.string(),
      actorName: z.string().nullable(),
      actingForName: z.string().nullable(),
      subjectKind: z.string().nullable(),
      subjectId: z.string().nullable(),
      detail: z.record(z.string(), z.unknown()),
      requestId: z.string().nullable(),
    }),
  ),
})
