import { Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ModelItem } from './model-item.tsx'
import { afterReservation } from './part.ts'
import { QuantityItem, SerialsItem } from './receive-drawer.tsx'
import { serialsIn } from './serials-in.ts'
import { WarehouseItem } from './warehouse-item.tsx'

interface Values {
  warehouseId?: string
  by: 'serial' | 'model'
  serials?: string
  modelId?: string
  quantity?: number | null
}

const initialValues: Values = { by: 'serial' }

/** Keeps parts of a warehouse for an order. */
export function ReserveDrawer(props: { orderId: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { orderId, open, onClose } = props
  const reserve = useAct('POST /api/v1/work/order/:orderId/part', {
    errors: 'caller',
    refresh: afterReservation,
  })
  const submit = async ({ warehouseId = '', by, serials = '', modelId, quantity }: Values) => {
    const { reserved } = await reserve.mutateAsync({
      orderId,
      warehouseId,
      ...(by === 'serial'
        ? { serials: serialsIn(serials) }
        : { ...(modelId !== undefined && { modelId }), ...(quantity != null && { quantity }) }),
    })
    notify.success(t('parts.reservedDone', { count: reserved }))
  }
  return (
    <FormDrawer<Values>
      title={t('parts.reserveTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
      savedText={false}
    >
      <WarehouseItem open={open} />
      <Form.Item name="by" label={t('parts.byWhat')}>
        <Radio.Group
          options={[
            { value: 'serial', label: t('parts.bySerial') },
            { value: 'model', label: t('parts.byModel') },
          ]}
        />
      </Form.Item>
      <What open={open} />
    </FormDrawer>
  )
}

function What({ open }: { open: boolean }) {
  if (Form.useWatch('by') !== 'model') return <SerialsItem />
  return (
    <>
      <ModelItem open={open} />
      <QuantityItem />
    </>
  )
}
