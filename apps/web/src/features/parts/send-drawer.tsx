import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type Amount, sentAmount } from './amount.ts'
import { AmountItems } from './amount-items.tsx'
import { afterTransfer } from './part.ts'
import { WarehouseItem } from './warehouse-item.tsx'

interface Values extends Amount {
  fromId?: string
  toId?: string
  tracking: string
  note: string
}

const initialValues: Values = { by: 'serial', tracking: '', note: '' }

/** Sends parts to another warehouse. */
export function SendDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const send = useAct('POST /api/v1/work/part/transfer', { errors: 'caller', refresh: afterTransfer })
  const submit = async ({ fromId = '', toId = '', tracking, note, ...amount }: Values) => {
    await send.mutateAsync({ fromId, toId, tracking, note, ...sentAmount(amount) })
    notify.success(t('parts.transferSent'))
  }
  return (
    <FormDrawer<Values>
      title={t('parts.transferTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
      savedText={false}
    >
      <Places open={open} />
      <AmountItems open={open} />
      <Form.Item name="tracking" label={t('parts.trackingNumber')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="note" label={t('parts.note')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDrawer>
  )
}

function Places({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const from: string | undefined = Form.useWatch('fromId')
  return (
    <>
      <WarehouseItem open={open} name="fromId" label={t('parts.transferFrom')} />
      <WarehouseItem open={open} name="toId" label={t('parts.transferTo')} without={from} />
    </>
  )
}
