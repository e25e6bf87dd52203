import { partCategories } from '@netward/contract/part-values'
import { Form, Input, InputNumber, Radio, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterModel, type PartModel, type PartModelInput } from './part.ts'

const empty: PartModelInput = {
  brand: '',
  name: '',
  category: 'other',
  serialised: true,
  warrantyMonths: 12,
  price: null,
  note: '',
}

/** Adds a model, or changes one. */
export function ModelDrawer(props: { model: PartModel | null; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { model, open, onClose } = props
  const add = useAct('POST /api/v1/work/part/model', { errors: 'caller', refresh: afterModel })
  const edit = useAct('PUT /api/v1/work/part/model/:modelId', { errors: 'caller', refresh: afterModel })
  const initialValues = useMemo(() => {
    if (model === null) return empty
    const { id: _id, available: _available, ...values } = model
    return values
  }, [model])
  const submit = (values: PartModelInput) => {
    const sent = { ...values, warrantyMonths: values.warrantyMonths ?? 0 }
    if (model === null) return add.mutateAsync(sent)
    const { serialised: _fixed, ...changed } = sent
    return edit.mutateAsync({ modelId: model.id, ...changed })
  }
  return (
    <FormDrawer<PartModelInput>
      title={t(model === null ? 'parts.addModelTitle' : 'parts.editModelTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
    >
      <Form.Item
        name="name"
        label={t('parts.model')}
        rules={[{ required: true, whitespace: true, message: t('parts.modelEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="brand" label={t('parts.brand')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="category" label={t('parts.category')}>
        <Select options={partCategories.map((value) => ({ value, label: t(`parts.categories.${value}`) }))} />
      </Form.Item>
      <Form.Item name="serialised" label={t('parts.tracking')} extra={t('parts.trackingHint')}>
        <Radio.Group
          disabled={model !== null}
          options={[
            { value: true, label: t('parts.serialised') },
            { value: false, label: t('parts.counted') },
          ]}
        />
      </Form.Item>
      <Form.Item name="warrantyMonths" label={t('parts.warrantyMonths')}>
        <InputNumber min={0} max={240} precision={0} />
      </Form.Item>
      <Form.Item name="price" label={t('parts.price')}>
        <InputNumber min={0} max={99_999_999} precision={2} />
      </Form.Item>
      <Form.Item name="note" label={t('parts.note')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDrawer>
  )
}
