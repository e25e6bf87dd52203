import { Select, type SelectProps } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Choice {
  readonly value: string
  readonly label: string
}

export interface SearchSelectProps extends Omit<SelectProps<string[]>, 'options' | 'showSearch' | 'mode'> {
  /** What the server finds; chosen ones keep their names when they are not among them. */
  readonly found: readonly Choice[]
  /** Names of those that were chosen before. */
  readonly known?: readonly Choice[]
  readonly onFind: (search: string) => void
}

const none: readonly Choice[] = []

/** Selects several of what the server searches, since there may be thousands. */
export function SearchSelect({ found, known = none, onFind, ...field }: SearchSelectProps) {
  const { t } = useTranslation()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const nameOf = (id: string) => names.get(id) ?? known.find(({ value }) => value === id)?.label ?? id
  const chosen = (field.value ?? [])
    .filter((id) => found.every(({ value }) => value !== id))
    .map((id) => ({ value: id, label: nameOf(id) }))
  const options = [...found, ...chosen]
  return (
    <Select
      placeholder={t('common.pleaseSelect')}
      {...field}
      mode="multiple"
      allowClear
      showSearch={{ filterOption: false, onSearch: onFind }}
      options={options}
      onChange={(ids, option) => {
        setNames(new Map([...names, ...options.map(({ value, label }) => [value, label] as const)]))
        field.onChange?.(ids, option)
      }}
    />
  )
}
