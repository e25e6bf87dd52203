import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { ModelItem } from './model-item.tsx'
import { lifeRead } from './part.ts'
import { WarehouseItem } from './warehouse-item.tsx'

export interface Broken {
  warehouseId?: string
  serial: string
  modelId?: string
  note: string
}

export const noBroken: Broken = { serial: '', note: '' }

export const sentBroken = ({ warehouseId = '', serial, modelId, note }: Broken) => ({
  warehouseId,
  note,
  ...(serial !== '' && { serial }),
  ...(modelId !== undefined && { modelId }),
})

/** Where a broken device goes. Its serial number and model are asked only if they are not known. */
export function BrokenItems({ open, serial }: { open: boolean; serial: string }) {
  const { t } = useTranslation()
  const life = useApi(lifeRead, { serial }, { enabled: open && serial !== '' }).data
  const isKnown = serial !== '' && life !== undefined && life.part !== null
  return (
    <>
      <WarehouseItem open={open} />
      {serial === '' && (
        <Form.Item
          name="serial"
          label={t('parts.brokenSerial')}
          extra={t('parts.brokenSerialHint')}
          rules={[{ required: true, whitespace: true, message: t('parts.serialsEmpty') }]}
        >
          <Input maxLength={64} autoComplete="off" />
        </Form.Item>
      )}
      {!isKnown && (
        <ModelItem open={open} label={t('parts.brokenModel')} extra={t('parts.brokenModelHint')} />
      )}
      <Form.Item name="note" label={t('parts.note')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  )
}
