/** What can need an approval before it happens. */
export const approvalKinds = ['change_order', 'campaign', 'rollback', 'template', 'service_report'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

/** How likely a change does harm, the least first. */
export const approvalRisks = ['low', 'medium', 'high'] as const
export type ApprovalRisk = (typeof approvalRisks)[number]

/** What the amount of a kind counts; `null`: it has none. */
export const amountOfKind = {
  change_order: 'money',
  campaign: 'gateways',
  rollback: 'gateways',
  template: null,
  service_report: null,
} as const satisfies Record<ApprovalKind, 'money' | 'gateways' | null>

/** Kinds that have a risk. */
export const hasRisk = (kind: ApprovalKind): boolean => kind === 'change_order'

/**
 * Who decides a step: the head of a department (without one, of that of who asks), the holders of a role, named members, or the
 * people of the company that owns the subject.
 */
export const approvers = ['head', 'role', 'person', 'customer'] as const
export type Approver = (typeof approvers)[number]

/** One of them is enough, or all have to approve. */
export const approvalModes = ['any', 'all'] as const

export const mostApprovalSteps = 5
export const mostApprovalPolicies = 50
export const mostDeputyDays = 90

export const approvalStates = ['pending', 'approved', 'refused', 'withdrawn'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** Whether a subject may go on. `free`: no policy applies to it. */
export const approvalStandings = ['free', 'needed', 'pending', 'approved', 'refused'] as const
export type ApprovalStanding = (typeof approvalStandings)[number]

export const isAllowed = (standing: ApprovalStanding): boolean =>
  standing === 'free' || standing === 'approved'
