import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { afterProviders, type Offer, type Provider, stateTones, useFailureText } from './provider.ts'
import { useProviderTest } from './use-provider-test.tsx'

interface CardProps {
  readonly provider: Provider
  readonly offer: Offer | null
  readonly onEdit: () => void
  /** Null: there is nobody below. */
  readonly onOffer: (() => void) | null
  /** Null: it is the first. */
  readonly onUp: (() => void) | null
}

/** A model service: whether it works, where it is, and what can be done with it. */
export function ProviderCard(props: CardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const failureText = useFailureText()
  const { name, preset, address, model, state, failingSince, failure, waitsUntil, usedAt } = props.provider
  return (
    <article className="assistant-card assistant-provider">
      <div className="assistant-provider-text">
        <p className="assistant-provider-name">
          <strong>{name}</strong>
          <span className="quiet">{t(`assistant.presets.${preset}`)}</span>
          <StatusTag tone={stateTones[state]}>{t(`assistant.states.${state}`)}</StatusTag>
          <ConsentTags service={props.provider} />
          {props.offer !== null && <Tag color="blue">{t('assistant.offered')}</Tag>}
        </p>
        <p className="mono">{address}</p>
        <p>
          {t('assistant.defaultModel', { model })}
          {props.provider.models.length > 0 && (
            <span className="quiet">
              {' · '}
              {t('assistant.modelsRead', { count: props.provider.models.length })}
            </span>
          )}
        </p>
        {failure !== null && failingSince !== null && (
          <p className="assistant-problem">
            {t('assistant.failingSince', {
              since: format.dateTime(failingSince),
              reason: failureText(failure),
            })}
          </p>
        )}
        {waitsUntil !== null && (
          <p className="assistant-problem">
            {t('assistant.waitsUntil', { until: format.dateTime(waitsUntil) })}
          </p>
        )}
        {props.offer !== null && <OfferText offer={props.offer} />}
        <p className="quiet">
          {usedAt === null ? (
            t('assistant.never')
          ) : (
            <>
              {t('assistant.usedAt')} <RelativeTime at={usedAt} />
            </>
          )}
        </p>
      </div>
      <div className="assistant-acts">
        <ProviderActs {...props} />
      </div>
    </article>
  )
}

/** To whom it is offered, and what they use of it. */
function OfferText({ offer: { forAll, companies, taken, consents } }: { offer: Offer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const names = companies.map(({ name }) => name).join(' · ')
  return (
    <p className="quiet">
      {forAll ? t('assistant.offeredAll') : t('assistant.offeredTo', { names })}
      {' · '}
      {t('assistant.offeredUse', { tokens: format.number(taken), count: consents })}
    </p>
  )
}

export function ConsentTags({
  service: { isAbroad, consented },
}: {
  service: Pick<Provider, 'isAbroad' | 'consented'>
}) {
  const { t } = useTranslation()
  return (
    <>
      {isAbroad && <Tag color="orange">{t('assistant.abroad')}</Tag>}
      <Tag>{t(consented ? 'assistant.consented' : 'assistant.notConsented')}</Tag>
    </>
  )
}

function ProviderActs({ provider, onEdit, onOffer, onUp }: CardProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const refresh = { refresh: afterProviders }
  const test = useProviderTest(provider)
  const models = useAct('POST /api/v1/assistant/provider/:providerId/models', refresh)
  const pause = useAct('POST /api/v1/assistant/provider/:providerId/pause', refresh)
  const remove = useAct('DELETE /api/v1/assistant/provider/:providerId', refresh)
  const { id: providerId, name, state } = provider
  const read = async () => {
    const found = await models.mutateAsync({ providerId })
    notify.success(t('assistant.modelsRead', { count: found.models.length }))
  }
  const isPaused = state === 'paused'
  const acts = [
    { act: 'test', busy: test.isPending, run: () => void test.run().catch(() => undefined) },
    { act: 'readModels', busy: models.isPending, run: () => void read().catch(() => undefined) },
    { act: 'edit', busy: false, run: onEdit },
    ...(onOffer === null ? [] : [{ act: 'offer' as const, busy: false, run: onOffer }]),
    ...(onUp === null ? [] : [{ act: 'up' as const, busy: false, run: onUp }]),
    {
      act: isPaused ? 'resume' : 'pause',
      busy: pause.isPending,
      run: () => pause.mutate({ providerId, paused: !isPaused }),
    },
    {
      act: 'delete',
      busy: false,
      run: () =>
        void confirm({
          title: t('assistant.deleteTitle', { name }),
          text: t('assistant.deleteText'),
          action: t('assistant.delete'),
          act: () => remove.mutateAsync({ providerId }),
        }),
    },
  ] as const
  return acts.map(({ act, busy, run }) => (
    <Button
      key={act}
      danger={act === 'delete'}
      loading={busy}
      aria-label={`${t(`assistant.${act}`)} ${name}`}
      onClick={run}
    >
      {t(`assistant.${act}`)}
    </Button>
  ))
}
