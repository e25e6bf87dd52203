import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { mostPrices } from '@netward/contract/assistant-values'
import { AutoComplete, Button, Form, InputNumber } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type Provider, providerList } from './provider.ts'

interface Values {
  prices: Provider['prices']
}

/** Prices of a service with the days from which they hold. */
export function PriceDrawer({ provider, onClose }: { provider: Provider | null; onClose: () => void }) {
  const { t } = useTranslation()
  const set = useAct('PUT /api/v1/assistant/provider/:providerId/prices', {
    refresh: [providerList],
    errors: 'caller',
  })
  const initialValues = useMemo((): Values => ({ prices: provider?.prices ?? [] }), [provider])
  return (
    <FormDrawer<Values>
      title={t('assistant.pricesTitle', { name: provider?.name ?? '' })}
      open={provider !== null}
      onClose={onClose}
      initialValues={initialValues}
      width={560}
      onSubmit={async ({ prices }) =>
        set.mutateAsync({
          providerId: provider?.id ?? '',
          prices: prices.map((price) => ({ ...price, model: (price.model ?? '').trim() })),
        })
      }
    >
      <p className="quiet">{t('assistant.pricesHint')}</p>
      <Form.List name="prices">
        {(rows, { add, remove }) => (
          <>
            {rows.map(({ key, name }) => (
              <fieldset key={key} className="assistant-price">
                <PriceItems at={name} models={provider?.models ?? []} />
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
    </FormDrawer>
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
