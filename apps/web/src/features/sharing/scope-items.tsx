import type { SharingField, SharingKind } from '@netward/contract/sharing-values'
import { orderCategories } from '@netward/contract/work-order-values'
import { Checkbox, Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import './sharing.css'

const warehouseChoices = 'GET /api/v1/work/part/warehouse/choices'
const modelChoices = 'GET /api/v1/work/part/model/choices'

/** What a key opens: engineers by skill and region, or a warehouse and its models. */
export function ScopeItems({
  kind,
  open,
  fixed = false,
}: {
  kind: SharingKind
  open: boolean
  fixed?: boolean
}) {
  const { t } = useTranslation()
  if (kind === 'parts') return <PartItems open={open} fixed={fixed} />
  return (
    <>
      <Form.Item name="skills" label={t('fieldWork.skills')} extra={t('sharing.skillsHint')}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={orderCategories.map((value) => ({ value, label: t(`orders.categories.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="regions" label={t('fieldWork.regions')} extra={t('sharing.regionsHint')}>
        <Select mode="tags" open={false} suffixIcon={null} maxCount={50} tokenSeparators={[',', '，', ';']} />
      </Form.Item>
    </>
  )
}

function PartItems({ open, fixed }: { open: boolean; fixed: boolean }) {
  const { t } = useTranslation()
  const warehouses = useApi(warehouseChoices, {}, { enabled: open && !fixed }).data ?? []
  const models = useApi(modelChoices, {}, { enabled: open }).data ?? []
  return (
    <>
      {!fixed && (
        <Form.Item
          name="warehouseId"
          label={t('parts.warehouse')}
          rules={[{ required: true, message: t('parts.warehouseSelect') }]}
        >
          <Select
            placeholder={t('common.pleaseSelect')}
            showSearch={{ optionFilterProp: 'label' }}
            options={warehouses.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      )}
      <Form.Item name="modelIds" label={t('sharing.models')} extra={t('sharing.modelsHint')}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={models.map(({ id, brand, name }) => ({ value: id, label: `${brand} ${name}`.trim() }))}
        />
      </Form.Item>
    </>
  )
}

export function FieldsItem({ kind, offered }: { kind: SharingKind; offered: readonly SharingField[] }) {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="fields"
      label={t('sharing.fields')}
      {...(kind === 'engineers' && { extra: t('sharing.fieldsHint') })}
    >
      <Checkbox.Group options={offered.map((value) => ({ value, label: t(`sharing.field.${value}`) }))} />
    </Form.Item>
  )
}
