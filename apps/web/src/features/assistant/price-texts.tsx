import { useTranslation } from 'react-i18next'
import type { Provider } from './provider.ts'

/** Prices in words, with the days from which they hold. */
export function PriceTexts({ prices }: Pick<Provider, 'prices'>) {
  const { t } = useTranslation()
  if (prices.length === 0) return <p className="quiet">{t('assistant.noPrices')}</p>
  return prices.map(({ model, since, input, cached, output }) => (
    <p key={`${since} ${model}`}>
      {t('assistant.price', {
        model: model === '' ? t('assistant.allModels') : model,
        since,
        input: String(input),
        cached: String(cached),
        output: String(output),
      })}
    </p>
  ))
}
