import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { warehouseChoices } from './part.ts'

/** Selects a warehouse of the company acted in. */
export function WarehouseItem(props: {
  open: boolean
  name?: string
  label?: string
  /** Not offered. */
  without?: string | undefined
}) {
  const { t } = useTranslation()
  const { open, name = 'warehouseId', label = t('parts.warehouse'), without } = props
  const found = useApi(warehouseChoices, {}, { enabled: open }).data ?? []
  return (
    <Form.Item name={name} label={label} rules={[{ required: true, message: t('parts.warehouseSelect') }]}>
      <Select
        placeholder={t('common.pleaseSelect')}
        showSearch={{ optionFilterProp: 'label' }}
        options={found
          .filter(({ id }) => id !== without)
          .map((one) => ({ value: one.id, label: one.own ? `${one.name} · ${t('parts.own')}` : one.name }))}
      />
    </Form.Item>
  )
}
