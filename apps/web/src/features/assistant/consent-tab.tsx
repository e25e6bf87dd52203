import type { EndpointOutput } from '@netward/contract'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { PendingState } from '../../ui/states.tsx'
import '../../ui/plain-table.css'
import { ConsentDrawer } from './consent-drawer.tsx'
import { afterProviders, consentList, offeredList, providerList, type Service } from './provider.ts'

type Consent = EndpointOutput<typeof consentList>['items'][number]

/** What the company agreed to send where. */
export function ConsentTab() {
  const { t } = useTranslation()
  const read = useApi(consentList, {})
  const providers = useApi(providerList, {})
  const offered = useApi(offeredList, {})
  const [asked, setAsked] = useState<Service | null>(null)
  if (read.data === undefined) return <PendingState read={read} rows={5} />
  if (providers.data === undefined) return <PendingState read={providers} rows={5} />
  if (offered.data === undefined) return <PendingState read={offered} rows={5} />
  const { mayDecide, items } = read.data
  const open = items.filter(({ endedAt }) => endedAt === null)
  const ended = items.filter(({ endedAt }) => endedAt !== null)
  const services: Service[] = [...providers.data, ...offered.data.items.filter(({ hidden }) => !hidden)]
  const missing = services.filter(({ consented }) => !consented)
  return (
    <section className="assistant-part">
      <p className="quiet">{t('assistant.consentHint')}</p>
      {!mayDecide && <p className="assistant-problem">{t('assistant.notMay')}</p>}
      <Panel title={t('assistant.inForce')}>
        {open.length === 0 ? (
          <p className="quiet">{t('assistant.noConsent')}</p>
        ) : (
          <Consents items={open} mayDecide={mayDecide} />
        )}
        {mayDecide && missing.length > 0 && (
          <p className="assistant-gives">
            {missing.map((provider) => (
              <Button key={provider.id} onClick={() => setAsked(provider)}>
                {`${t('assistant.give')} ${provider.name}`}
              </Button>
            ))}
          </p>
        )}
      </Panel>
      {ended.length > 0 && (
        <Panel title={t('assistant.history')}>
          <Consents items={ended} mayDecide={false} />
        </Panel>
      )}
      <ConsentDrawer provider={asked} onClose={() => setAsked(null)} />
    </section>
  )
}

function Consents({ items, mayDecide }: { items: readonly Consent[]; mayDecide: boolean }) {
  const { t } = useTranslation()
  const isOver = items.some(({ endedAt }) => endedAt !== null)
  const heads = [
    'provider',
    'contents',
    'masked',
    'givenBy',
    ...(isOver ? (['endedAt'] as const) : []),
  ] as const
  return (
    <div className="plain-table-frame">
      <table className="plain-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(`assistant.${head}`)}
              </th>
            ))}
            {mayDecide && <th scope="col">{t('assistant.withdraw')}</th>}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <ConsentRow key={item.id} item={item} mayDecide={mayDecide} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ConsentRow({ item, mayDecide }: { item: Consent; mayDecide: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const confirm = useConfirm()
  const withdraw = useAct('POST /api/v1/assistant/consent/:consentId/withdraw', { refresh: afterProviders })
  const { id: consentId, providerName: name, endedBecause, endedAt, endedBy } = item
  const joined = (texts: readonly string[]) => texts.join(' · ')
  return (
    <tr>
      <td data-label={t('assistant.provider')}>
        <div>
          <strong>{name}</strong> {item.isAbroad && <Tag color="orange">{t('assistant.abroad')}</Tag>}
          <div className="mono quiet">{item.address}</div>
        </div>
      </td>
      <td data-label={t('assistant.contents')}>
        {joined(item.contents.map((one) => t(`assistant.content.${one}`)))}
      </td>
      <td data-label={t('assistant.masked')}>
        {item.masked.length === 0
          ? t('assistant.maskedNone')
          : joined(item.masked.map((one) => t(`assistant.mask.${one}`)))}
      </td>
      <td data-label={t('assistant.givenBy')}>
        <div>
          {item.givenBy}
          <div className="quiet">{format.dateTime(item.givenAt)}</div>
        </div>
      </td>
      {endedAt !== null && endedBecause !== null && (
        <td data-label={t('assistant.endedAt')}>
          <div>
            {format.dateTime(endedAt)}
            <div className="quiet">{t(`assistant.ended.${endedBecause}`, { name: endedBy ?? '' })}</div>
          </div>
        </td>
      )}
      {mayDecide && (
        <td>
          <Button
            danger
            size="small"
            aria-label={`${t('assistant.withdraw')} ${name}`}
            onClick={() =>
              void confirm({
                title: t('assistant.withdrawTitle', { name }),
                text: t('assistant.withdrawText'),
                action: t('assistant.withdraw'),
                act: () => withdraw.mutateAsync({ consentId }),
              })
            }
          >
            {t('assistant.withdraw')}
          </Button>
        </td>
      )}
    </tr>
  )
}
