import { Form, InputNumber } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ModelItem } from './model-item.tsx'
import { afterMovement, type StockRow } from './part.ts'
import { WarehouseItem } from './warehouse-item.tsx'

interface Values {
  warehouseId?: string
  modelId?: string
  minimum: number | null
}

/** Sets the minimum of a model in a warehouse: of a row of the stock, or of any. */
export function MinimumDrawer(props: { row: StockRow | null; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { row, open, onClose } = props
  const set = useAct('PUT /api/v1/work/part/minimum', { errors: 'caller', refresh: afterMovement })
  const initialValues = useMemo(
    (): Values =>
      row === null
        ? { minimum: 1 }
        : { warehouseId: row.warehouseId, modelId: row.modelId, minimum: row.minimum },
    [row],
  )
  return (
    <FormDrawer<Values>
      title={t('parts.setMinimumTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={({ warehouseId = '', modelId = '', minimum }) =>
        set.mutateAsync({ warehouseId, modelId, minimum: minimum ?? 0 })
      }
    >
      <WarehouseItem open={open} />
      <ModelItem open={open} />
      <Form.Item
        name="minimum"
        label={t('parts.minimum')}
        extra={t('parts.minimumHint')}
        rules={[{ required: true, message: t('parts.minimumEmpty') }]}
      >
        <InputNumber min={0} max={100_000} precision={0} />
      </Form.Item>
    </FormDrawer>
  )
}
