import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant, name, pageInput, pageOf } from './schemas.ts'

const grantedBuiltIn = z.enum([
  'administrator',
  'engineer',
  'management_layer',
  'execution_layer',
  'user_layer',
])
/** A built-in role, or one of the granting company. */
const grantedRole = z.union([id, grantedBuiltIn])

/** The end of a grant; null: until revoked. */
const end = z.iso
  .datetime({ offset: true })
  .refine((value) => Date.parse(value) > Date.now(), 'validation.notInFuture')
  .nullable()
  .meta({ examples: ['2099-01-01T00:00:00Z'] })

const access = 'DMS_SERVER_AUTH_MANAGE_STAFF_GRANT'
const named = z.object({ id, name: z.string() })

export const pageStaffGrants = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/staff-grant/lists',
  access,
  summary: 'Which members act in which tenants, with which role; newest first',
  input: pageInput.extend({
    /** Searches names of members. */
    search: z.string().trim().max(100).optional(),
    companyId: id.optional(),
    groupId: id.optional(),
    state: z.enum(['inForce', 'expired']).optional(),
  }),
  output: pageOf(
    z.object({
      id,
      memberId: id,
      memberName: z.string(),
      /** Grants of a disabled member do not count. */
      memberStatus: z.enum(['enabled', 'disabled']),
      /** A tenant or a group of tenants. */
      company: named.nullable(),
      group: named.nullable(),
      /** Number of tenants that it opens. */
      tenants: z.number().int(),
      role: grantedRole,
      roleName: z.string(),
      expiresAt: instant.nullable(),
      expired: z.boolean(),
      createdAt: instant,
      createdBy: z.string().nullable(),
    }),
  ),
})

export const staffChoices = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/staff-grant/choices',
  access,
  summary:
    'Members who can be given a grant, roles, groups and tenants; the first 50 of each that hold `search`',
  input: z.object({
    of: z.enum(['members', 'roles', 'groups', 'tenants']),
    search: z.string().trim().max(100).default(''),
  }),
  output: z.array(z.object({ value: z.string(), name: z.string() })),
})

const grantErrors = [
  'staff_grant.not_held',
  'staff_grant.role_limited',
  'role.not_found',
  'company.not_found',
] as const

export const createStaffGrants = endpoint({
  method: 'POST',
  path: '/api/v1/auth/staff-grant',
  access,
  summary: 'Give a member a role in tenants and groups of tenants; nobody gives what they do not hold there',
  input: z
    .object({
      memberId: id,
      role: grantedRole,
      companyIds: z.array(id).max(200).default([]),
      groupIds: z.array(id).max(50).default([]),
      expiresAt: end.default(null),
    })
    .superRefine(({ companyIds, groupIds }, context) => {
      if (companyIds.length + groupIds.length === 0)
        context.addIssue({ code: 'custom', path: ['companyIds'], message: 'validation.grantTargetsEmpty' })
    }),
  output: z.object({ created: z.number().int() }),
  errors: [...grantErrors, 'member.not_found', 'staff_grant.administrator', 'tenant_group.not_found'],
  audit: 'staff_grant.created',
})

export const editStaffGrant = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/staff-grant/:grantId',
  access,
  summary: 'Change role and end of a grant; in force with the next request of its member',
  input: z.object({
    grantId: id,
    role: grantedRole,
    expiresAt: end,
  }),
  output: done,
  errors: [...grantErrors, 'staff_grant.not_found', 'staff_grant.exists'],
  audit: 'staff_grant.changed',
})

export const revokeStaffGrants = endpoint({
  method: 'POST',
  path: '/api/v1/auth/staff-grant/revoke',
  access,
  summary: 'Revoke grants; in force with the next request of their members',
  input: z.object({ grantIds: z.array(id).min(1).max(1000) }),
  output: z.object({ revoked: z.number().int() }),
  errors: ['staff_grant.not_found'],
  audit: 'staff_grant.revoked',
})

export const pageTenantGroups = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/tenant-group/lists',
  access,
  summary: 'The groups of tenants that grants may name, by name',
  input: pageInput.extend({ search: z.string().trim().max(100).optional() }),
  output: pageOf(
    z.object({
      id,
      name: z.string(),
      tenants: z.number().int(),
      grants: z.number().int(),
      createdAt: instant,
    }),
  ),
})

export const pageGroupTenants = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/tenant-group/:groupId/tenant/lists',
  access,
  summary: 'The tenants of a group, by name',
  input: pageInput.extend({ groupId: id }),
  output: pageOf(named),
  errors: ['tenant_group.not_found'],
})

const memberships = z.array(id).max(1000).default([])

export const createTenantGroup = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant-group',
  access,
  summary: 'Create a group of tenants',
  input: z.object({ name, add: memberships }),
  output: z.object({ groupId: id }),
  errors: ['tenant_group.name_taken', 'company.not_found'],
  audit: 'tenant_group.created',
})

export const editTenantGroup = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/tenant-group/:groupId',
  access,
  summary: 'Rename a group, add and remove tenants: the grants that name it cover those it has',
  input: z.object({ groupId: id, name, add: memberships, remove: memberships }),
  output: done,
  errors: ['tenant_group.not_found', 'tenant_group.name_taken', 'company.not_found', 'staff_grant.not_held'],
  audit: 'tenant_group.changed',
})

export const deleteTenantGroup = endpoint({
  method: 'POST',
  path: '/api/v1/auth/tenant-group/:groupId/delete',
  access,
  summary: 'Delete a group, with the grants that name it',
  input: z.object({ groupId: id }),
  output: z.object({ revoked: z.number().int() }),
  errors: ['tenant_group.not_found'],
  audit: 'tenant_group.deleted',
})
