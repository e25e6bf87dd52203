import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { OfferDrawer } from './offer-drawer.tsx'
import { OfferedCard } from './offered-card.tsx'
import { offeredList, offerList, type Provider, providerList } from './provider.ts'
import { ProviderCard } from './provider-card.tsx'
import { ProviderDrawer } from './provider-drawer.tsx'

/** Model services in the order in which they are tried, with those that companies above offer. */
export function ProviderTab() {
  const { t } = useTranslation()
  const read = useApi(providerList, {})
  const given = useApi(offeredList, {})
  const offers = useApi(offerList, {})
  const [edited, setEdited] = useState<Provider | 'new' | null>(null)
  const [offering, setOffering] = useState<Provider | null>(null)
  if (read.data === undefined) return <PendingState read={read} rows={5} />
  if (given.data === undefined) return <PendingState read={given} rows={5} />
  if (offers.data === undefined) return <PendingState read={offers} rows={5} />
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
      {t('assistant.add')}
    </Button>
  )
  const { items, order } = given.data
  const { mayOffer, items: offered } = offers.data
  const offerOf = (id: string) => offered.find(({ providerId }) => providerId === id) ?? null
  const cardOf = (id: string, onUp: (() => void) | null) => {
    const own = read.data.find((provider) => provider.id === id)
    const other = items.find((service) => service.id === id)
    return own !== undefined ? (
      <ProviderCard
        key={id}
        provider={own}
        offer={offerOf(id)}
        onEdit={() => setEdited(own)}
        onOffer={mayOffer ? () => setOffering(own) : null}
        onUp={onUp}
      />
    ) : (
      other !== undefined && <OfferedCard key={id} service={other} onUp={onUp} />
    )
  }
  return (
    <section className="assistant-part">
      {order.length === 0 ? (
        <div className="assistant-card">
          <EmptyState title={t('assistant.none')} hint={t('assistant.noneHint')} action={add} />
        </div>
      ) : (
        <>
          <div className="assistant-head">
            <p className="quiet">{t('assistant.orderHint')}</p>
            {add}
          </div>
          <InOrder order={order} render={cardOf} />
        </>
      )}
      <ProviderDrawer edited={edited} onClose={() => setEdited(null)} />
      <OfferDrawer
        provider={offering}
        offer={offering === null ? null : offerOf(offering.id)}
        onClose={() => setOffering(null)}
      />
    </section>
  )
}

function InOrder(props: {
  order: readonly string[]
  render: (id: string, onUp: (() => void) | null) => ReactNode
}) {
  const { order, render } = props
  const change = useAct('PUT /api/v1/assistant/order', { refresh: [providerList, offeredList] })
  const moveUp = (at: number) => {
    const ids = [...order]
    ids.splice(at - 1, 2, ids[at]!, ids[at - 1]!)
    change.mutate({ providerIds: ids })
  }
  return order.map((id, at) => render(id, at === 0 ? null : () => moveUp(at)))
}
