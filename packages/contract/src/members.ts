import { z } from 'zod'
import { departmentNameProblem } from './field-rules.ts'
import { endpoint } from './endpoint.ts'
import { sortableKeys } from './entity-fields.ts'
import { detailRules, inputRules } from './entity-rules.ts'
import { memberColumns, memberEntity } from './member-fields.ts'
import { roleRef } from './roles.ts'
import {
  done,
  failedItem,
  id,
  ids,
  instant,
  name,
  newPassword,
  pageInput,
  pageOf,
  userName,
} from './schemas.ts'

/** A department path joins names with slashes: no name may contain one. */
const departmentName = name.superRefine((value, context) => {
  const message = departmentNameProblem(value)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

export const departments = endpoint({
  method: 'GET',
  path: '/api/v1/auth/department',
  access: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT',
  summary:
    'The departments of the company acted in, each after the one above it, with how many members they have',
  input: z.object({}),
  output: z.array(
    z.object({
      id,
      /** Null for the company itself, and where the parent is not visible to the caller. */
      parentId: id.nullable(),
      name: z.string(),
      /** The company's own node: it cannot be renamed, moved or deleted here. */
      isRoot: z.boolean(),
      /** Who heads it. */
      head: z.object({ memberId: id, name: z.string() }).nullable(),
      /** Directly in it. */
      members: z.number().int(),
      /** Including all below. */
      membersBelow: z.number().int(),
    }),
  ),
})

export const createDepartment = endpoint({
  method: 'POST',
  path: '/api/v1/auth/department',
  access: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT_EDIT',
  summary: 'Create a department below another one or below the company',
  input: z.object({ name: departmentName, parentId: id }),
  output: z.object({ departmentId: id }),
  errors: ['department.not_found', 'department.name_taken', 'department.too_deep', 'department.limit'],
  audit: 'department.created',
})

export const renameDepartment = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/department/:departmentId',
  access: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT_EDIT',
  summary: 'Give a department another name',
  input: z.object({ departmentId: id, name: departmentName }),
  output: done,
  errors: ['department.not_found', 'department.name_taken'],
  audit: 'department.renamed',
})

export const moveDepartment = endpoint({
  method: 'POST',
  path: '/api/v1/auth/department/:departmentId/move',
  access: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT_EDIT',
  summary: 'Move a department with all that is below it',
  input: z.object({ departmentId: id, parentId: id }),
  output: done,
  errors: [
    'department.not_found',
    'department.name_taken',
    'department.too_deep',
    'department.below_itself',
    'permission.denied',
  ],
  audit: 'department.moved',
})

export const setDepartmentHead = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/department/:departmentId/head',
  access: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT_EDIT',
  summary: 'Name who heads a department or the company, who approves for it; null: nobody',
  input: z.object({ departmentId: id, memberId: id.nullable() }),
  output: done,
  errors: ['department.not_found', 'member.not_found'],
  audit: 'department.head_set',
})

export const deleteDepartment = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/department/:departmentId',
  access: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT_EDIT',
  summary: 'Delete a department that has no members, no departments and no outlets',
  input: z.object({ departmentId: id }),
  output: done,
  errors: ['department.not_found', 'department.not_empty'],
  audit: 'department.deleted',
})

/** Of one member. */
const maxRoles = 20

const memberRules = inputRules(memberEntity, {
  roles: z.array(roleRef).min(1, 'validation.memberRoleEmpty').max(maxRoles),
  departmentId: id,
})
const { roles: _roles, departmentId: _departmentId, ...plainRules } = memberRules

export const createMember = endpoint({
  method: 'POST',
  path: '/api/v1/auth/member',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE',
  summary: 'Create a person with a membership in the company acted in (act in a tenant to create one there)',
  input: z.object({
    userName,
    ...plainRules,
    /**
     * At creation only: the first password, to be handed over. Its holder replaces it at the first sign-in.
     */
    password: newPassword,
    email: z.email().max(200).optional(),
    role: roleRef,
    departmentId: id.optional(),
  }),
  output: z.object({ memberId: id, userCode: id }),
  errors: [
    'member.name_taken',
    'permission.denied',
    'role.not_found',
    'sign_in.password_too_common',
    'sign_in.password_policy',
    'department.not_found',
  ],
  audit: 'member.created',
})

const memberFilters = {
  /** Searches names only: masked values must not be found by guessing. */
  search: z.string().trim().max(100).optional(),
  status: z.enum(['enabled', 'disabled']).optional(),
  role: roleRef.optional(),
  departmentId: id.optional(),
  /** Including all departments below; omitted: those directly in the department. */
  below: z.boolean().default(true),
  sort: z
    .enum(sortableKeys(memberColumns).flatMap((column) => [column, `-${column}`] as const))
    .default('displayName'),
}

