import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { permissionCodes } from './permissions.ts'
import { builtInRole, done, id, instant, name, pageInput, pageOf } from './schemas.ts'

/** A role: the key of a built-in one, or the id of one of the company's own. */
export const roleRef = z.union([id, builtInRole])

export const permissionCode = z.enum(permissionCodes)

/** Data scope of a role: all, own department and below, or named outlets. */
export const dataScope = z.enum(['company', 'department', 'outlets'])

/** Created here, a copy that follows its origin, or a detached copy. */
const affiliation = z.enum(['builtIn', 'own', 'following', 'detached'])

/** Progress of a publication: `done` of `total` companies. */
const publication = z.object({
  toAll: z.boolean(),
  total: z.number().int(),
  done: z.number().int(),
  finished: z.boolean(),
})

const named = z.object({ id, name: z.string() })

const listed = z.object({
  role: roleRef,
  name: z.string(),
  description: z.string(),
  affiliation,
  /** The company that published it. */
  publishedBy: z.string().nullable(),
  dataScope,
  outlets: z.number().int(),
  members: z.number().int(),
  membersCapped: z.boolean(),
  permissions: z.number().int(),
  publication: publication.nullable(),
  updatedAt: instant.nullable(),
})

const roleFilters = {
  /** Searches names and descriptions. */
  search: z.string().trim().max(100).optional(),
  affiliation: affiliation.optional(),
  /** Roles that hold this code. */
  permission: permissionCode.optional(),
  sort: z
    .enum(
      ['name', 'members', 'permissions', 'createdAt', 'updatedAt'].flatMap((column) => [
        column,
        `-${column}`,
      ]),
    )
    .default('name'),
}

export const pageRoles = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/role/lists',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE',
  summary:
    'The roles of the company acted in, built-in ones first; `sort` by name, members, permissions, createdAt or updatedAt',
  input: pageInput.extend(roleFilters),
  output: pageOf(listed),
})

export const exportRoles = endpoint({
  method: 'POST',
  path: '/api/v1/auth/role/export',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE',
  summary: 'The list of roles as CSV, with its filters and order, and what each holds',
  answer: 'csv',
  input: pageInput.extend(roleFilters),
  output: z.string(),
  audit: 'role.exported',
})

export const getRole = endpoint({
  method: 'GET',
  path: '/api/v1/auth/role/:role',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE',
  summary: 'One role with its permissions, its outlets, and to whom it is published',
  input: z.object({ role: roleRef }),
  output: listed.extend({
    codes: z.array(permissionCode),
    outletList: z.array(named),
    /** Outlets beyond the caller's own data scope, which an edit sends back unchanged. */
    outletsUnseen: z.array(id),
    /** Companies of a publication to chosen companies. */
    companies: z.array(named),
    /** Sent back on save, so that concurrent editors do not overwrite each other. */
    version: z.number().int(),
    updatedBy: z.string().nullable(),
    /** Role of members that a synchronisation creates. */
    isDefault: z.boolean(),
  }),
  errors: ['role.not_found'],
})

const roleContent = {
  codes: z.array(permissionCode).min(1, 'validation.rolePermissionsEmpty').max(permissionCodes.length),
  dataScope,
  outletIds: z.array(id).max(500).default([]),
}

const written = z.object({
  name,
  description: z.string().trim().max(500).default(''),
  ...roleContent,
})

/** A role of chosen outlets names at least one. */
function someOutlets(
  given: { dataScope: string; outletIds: readonly string[] },
  context: z.RefinementCtx,
): void {
  if (given.dataScope === 'outlets' && given.outletIds.length === 0)
    context.addIssue({ code: 'custom', path: ['outletIds'], message: 'validation.missing' })
}

const refusedGrants = ['role.not_held', 'role.scope_too_wide', 'role.name_taken', 'outlet.not_found'] as const

export const createRole = endpoint({
  method: 'POST',
  path: '/api/v1/auth/role',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE_EDIT',
  summary: 'Create a role; nobody puts into it what they do not hold',
  input: written.superRefine(someOutlets),
  output: z.object({ roleId: id }),
  errors: [...refusedGrants, 'role.limit'],
  audit: 'role.created',
})

export const editRole = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/role/:roleId',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE_EDIT',
  summary: 'Change a role of the company; in force with the next request of everybody who has it',
  input: written.extend({ roleId: id, version: z.number().int().min(0) }).superRefine(someOutlets),
  output: z.object({ version: z.number().int() }),
  errors: [
    ...refusedGrants,
    'role.not_found',
    'role.following',
    'role.changed_meanwhile',
    'role.published',
    'role.not_publishable',
    'staff_grant.not_held',
  ],
  audit: 'role.changed',
})

export const deleteRole = endpoint({
  method: 'POST',
  path: '/api/v1/auth/role/:roleId/delete',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE_EDIT',
  summary: 'Delete a role; those who have it get the replacement, without which nobody may have it',
  input: z.object({ roleId: id, replacement: roleRef.optional() }),
  output: z.object({ moved: z.number().int() }),
  errors: [
    'role.not_found',
    'role.in_use',
    'role.following',
    'role.published',
    'role.not_held',
    'role.scope_too_wide',
    'staff_grant.not_held',
  ],
  audit: 'role.deleted',
})

const changed = z.object({
  people: z.number().int(),
  peopleCapped: z.boolean(),
  /** The first twenty, by name. */
  names: z.array(z.string()),
  codes: z.array(z.object({ code: permissionCode, people: z.number().int() })),
})

