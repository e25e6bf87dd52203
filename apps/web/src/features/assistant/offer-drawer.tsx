import { Button, Form, InputNumber, Radio } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { SearchSelect, type SearchSelectProps } from '../../ui/search-select.tsx'
import { PriceRows, writtenPrices } from './price-rows.tsx'
import { afterProviders, type Offer, type Provider } from './provider.ts'

interface Values extends Pick<Offer, 'forAll' | 'prices'> {
  companyIds: string[]
  /** Cleared: undefined. */
  monthTokens?: number | null
}

interface DrawerProps {
  readonly provider: Provider | null
  /** Null: it is not offered yet. */
  readonly offer: Offer | null
  readonly onClose: () => void
}

/** To which companies below a service is offered, at what price and how much of it. */
export function OfferDrawer({ provider, offer, onClose }: DrawerProps) {
  const { t } = useTranslation()
  const set = useAct('PUT /api/v1/assistant/provider/:providerId/offer', {
    refresh: afterProviders,
    errors: 'caller',
  })
  const initialValues = useMemo((): Values => {
    if (offer === null) return { forAll: true, companyIds: [], prices: provider?.prices ?? [] }
    const { forAll, companies, prices, monthTokens } = offer
    return { forAll, companyIds: companies.map(({ id }) => id), prices, monthTokens }
  }, [offer, provider])
  return (
    <FormDrawer<Values>
      title={t('assistant.offerTitle', { name: provider?.name ?? '' })}
      open={provider !== null}
      onClose={onClose}
      initialValues={initialValues}
      width={560}
      onSubmit={async ({ forAll, companyIds, prices, monthTokens }) =>
        set.mutateAsync({
          providerId: provider?.id ?? '',
          forAll,
          companyIds: forAll ? [] : companyIds,
          prices: writtenPrices(prices),
          monthTokens: monthTokens ?? null,
        })
      }
    >
      <p className="quiet">{t('assistant.offerHint')}</p>
      <CompanyItems offer={offer} />
      <Form.Item name="monthTokens" label={t('assistant.offerTokens')}>
        <InputNumber
          min={1}
          precision={0}
          placeholder={t('assistant.unlimited')}
          className="assistant-number"
        />
      </Form.Item>
      <p className="assistant-heading">{t('assistant.offerPrices')}</p>
      <p className="quiet">{t('assistant.pricesHint')}</p>
      <PriceRows models={provider?.models ?? []} />
      {offer !== null && provider !== null && <Withdraw provider={provider} onDone={onClose} />}
    </FormDrawer>
  )
}

function CompanyItems({ offer }: { offer: Offer | null }) {
  const { t } = useTranslation()
  const forAll: unknown = Form.useWatch('forAll')
  return (
    <>
      <Form.Item name="forAll" label={t('assistant.offerTo')}>
        <Radio.Group
          className="assistant-choices"
          options={[
            { value: true, label: t('assistant.offerAll') },
            { value: false, label: t('assistant.offerChosen') },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="companyIds"
        label={t('assistant.offerCompanies')}
        hidden={forAll !== false}
        rules={forAll === false ? [{ required: true, message: t('assistant.offerCompaniesEmpty') }] : []}
      >
        <CompaniesBelow
          enabled={forAll === false}
          known={(offer?.companies ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
    </>
  )
}

function CompaniesBelow({
  enabled,
  ...field
}: Omit<SearchSelectProps, 'found' | 'onFind'> & { enabled: boolean }) {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi(
    'GET /api/v1/assistant/offer/companies',
    { search: wanted },
    {
      enabled,
      keepPrevious: true,
    },
  ).data
  return (
    <SearchSelect
      {...field}
      found={(found ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onFind={setSearch}
    />
  )
}

function Withdraw({ provider: { id, name }, onDone }: { provider: Provider; onDone: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const withdraw = useAct('DELETE /api/v1/assistant/provider/:providerId/offer', { refresh: afterProviders })
  const act = async () => {
    await withdraw.mutateAsync({ providerId: id })
    onDone()
  }
  return (
    <p className="assistant-gives">
      <Button
        danger
        onClick={() =>
          void confirm({
            title: t('assistant.withdrawOfferTitle', { name }),
            text: t('assistant.withdrawOfferText'),
            action: t('assistant.withdrawOffer'),
            act,
          })
        }
      >
        {t('assistant.withdrawOffer')}
      </Button>
    </p>
  )
}
