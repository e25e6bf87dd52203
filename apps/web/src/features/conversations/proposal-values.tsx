import type { Proposal } from '@netward/contract/conversations'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from './proposal-form.ts'
import { useFieldName } from './use-field-name.ts'

/** What a proposal would do, in words. */
export function ProposalValues({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation()
  const fieldName = useFieldName()
  const fields = fieldsOf(proposal).filter(
    ({ key }) => !(proposal.kind === 'new_template' && key === 'definition'),
  )
  if (fields.length === 0) return null
  return (
    <dl className="answer-values">
      {fields.map(({ key }) => {
        const value = proposal.input[key]
        return (
          <div key={key}>
            <dt>{fieldName(key)}</dt>
            <dd>{typeof value === 'boolean' ? t(value ? 'common.yes' : 'common.no') : String(value)}</dd>
          </div>
        )
      })}
    </dl>
  )
}
