import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAct } from '../../lib/use-api.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { PriceTexts } from './price-texts.tsx'
import { afterProviders, type Offered, offeredTones } from './provider.ts'
import { ConsentTags } from './provider-card.tsx'
import { useProviderTest } from './use-provider-test.tsx'

interface CardProps {
  readonly service: Offered
  /** Null: it is the first. */
  readonly onUp: (() => void) | null
}

/** A model service that a company above offers: by whom, at what price, and what is left of it. */
export function OfferedCard({ service, onUp }: CardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name, ownerName, preset, address, model, state, waitsUntil, monthTokens, taken, hidden } = service
  return (
    <article className="assistant-card assistant-provider">
      <div className="assistant-provider-text">
        <p className="assistant-provider-name">
          <strong>{name}</strong>
          <span className="quiet">{t(`assistant.presets.${preset}`)}</span>
          <StatusTag tone={offeredTones[state]}>{t(`assistant.offeredStates.${state}`)}</StatusTag>
          <ConsentTags service={service} />
          <Tag color="blue">{t('assistant.offeredBy', { name: ownerName })}</Tag>
          {hidden && <Tag>{t('assistant.hidden')}</Tag>}
        </p>
        <p className="mono">{address}</p>
        <p>{t('assistant.defaultModel', { model })}</p>
        <PriceTexts prices={service.prices} />
        <p>
          {monthTokens === null
            ? t('assistant.takenFree', { used: format.number(taken) })
            : t('assistant.taken', { used: format.number(taken), quota: format.number(monthTokens) })}
        </p>
        {state === 'quota' && <p className="assistant-problem">{t('assistant.quotaDone')}</p>}
        {waitsUntil !== null && (
          <p className="assistant-problem">
            {t('assistant.waitsUntil', { until: format.dateTime(waitsUntil) })}
          </p>
        )}
        {hidden && <p className="quiet">{t('assistant.hiddenHint')}</p>}
      </div>
      <div className="assistant-acts">
        <OfferedActs service={service} onUp={onUp} />
      </div>
    </article>
  )
}

function OfferedActs({ service, onUp }: CardProps) {
  const { t } = useTranslation()
  const test = useProviderTest(service)
  const hide = useAct('POST /api/v1/assistant/offered/:providerId/hide', { refresh: afterProviders })
  const { id: providerId, name, hidden } = service
  const acts = [
    { act: 'test', busy: test.isPending, run: () => void test.run().catch(() => undefined) },
    ...(onUp === null ? [] : [{ act: 'up' as const, busy: false, run: onUp }]),
    {
      act: hidden ? 'use' : 'hide',
      busy: hide.isPending,
      run: () => hide.mutate({ providerId, hidden: !hidden }),
    },
  ] as const
  return acts.map(({ act, busy, run }) => (
    <Button key={act} loading={busy} aria-label={`${t(`assistant.${act}`)} ${name}`} onClick={run}>
      {t(`assistant.${act}`)}
    </Button>
  ))
}
