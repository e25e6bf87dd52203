import { isps } from '@netward/contract/outlet-values'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../../ui/date-field.tsx'

/** Of a carrier fault, below `in`; a new order has neither a restoration nor a compensation. */
export function CarrierItems({ within, isNew }: { within: readonly string[]; isNew: boolean }) {
  const { t } = useTranslation()
  const at = (name: string) => [...within, name]
  return (
    <>
      <div className="order-form-pair">
        <Form.Item
          name={at('isp')}
          label={t('orders.carrier.isp')}
          rules={[{ required: true, message: t('orders.carrier.ispEmpty') }]}
        >
          <Select
            placeholder={t('common.pleaseSelect')}
            options={isps.map((value) => ({ value, label: t(`outlets.isps.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name={at('ispName')} label={t('orders.carrier.ispName')}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name={at('ticket')} label={t('orders.carrier.ticket')}>
          <Input maxLength={60} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item name={at('reportedAt')} label={t('orders.carrier.reportedAt')}>
          <DateField kind="moment" />
        </Form.Item>
        <Form.Item
          name={at('promisedAt')}
          label={t('orders.carrier.promisedAt')}
          extra={t('orders.carrier.promisedHint')}
        >
          <DateField kind="moment" />
        </Form.Item>
        {!isNew && (
          <Form.Item name={at('restoredAt')} label={t('orders.carrier.restoredAt')}>
            <DateField kind="moment" />
          </Form.Item>
        )}
      </div>
      {!isNew && (
        <>
          <Form.Item name={at('compensation')} label={t('orders.carrier.compensation')}>
            <InputNumber min={0} max={99_999_999} precision={2} />
          </Form.Item>
          <Form.Item name={at('note')} label={t('orders.carrier.note')}>
            <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 8 }} />
          </Form.Item>
        </>
      )}
    </>
  )
}
