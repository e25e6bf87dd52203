import type { ProposalKind } from '@netward/contract/conversation-values'
import type { PhraseKey } from '@netward/phrases'
import { useTranslation } from 'react-i18next'

/** Where the names of a field's values stand. */
const namesOf: Readonly<Partial<Record<ProposalKind, Readonly<Record<string, string>>>>> = {
  open_order: {
    type: 'orders.types',
    category: 'orders.categories',
    impact: 'orders.impacts',
    urgency: 'orders.urgencies',
  },
  run_diagnostic: { kind: 'diagnostics.kinds' },
  test_line: { kind: 'lines.testKinds' },
}

/** The value of a proposal in words. */
export function useValueName(kind: ProposalKind): (field: string, value: unknown) => string {
  const { t } = useTranslation()
  return (field, value) => {
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
    const area = namesOf[kind]?.[field]
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return area === undefined ? text : t(`${area}.${text}` as Extract<PhraseKey, 'orders.types.fault'>)
  }
}
