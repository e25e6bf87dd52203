import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useChoices } from './use-choices.ts'

interface Props {
  of: 'members' | 'groups' | 'tenants'
  many?: boolean
  id?: string
  value?: string | string[]
  onChange?: (value: string | string[]) => void
}

/** A choice among many, searched by the server by name. */
export function ChoiceField({ of, many = false, id, value, onChange }: Props) {
  const { t } = useTranslation()
  const choices = useChoices(of)
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(many && { mode: 'multiple' as const })}
      value={value ?? (many ? [] : null)}
      placeholder={t('common.pleaseSelect')}
      loading={choices.loading}
      showSearch={{ filterOption: false, onSearch: choices.onSearch }}
      options={choices.options}
      onChange={(next, option) => {
        choices.remember(option === undefined ? [] : Array.isArray(option) ? option : [option])
        onChange?.(next ?? '')
      }}
    />
  )
}
