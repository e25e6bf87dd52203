import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { mostPrices } from '@netward/contract/assistant-values'
import { AutoComplete, Button, Form, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../ui/date-field.tsx'
import type { Provider } from './provider.ts'

/** A cleared model is undefined: the price of all of them. */
export const writtenPrices = (prices: Provider['prices']): Provider['prices'] =>
  prices.map((price) => ({ ...price, model: (price.model ?? '').trim() }))

/** The field `prices` of a form: a row for each model and day. */
export function PriceRows({ models }: { models: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <Form.List name="prices">
      {(rows, { add, remove }) => (
        <>
          {rows.map(({ key, name }) => (
            <fieldset key={key} className="assistant-price">
              <PriceItems at={name} models={models} />
              <Button
                type="text"
                icon={<MinusCircleOutlined />}
                aria-label={t('assistant.removePrice')}
                title={t('assistant.removePrice')}
                onClick={() => remove(name)}
              />
            </fieldset>
          ))}
          {rows.length < mostPrices && (
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({ model: '' })}>
              {t('assistant.addPrice')}
            </Button>
          )}
        </>
      )}
    </Form.List>
  )
}

const parts = [
  ['input', 'priceInput'],
  ['cached', 'priceCached'],
  ['output', 'priceOutput'],
] as const

function PriceItems({ at, models }: { at: number; models: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item name={[at, 'model']} label={t('assistant.priceModel')}>
        <AutoComplete
          maxLength={200}
          placeholder={t('assistant.allModels')}
          options={models.map((value) => ({ value }))}
        />
      </Form.Item>
      <Form.Item
        name={[at, 'since']}
        label={t('assistant.priceSince')}
        rules={[{ required: true, message: t('assistant.priceSinceEmpty') }]}
      >
        <DateField />
      </Form.Item>
      {parts.map(([part, label]) => (
        <Form.Item
          key={part}
          name={[at, part]}
          label={t(`assistant.${label}`)}
          rules={[{ required: true, message: t('assistant.priceEmpty') }]}
        >
          <InputNumber min={0} max={1_000_000} className="assistant-number" />
        </Form.Item>
      ))}
    </>
  )
}
