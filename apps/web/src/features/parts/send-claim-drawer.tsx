import { Form, Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type Amount, sentAmount } from './amount.ts'
import { AmountItems } from './amount-items.tsx'
import { afterClaim } from './part.ts'
import { WarehouseItem } from './warehouse-item.tsx'

interface Values extends Amount {
  warehouseId?: string
  vendor: string
  reference: string
  tracking: string
  dueOn: string
  note: string
}

const initialValues: Values = {
  by: 'serial',
  vendor: '',
  reference: '',
  tracking: '',
  dueOn: '',
  note: '',
}

/** Sends defective parts to their vendor. */
export function SendClaimDrawer(props: { serial?: string | null; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { serial = null, open, onClose } = props
  const values = useMemo(
    () => (serial === null ? initialValues : { ...initialValues, serials: serial }),
    [serial],
  )
  const send = useAct('POST /api/v1/work/part/claim', { errors: 'caller', refresh: afterClaim })
  const submit = async (given: Values) => {
    const { warehouseId = '', vendor, reference, tracking, dueOn, note, ...amount } = given
    const { sent } = await send.mutateAsync({
      warehouseId,
      vendor,
      reference,
      tracking,
      note,
      dueOn: dueOn || null,
      ...sentAmount(amount),
    })
    notify.success(t('parts.claimSent', { count: sent }))
  }
  return (
    <FormDrawer<Values>
      title={t('parts.claimTitle')}
      open={open}
      onClose={onClose}
      initialValues={values}
      onSubmit={submit}
      savedText={false}
    >
      <p className="quiet">{t('parts.claimHint')}</p>
      <WarehouseItem open={open} />
      <AmountItems open={open} />
      <Form.Item
        name="vendor"
        label={t('parts.vendor')}
        rules={[{ required: true, whitespace: true, message: t('parts.vendorEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="reference" label={t('parts.rma')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="tracking" label={t('parts.trackingNumber')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="dueOn" label={t('parts.dueOn')}>
        <DateField />
      </Form.Item>
      <Form.Item name="note" label={t('parts.note')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDrawer>
  )
}
