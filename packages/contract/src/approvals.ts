import { z } from 'zod'
import { approvalShown } from './approval-schemas.ts'
import {
  approvalKinds,
  approvalModes,
  approvalRisks,
  approvalStates,
  mostApprovalSteps,
} from './approval-values.ts'
import { endpoint } from './endpoint.ts'
import { roleRef } from './roles.ts'
import { done, id, instant, name, nothing, pageInput, pageOf } from './schemas.ts'

const mode = z.enum(approvalModes).default('any')

const step = z.discriminatedUnion('by', [
  /** Null: the department of who asks. */
  z.object({ by: z.literal('head'), departmentId: id.nullable().default(null), mode }),
  z.object({ by: z.literal('role'), role: roleRef, mode }),
  z.object({ by: z.literal('person'), memberIds: z.array(id).min(1).max(20), mode }),
  /** People of the company that owns the subject who may change it. */
  z.object({ by: z.literal('customer'), mode }),
])
export type ApprovalStep = z.infer<typeof step>

const policyFields = {
  kind: z.enum(approvalKinds),
  name,
  enabled: z.boolean().default(true),
  /** Also for companies below that have no policy of the kind. */
  forBelow: z.boolean().default(false),
  /** Either makes it apply; without both it always does. */
  fromAmount: z.number().min(1).max(999_999_999).nullable().default(null),
  fromRisk: z.enum(approvalRisks).nullable().default(null),
  steps: z.array(step).min(1).max(mostApprovalSteps),
}

const policyErrors = [
  'approval_policy.name_taken',
  'approval_policy.department_not_found',
  'approval_policy.role_not_found',
  'approval_policy.member_not_found',
] as const

export const pagePolicies = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/approval/policy/lists',
  access: 'DMS_SERVER_SYSTEM_APPROVAL',
  summary: 'Who approves what before it happens, in the company acted in',
  input: pageInput.extend({
    kind: z.enum(approvalKinds).optional(),
    sort: z.enum(['name', '-name']).default('name'),
  }),
  output: pageOf(
    z.object({
      id,
      ...policyFields,
      editedAt: instant,
      editedBy: z.string(),
    }),
  ),
})

export const policyChoices = endpoint({
  method: 'GET',
  path: '/api/v1/approval/policy/choices',
  access: 'DMS_SERVER_SYSTEM_APPROVAL',
  summary: 'Departments with their heads, roles and members that a step can name',
  input: nothing,
  output: z.object({
    departments: z.array(z.object({ id, name: z.string(), headName: z.string().nullable() })),
    /** Of a built-in role the name is empty: its key is the role. */
    roles: z.array(z.object({ role: z.string(), name: z.string() })),
    members: z.array(z.object({ id, name: z.string() })),
    /** Whether there are companies below. */
    hasCustomers: z.boolean(),
  }),
})

export const addPolicy = endpoint({
  method: 'POST',
  path: '/api/v1/approval/policy',
  access: 'DMS_SERVER_SYSTEM_APPROVAL',
  summary: 'Require approvals of a kind, from an amount or a risk on',
  input: z.object(policyFields),
  output: z.object({ id }),
  errors: ['approval_policy.too_many', ...policyErrors],
  audit: 'approval_policy.added',
})

export const editPolicy = endpoint({
  method: 'PUT',
  path: '/api/v1/approval/policy/:policyId',
  access: 'DMS_SERVER_SYSTEM_APPROVAL',
  summary: 'Change a policy; approvals that were asked for keep their steps',
  input: z.object({ policyId: id, ...policyFields }),
  output: done,
  errors: ['approval_policy.not_found', ...policyErrors],
  audit: 'approval_policy.edited',
})

export const deletePolicy = endpoint({
  method: 'DELETE',
  path: '/api/v1/approval/policy/:policyId',
  access: 'DMS_SERVER_SYSTEM_APPROVAL',
  summary: 'Delete a policy; approvals that were asked for keep their steps',
  inputKind: 'query',
  input: z.object({ policyId: id }),
  output: done,
  errors: ['approval_policy.not_found'],
  audit: 'approval_policy.deleted',
})

export const getApproval = endpoint({
  method: 'GET',
  path: '/api/v1/approval/item/:approvalId',
  access: 'own',
  summary: 'One approval, for who asked and who decides it',
  input: z.object({ approvalId: id }),
  output: approvalShown,
  errors: ['approval.not_found'],
})

export const decideApproval = endpoint({
  method: 'POST',
  path: '/api/v1/approval/item/:approvalId/decide',
  access: 'own',
  summary: 'Approve or refuse the step that was read, for oneself and those whose deputy one is',
  input: z
    .object({
      approvalId: id,
      step: z.number().int().min(1).max(10),
      approve: z.boolean(),
      note: z.string().trim().max(1000).default(''),
    })
    .superRefine(({ approve, note }, context) => {
      if (!approve && note === '')
        context.addIssue({ code: 'custom', path: ['note'], message: 'validation.missing' })
    }),
  output: z.object({ state: z.enum(approvalStates) }),
  errors: ['approval.not_found', 'approval.over', 'approval.not_yours'],
  audit: 'approval.decided',
})

export const withdrawApproval = endpoint({
  method: 'POST',
  path: '/api/v1/approval/item/:approvalId/withdraw',
  access: 'own',
  summary: 'Withdraw what one asked for',
  input: z.object({ approvalId: id }),
  output: done,
  errors: ['approval.not_found', 'approval.over', 'approval.not_yours'],
  audit: 'approval.withdrawn',
})

export const getDeputy = endpoint({
  method: 'GET',
  path: '/api/v1/approval/deputy',
  access: 'own',
  summary: 'Who decides for the caller while they are absent; null: nobody',
  input: nothing,
  output: z.object({
    deputy: z.object({ personId: id, name: z.string(), from: instant, until: instant }).nullable(),
  }),
})

export const deputyChoices = endpoint({
  method: 'GET',
  path: '/api/v1/approval/deputy/choices',
  access: 'own',
  summary: 'Colleagues who can stand in for the caller, the first 50 by name',
  input: z.object({ search: z.string().trim().max(100).default('') }),
  output: z.array(z.object({ personId: id, name: z.string() })),
})

const moment = z.iso.datetime({ offset: true }).meta({ examples: ['2026-12-01T09:00:00+08:00'] })

export const setDeputy = endpoint({
  method: 'PUT',
  path: '/api/v1/approval/deputy',
  access: 'own',
  summary: 'Have a colleague decide approvals during an absence of at most 90 days; null: nobody',
  input: z.object({ deputy: z.object({ personId: id, from: moment, until: moment }).nullable() }),
  output: done,
  errors: ['deputy.not_found', 'deputy.dates_swapped', 'deputy.too_long'],
  audit: 'approval_deputy.set',
})
