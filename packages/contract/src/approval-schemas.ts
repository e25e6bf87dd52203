import { z } from 'zod'
import { approvalKinds, approvalModes, approvalRisks, approvalStates, approvers } from './approval-values.ts'
import { id, instant } from './schemas.ts'

/** An approval as the page of its subject and its own page show it. */
export const approvalShown = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  kind: z.enum(approvalKinds),
  subjectId: id,
  version: z.number().int().nullable(),
  title: z.string(),
  amount: z.number().nullable(),
  risk: z.enum(approvalRisks).nullable(),
  note: z.string(),
  state: z.enum(approvalStates),
  /** The one that is decided now, from 1. */
  step: z.number().int(),
  askedAt: instant,
  askedBy: z.string(),
  endedAt: instant.nullable(),
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
  steps: z.array(
    z.object({
      by: z.enum(approvers),
      mode: z.enum(approvalModes),
      /** Null: that of who asked. */
      department: z.string().nullable(),
      role: z.string().nullable(),
      /** Of a role of the company's own. */
      roleName: z.string().nullable(),
      /** Whose people decide it. */
      company: z.string(),
      /** Who decides, while it is open. */
      people: z.array(z.string()),
      decisions: z.array(
        z.object({
          name: z.string(),
          /** The deputy who decided for them. */
          byName: z.string().nullable(),
          verdict: z.enum(['approved', 'refused']),
          note: z.string(),
          at: instant,
        }),
      ),
    }),
  ),
})
export type ApprovalShown = z.infer<typeof approvalShown>
