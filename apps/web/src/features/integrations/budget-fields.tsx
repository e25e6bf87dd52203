import { Form, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import type { Channel } from './channel.ts'

/** What messages and calls cost, and may cost in a day. */
export function BudgetFields({ spent }: { readonly spent: Channel['spent'] }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const hasCalls = Form.useWatch(['sms', 'calls'], form) === true
  const hasBudget = Form.useWatch(['sms', 'dailyBudget'], form) != null
  const price = (field: 'price' | 'callPrice') => (
    <Form.Item
      name={['sms', field]}
      label={t(`integrations.sms.${field}`)}
      extra={t('integrations.sms.priceHint')}
      rules={[{ required: hasBudget, message: t('errors.integration.price_missing') }]}
    >
      <InputNumber min={0} max={100} precision={3} step={0.005} prefix="¥" />
    </Form.Item>
  )
  return (
    <>
      {price('price')}
      {hasCalls && price('callPrice')}
      <Form.Item
        name={['sms', 'dailyBudget']}
        label={t('integrations.sms.dailyBudget')}
        extra={t('integrations.sms.dailyBudgetHint')}
      >
        <InputNumber min={0.01} max={1_000_000} precision={2} prefix="¥" />
      </Form.Item>
      {spent !== null && <Spent spent={spent} />}
    </>
  )
}

function Spent({ spent: { today, month } }: { readonly spent: NonNullable<Channel['spent']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = ({ messages, calls, cost }: typeof today) => ({
    messages: format.number(messages),
    calls: format.number(calls),
    cost: cost.toFixed(2),
  })
  return (
    <Form.Item label={t('integrations.sms.spent')}>
      <div>{t('integrations.sms.spentToday', shown(today))}</div>
      <div>{t('integrations.sms.spentMonth', shown(month))}</div>
    </Form.Item>
  )
}
