import { type PartAct, partActs } from '@netward/contract/part-values'
import { Form, Input, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type Amount, sentAmount } from './amount.ts'
import { AmountItems } from './amount-items.tsx'
import { afterMovement } from './part.ts'
import { WarehouseItem } from './warehouse-item.tsx'

interface Values extends Amount {
  act: PartAct
  warehouseId?: string
  defective: boolean
  note: string
}

const initialValues: Values = { act: 'return', by: 'serial', defective: false, note: '' }

/** Returns, scraps, regrades and corrections. */
export function MoveDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const move = useAct('POST /api/v1/work/part/move', { errors: 'caller', refresh: afterMovement })
  const submit = async ({ act, warehouseId = '', defective, note, ...amount }: Values) => {
    const { moved } = await move.mutateAsync({
      act,
      warehouseId,
      note,
      defective: defective ?? false,
      ...sentAmount(amount),
    })
    notify.success(t('parts.moved', { count: moved }))
  }
  return (
    <FormDrawer<Values>
      title={t('parts.moveTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
      savedText={false}
    >
      <Items open={open} />
    </FormDrawer>
  )
}

function Items({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const act: PartAct = Form.useWatch('act') ?? 'return'
  const bySerial = (Form.useWatch('by') ?? 'serial') === 'serial'
  const needsReason = act === 'scrap' || act === 'correct'
  return (
    <>
      <Form.Item name="act" label={t('parts.act')} extra={t(`parts.actHints.${act}`)}>
        <Select options={partActs.map((value) => ({ value, label: t(`parts.acts.${value}`) }))} />
      </Form.Item>
      <WarehouseItem open={open} />
      <AmountItems open={open} min={act === 'correct' ? -100_000 : 1} />
      {(act === 'return' || (!bySerial && (act === 'scrap' || act === 'correct'))) && (
        <Form.Item name="defective" label={t('parts.condition')}>
          <Radio.Group
            options={[
              { value: false, label: t('parts.isGood') },
              { value: true, label: t('parts.isDefective') },
            ]}
          />
        </Form.Item>
      )}
      <Form.Item
        name="note"
        label={t(needsReason ? 'parts.reason' : 'parts.note')}
        rules={needsReason ? [{ required: true, whitespace: true, message: t('parts.reasonEmpty') }] : []}
      >
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  )
}
