import { agreementPrices } from '@netward/contract/work-order-values'
import { Form, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'

/** What is not included in an agreement, and costs. */
export function PriceItems() {
  const { t } = useTranslation()
  return (
    <fieldset className="agreement-targets">
      <legend>{t('orderCosts.prices')}</legend>
      <div className="order-form-pair">
        {agreementPrices.map((of) => (
          <Form.Item key={of} name={['prices', of]} label={t(`orderCosts.priceOf.${of}`)}>
            <InputNumber min={0} max={9_999_999} precision={2} placeholder={t('orderCosts.none')} />
          </Form.Item>
        ))}
      </div>
    </fieldset>
  )
}
