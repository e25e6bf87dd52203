import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListColumn } from '../../../ui/list-page.tsx'
import type { SearchField } from '../../../ui/list-search-form.tsx'
import type { OrderRow } from '../order.ts'
import { useLabelOf, useListedFields, useShownValue } from './custom-field.ts'

const dash = '—'

/** Columns of the list, hidden until somebody selects them. */
export function useCustomColumns(): readonly ListColumn<OrderRow>[] {
  const { t } = useTranslation()
  const fields = useListedFields()
  const labelOf = useLabelOf()
  const shown = useShownValue()
  return useMemo(
    () =>
      fields
        .filter(({ archived }) => !archived)
        .map((field) => ({
          key: `custom.${field.id}`,
          title: `${labelOf(field)} · ${t(`orders.types.${field.type}`)}`,
          width: 150,
          hidden: true,
          render: ({ custom, type }) => {
            const value = type === field.type ? custom[field.id] : undefined
            return value === undefined ? dash : shown(field, value)
          },
        })),
    [t, fields, labelOf, shown],
  )
}

export function useCustomFilters(): readonly SearchField[] {
  const { t } = useTranslation()
  const fields = useListedFields()
  const labelOf = useLabelOf()
  return useMemo(
    () =>
      fields.map((field): SearchField => {
        const base = {
          name: `custom.${field.id}`,
          label: `${labelOf(field)} · ${t(`orders.types.${field.type}`)}`,
        }
        if (field.kind === 'yes_no')
          return {
            ...base,
            kind: 'select',
            options: (['yes', 'no'] as const).map((value) => ({ value, label: t(`orderForms.${value}`) })),
          }
        if (field.kind === 'choice')
          return {
            ...base,
            kind: 'select',
            options: field.options.map((option) => ({ value: option.key, label: labelOf(option) })),
          }
        return {
          ...base,
          kind: 'text',
          placeholder: t(field.kind === 'date' ? 'orderForms.dateFilter' : 'orderForms.exact'),
        }
      }),
    [t, fields, labelOf],
  )
}
