import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { PriceRows, writtenPrices } from './price-rows.tsx'
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
          prices: writtenPrices(prices),
        })
      }
    >
      <p className="quiet">{t('assistant.pricesHint')}</p>
      <PriceRows models={provider?.models ?? []} />
    </FormDrawer>
  )
}