export const previewRole = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/role/preview',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE',
  summary: 'Who would gain and who would lose what, if a role were changed so, or deleted for another',
  input: z.object({
    roleId: id,
    /** Instead of what follows: the role is deleted, and this one takes its place. */
    replacement: roleRef.optional(),
    deleted: z.boolean().default(false),
    codes: z.array(permissionCode).max(permissionCodes.length).default([]),
    dataScope: dataScope.default('company'),
    outletIds: z.array(id).max(500).default([]),
  }),
  output: z.object({
    gains: changed,
    losses: changed,
    /** How the visibility of its holders changes. */
    scope: z.enum(['same', 'wider', 'narrower', 'other']),
    /** Who has the role. */
    holders: z.number().int(),
    holdersCapped: z.boolean(),
    /** Companies below with following copies, and the people who hold one. */
    copies: z.number().int(),
    copyHolders: z.number().int(),
    copyHoldersCapped: z.boolean(),
  }),
  errors: ['role.not_found'],
})

export const pageRoleMembers = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/role/members',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE',
  summary: 'The members of the company acted in who have a role, or all of them',
  input: pageInput.extend({ role: roleRef.optional(), search: z.string().trim().max(100).optional() }),
  output: pageOf(
    z.object({
      memberId: id,
      displayName: z.string(),
      department: z.string().nullable(),
      status: z.enum(['enabled', 'disabled']),
    }),
  ),
  errors: ['role.not_found'],
})

export const rolesToGrant = endpoint({
  method: 'GET',
  path: '/api/v1/auth/role/offer',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE',
  summary: 'What the caller can put into a role here: codes held, and those held for the whole company',
  input: z.object({}),
  output: z.object({
    /** Codes that apply to this kind of company. */
    offered: z.array(permissionCode),
    held: z.array(permissionCode),
    heldEverywhere: z.array(permissionCode),
    mayPublish: z.boolean(),
  }),
})

export const roleOutlets = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/role/outlets',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE',
  summary: 'Outlets that a role can be limited to, by name; the first fifty',
  input: z.object({ search: z.string().trim().max(100).default('') }),
  output: z.array(named),
})

export const roleCompanies = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/role/companies',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE_PUBLISH',
  summary: 'Companies below, to publish a role to, by name; the first fifty',
  input: z.object({ search: z.string().trim().max(100).default('') }),
  output: z.array(named),
})

export const publishRole = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/role/:roleId/publication',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE_PUBLISH',
  summary: 'Publish a role to all companies below, later ones too, or to these; a job makes the copies',
  input: z
    .object({ roleId: id, toAll: z.boolean(), companyIds: z.array(id).max(1000).default([]) })
    .refine(({ toAll, companyIds }) => toAll || companyIds.length > 0, {
      path: ['companyIds'],
      message: 'validation.missing',
    }),
  output: done,
  errors: [
    'role.not_found',
    'role.following',
    'role.not_publishable',
    'role.not_held',
    'role.scope_too_wide',
    'company.not_found',
  ],
  audit: 'role.published',
})

export const unpublishRole = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/role/:roleId/publication',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE_PUBLISH',
  summary: "End a publication: copies that somebody has stay and are their companies' own, the others go",
  input: z.object({ roleId: id }),
  output: done,
  errors: ['role.not_found'],
  audit: 'role.unpublished',
})

export const detachRole = endpoint({
  method: 'POST',
  path: '/api/v1/auth/role/:roleId/detach',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE_EDIT',
  summary: "Make a published copy the company's own: it no longer follows, and can be edited",
  input: z.object({ roleId: id }),
  output: done,
  errors: ['role.not_found', 'role.not_following', 'role.not_held', 'role.scope_too_wide'],
  audit: 'role.detached',
})

export const whyPermitted = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/role/why',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE',
  summary: 'Why a member can or cannot do something: which roles give it, or what is missing',
  input: z.object({ memberId: id, code: permissionCode }),
  output: z.object({
    allowed: z.boolean(),
    /** Roles of the member that hold the code, and the scope of each. */
    roles: z.array(
      z.object({
        role: roleRef,
        name: z.string(),
        dataScope,
        outlets: z.number().int(),
        publishedBy: z.string().nullable(),
      }),
    ),
    /** The obstacle; `no_role` when none of the member's roles holds it. */
    missing: z.array(
      z.enum([
        'no_role',
        'company_kind',
        'member_disabled',
        'account_disabled',
        'company_frozen',
        'company_deactivated',
      ]),
    ),
    /** Other roles of the company that would grant it. */
    others: z.array(z.object({ role: roleRef, name: z.string() })),
    /** Tenants in which a grant gives it (`limit` null), and the obstacles in the others. */
    acting: z.array(
      z.object({
        companyName: z.string(),
        limit: z
          .enum([
            'expired',
            'company_kind',
            'no_role',
            'ceiling',
            'never',
            'consent_needed',
            'outside_hours',
            'ended',
            'company_frozen',
            'company_deactivated',
          ])
          .nullable(),
      }),
    ),
  }),
  errors: ['member.not_found'],
})

export const defaultRole = endpoint({
  method: 'GET',
  path: '/api/v1/auth/role/default',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE',
  summary: 'The role of members whom a synchronisation makes',
  input: z.object({}),
  output: z.object({ role: roleRef, name: z.string() }),
})

export const chooseDefaultRole = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/role/default',
  access: 'DMS_SERVER_AUTH_MANAGE_ROLE_EDIT',
  summary: 'Choose the role of members whom a synchronisation makes',
  input: z.object({ role: roleRef }),
  output: done,
  errors: ['role.not_found', 'role.not_held', 'role.scope_too_wide'],
  audit: 'role.default_chosen',
})
