import { type ProposalField, proposalFields } from '@netward/contract/proposal-fields'
import type { Proposal } from '@netward/contract/conversations'

/** What of a proposal the person may change. */
export const fieldsOf = ({ kind }: Proposal): readonly ProposalField[] => proposalFields[kind]

/** What the assistant wrote as a template; null: it is another act. */
export function templateText({ kind, input }: Proposal): string | null {
  const { definition } = input
  return kind === 'new_template' && typeof definition === 'string' ? definition : null
}