export const pageMembers = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/member/lists',
  access: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT',
  summary:
    'The members of the company acted in; `sort` by displayName, userName, department, status, createdAt, lastSignInAt or lastActiveAt',
  input: pageInput.extend(memberFilters),
  output: pageOf(
    z.object({
      memberId: id,
      userCode: id,
      ...detailRules(memberEntity, {
        /** Keys of built-in roles, names of the company's own. */
        roles: z.array(z.string()),
        departmentId: id,
      }),
      /** Null for a person whose account another company created. */
      userName: z.string().nullable(),
      /** As `editMember` accepts them, in the same order. */
      roleRefs: z.array(roleRef),
      /** Path of the department; empty directly below the company. */
      department: z.array(z.string()),
      /** Names of other departments that a directory has the person in. */
      otherDepartments: z.array(z.string()),
      status: z.enum(['enabled', 'disabled']),
      /** Masked: 138****8000. */
      phone: z.string().nullable(),
      /** Masked: s***@example.com. */
      email: z.string().nullable(),
      createdAt: instant,
      /** The last sign-in to this company. */
      lastSignInAt: instant.nullable(),
      /** The last request in this company, from any of the person's sessions. */
      lastActiveAt: instant.nullable(),
    }),
  ),
})

export const exportMembers = endpoint({
  method: 'POST',
  path: '/api/v1/auth/member/export',
  access: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT',
  summary: 'The list of members as CSV, with its filters and order',
  answer: 'csv',
  input: pageInput.extend(memberFilters),
  output: z.string(),
  audit: 'member.exported',
})

export const rolesToGive = endpoint({
  method: 'GET',
  path: '/api/v1/auth/member/roles',
  access: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT',
  summary: 'The roles of the company acted in, and which of them the caller may give',
  input: z.object({}),
  output: z.array(z.object({ role: roleRef, name: z.string(), mayGive: z.boolean() })),
})

export const editMember = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/member/:memberId',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT',
  summary:
    'Change the name that a member has here, the roles and the department; not the account, which is theirs',
  input: z.object({
    memberId: id,
    ...memberRules,
  }),
  output: done,
  errors: [
    'member.not_found',
    'member.last_administrator',
    'role.not_found',
    'department.not_found',
    'permission.denied',
  ],
  audit: 'member.changed',
})

const batch = z.object({ accepted: z.number().int(), failed: z.array(failedItem) })

export const moveMembers = endpoint({
  method: 'POST',
  path: '/api/v1/auth/member/batch/move',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT',
  summary: 'Move members to a department',
  input: z.object({ memberIds: ids, departmentId: id }),
  output: batch,
  errors: ['department.not_found', '50001', '50002'],
  audit: 'member.moved',
})

export const setMemberStatus = endpoint({
  method: 'POST',
  path: '/api/v1/auth/member/batch/status',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE',
  summary: 'Enable or disable members; a disabled member loses access to this company at once',
  input: z.object({ memberIds: ids, status: z.enum(['enabled', 'disabled']) }),
  output: batch,
  errors: ['50001', '50002'],
  audit: 'member.status_changed',
})

export const changeMemberRoles = endpoint({
  method: 'POST',
  path: '/api/v1/auth/member/batch/roles',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT',
  summary: 'Give members roles and take others from them; each keeps one at least',
  input: z
    .object({
      memberIds: ids,
      give: z.array(roleRef).max(maxRoles).default([]),
      take: z.array(roleRef).max(maxRoles).default([]),
    })
    .refine(({ give, take }) => give.length + take.length > 0, {
      path: ['give'],
      message: 'validation.memberRoleEmpty',
    }),
  output: batch,
  errors: ['role.not_found', 'permission.denied', '50001', '50002'],
  audit: 'member.changed',
})

export const removeMembers = endpoint({
  method: 'POST',
  path: '/api/v1/auth/member/batch/remove',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_REMOVE',
  summary: 'Take members out of the company, those who may be; the others are listed with why',
  input: z.object({ memberIds: ids }),
  output: batch,
  errors: ['50001', '50002'],
  audit: 'member.removed',
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/member/:memberId',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_REMOVE',
  summary: 'Take a member out of the company; an account that another company made or uses stays',
  input: z.object({ memberId: id }),
  output: done,
  errors: ['member.not_found', 'member.last_administrator', 'member.oneself', 'permission.denied'],
  audit: 'member.removed',
})

export const sendMemberResetLink = endpoint({
  method: 'POST',
  path: '/api/v1/auth/member/:memberId/reset-link',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_RESET',
  summary:
    'Send a member a link to set a new password, to the mail address or else the phone that they have proved',
  input: z.object({ memberId: id }),
  output: done,
  errors: ['member.not_found', 'member.no_address', 'code.too_soon', 'code.channel_unavailable'],
  audit: 'member.reset_link_sent',
})
