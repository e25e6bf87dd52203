import type { Proposal } from '@netward/contract/conversations'
import { fieldsOf } from './proposal-form.ts'
import { useFieldName } from './use-field-name.ts'
import { useValueName } from './use-value-name.ts'
import { valueText } from './values-text.ts'

/** What a proposal would do, in words. A template stands in its own lines. */
export function ProposalValues({ proposal }: { proposal: Proposal }) {
  const fieldName = useFieldName()
  const valueName = useValueName(proposal.kind)
  const fields = fieldsOf(proposal).filter(
    ({ name }) => name !== 'definition' && valueText(proposal.input[name]) !== '',
  )
  if (fields.length === 0) return null
  return (
    <dl className="answer-values">
      {fields.map(({ name }) => (
        <div key={name}>
          <dt>{fieldName(name)}</dt>
          <dd>{valueName(name, proposal.input[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
