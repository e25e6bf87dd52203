import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '../order.ts'
import { useLabelOf, useOrderFieldsOf, useShownValue } from './custom-field.ts'

/** Labels and values of an order's custom fields, also of archived ones. */
export function useCustomFacts(order: Pick<OrderDetail, 'id' | 'custom' | 'type'>) {
  const fields = useOrderFieldsOf({ orderId: order.id })
  const labelOf = useLabelOf()
  const shown = useShownValue()
  return fields.flatMap((field) => {
    const value = order.custom[field.id]
    return value === undefined || field.type !== order.type
      ? []
      : [{ id: field.id, label: labelOf(field), value: shown(field, value) }]
  })
}

/** What was changed of them, as the history has it. */
export function CustomChanges({
  orderId,
  changes,
}: {
  orderId: string
  changes: OrderDetail['history'][number]['custom']
}) {
  const { t } = useTranslation()
  const fields = useOrderFieldsOf({ orderId })
  const labelOf = useLabelOf()
  const shown = useShownValue()
  return changes.map(({ fieldId, before, after }) => {
    const field = fields.find(({ id }) => id === fieldId)
    if (field === undefined) return null
    const text = (value: string | null) => (value === null ? t('orderForms.noValue') : shown(field, value))
    return (
      <span key={fieldId}>
        {t('orderForms.changed', { label: labelOf(field), before: text(before), after: text(after) })}
      </span>
    )
  })
}
