import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { providerList, type Provider } from './provider.ts'
import { ProviderCard } from './provider-card.tsx'
import { ProviderDrawer } from './provider-drawer.tsx'

/** Model services in the order in which they are tried. */
export function ProviderTab() {
  const { t } = useTranslation()
  const read = useApi(providerList, {})
  const order = useAct('PUT /api/v1/assistant/order', { refresh: [providerList] })
  const [edited, setEdited] = useState<Provider | 'new' | null>(null)
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
      {t('assistant.add')}
    </Button>
  )
  const providers = read.data ?? []
  const moveUp = (at: number) => {
    const ids = providers.map(({ id }) => id)
    ids.splice(at - 1, 2, ids[at]!, ids[at - 1]!)
    order.mutate({ providerIds: ids })
  }
  return (
    <section className="assistant-part">
      {read.data === undefined ? (
        <PendingState read={read} rows={5} />
      ) : providers.length === 0 ? (
        <div className="assistant-card">
          <EmptyState title={t('assistant.none')} hint={t('assistant.noneHint')} action={add} />
        </div>
      ) : (
        <>
          <div className="assistant-head">
            <p className="quiet">{t('assistant.orderHint')}</p>
            {add}
          </div>
          {providers.map((provider, at) => (
            <ProviderCard
              key={provider.id}
              provider={provider}
              onEdit={() => setEdited(provider)}
              onUp={at === 0 ? null : () => moveUp(at)}
            />
          ))}
        </>
      )}
      <ProviderDrawer edited={edited} onClose={() => setEdited(null)} />
    </section>
  )
}
