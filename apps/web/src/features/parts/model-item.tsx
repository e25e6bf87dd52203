import { Form, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { modelChoices } from './part.ts'

/** Selects a model: the server searches, since there may be thousands. */
export function ModelItem(props: { open: boolean; disabled?: boolean; label?: string; extra?: string }) {
  const { t } = useTranslation()
  const { open, disabled = false, label = t('parts.model'), extra } = props
  return (
    <Form.Item
      name="modelId"
      label={label}
      extra={extra}
      rules={[{ required: true, message: t('parts.modelSelect') }]}
    >
      <ModelSelect open={open} disabled={disabled} />
    </Form.Item>
  )
}

function ModelSelect({
  open,
  ...field
}: {
  open: boolean
  disabled: boolean
  id?: string
  value?: string
  onChange?: (value: string) => void
}) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found =
    useApi(modelChoices, wanted === '' ? {} : { search: wanted }, { enabled: open, keepPrevious: true })
      .data ?? []
  const chosen = useModel(field.value)
  const offered =
    chosen === undefined || found.some(({ id }) => id === chosen.id) ? found : [...found, chosen]
  return (
    <Select
      {...field}
      placeholder={t('common.pleaseSelect')}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      options={offered.map(({ id, brand, name }) => ({ value: id, label: `${brand} ${name}`.trim() }))}
    />
  )
}

/** The chosen model, once it is known. */
export function useModel(modelId: string | undefined) {
  const enabled = modelId !== undefined && modelId !== ''
  return useApi(modelChoices, { modelId: modelId ?? '' }, { enabled }).data?.[0]
}
