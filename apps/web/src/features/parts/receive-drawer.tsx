import { Form, Input, InputNumber } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { QuantityItem, SerialsItem } from './amount-items.tsx'
import { ModelItem, useModel } from './model-item.tsx'
import { afterMovement } from './part.ts'
import { serialsIn } from './serials-in.ts'
import { WarehouseItem } from './warehouse-item.tsx'

interface Values {
  warehouseId?: string
  modelId?: string
  /** Not of a counted model. */
  serials?: string
  quantity?: number | null
  supplier: string
  reference: string
  purchasedOn: string
  warrantyUntil: string
  unitPrice: number | null
  note: string
}

/** Receives parts of one model. */
export function ReceiveDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const receive = useAct('POST /api/v1/work/part/receive', { errors: 'caller', refresh: afterMovement })
  const initialValues = useMemo(
    (): Values => ({
      serials: '',
      supplier: '',
      reference: '',
      purchasedOn: '',
      warrantyUntil: '',
      unitPrice: null,
      note: '',
    }),
    [],
  )
  const submit = async ({
    warehouseId = '',
    modelId = '',
    serials = '',
    quantity,
    purchasedOn,
    warrantyUntil,
    ...more
  }: Values) => {
    const { received } = await receive.mutateAsync({
      warehouseId,
      modelId,
      serials: serialsIn(serials),
      ...(quantity != null && { quantity }),
      ...(purchasedOn !== '' && { purchasedOn }),
      ...(warrantyUntil !== '' && { warrantyUntil }),
      ...more,
    })
    notify.success(t('parts.received', { count: received }))
  }
  return (
    <FormDrawer<Values>
      title={t('parts.receiveTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
      savedText={false}
    >
      <WarehouseItem open={open} />
      <ModelItem open={open} />
      <Amount />
      <Form.Item name="supplier" label={t('parts.supplier')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="reference" label={t('parts.reference')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="purchasedOn" label={t('parts.purchasedOn')}>
        <DateField />
      </Form.Item>
      <Form.Item name="warrantyUntil" label={t('parts.warrantyUntil')} extra={t('parts.warrantyUntilHint')}>
        <DateField />
      </Form.Item>
      <Form.Item name="unitPrice" label={t('parts.price')}>
        <InputNumber min={0} max={99_999_999} precision={2} />
      </Form.Item>
      <Form.Item name="note" label={t('parts.note')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDrawer>
  )
}

/** Serial numbers or a quantity, as the model is tracked. */
function Amount() {
  const model = useModel(Form.useWatch('modelId'))
  if (model === undefined) return null
  return model.serialised ? <SerialsItem /> : <QuantityItem />
}
