import type { EndpointOutput } from '@netward/contract'
import { budgetWarning, routedFeatures } from '@netward/contract/assistant-values'
import { Alert, Button, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { PendingState } from '../../ui/states.tsx'
import '../../ui/plain-table.css'
import { BudgetDrawer } from './budget-drawer.tsx'
import { PriceDrawer } from './price-drawer.tsx'
import { PriceTexts } from './price-texts.tsx'
import { offeredList, type Provider, providerList, type Service, settingsRead } from './provider.ts'
import { RequestPanel } from './request-panel.tsx'
import { yuan } from './yuan.ts'

type Settings = EndpointOutput<typeof settingsRead>

/** Budgets with what is used of them, models by feature, and prices of the services. */
export function BudgetTab() {
  const { t } = useTranslation()
  const read = useApi(settingsRead, {})
  const providers = useApi(providerList, {})
  const offered = useApi(offeredList, {})
  const [editing, setEditing] = useState(false)
  const [priced, setPriced] = useState<Provider | null>(null)
  if (read.data === undefined) return <PendingState read={read} rows={6} />
  if (providers.data === undefined) return <PendingState read={providers} rows={6} />
  if (offered.data === undefined) return <PendingState read={offered} rows={6} />
  const services: Service[] = [...providers.data, ...offered.data.items]
  return (
    <section className="assistant-part">
      <BudgetAlert settings={read.data} />
      <Panel
        title={t('assistant.budgets')}
        actions={<Button onClick={() => setEditing(true)}>{t('assistant.editBudgets')}</Button>}
      >
        <Budgets settings={read.data} />
      </Panel>
      <RequestPanel />
      <Panel title={t('assistant.routes')}>
        <Routes settings={read.data} services={services} />
      </Panel>
      <Panel title={t('assistant.prices')}>
        <Prices providers={providers.data} onSet={setPriced} />
      </Panel>
      <BudgetDrawer
        settings={editing ? read.data : null}
        services={services}
        onClose={() => setEditing(false)}
      />
      <PriceDrawer provider={priced} onClose={() => setPriced(null)} />
    </section>
  )
}

/** The larger share of the month's budgets that is used; null without one. */
function usedShare({ monthCost, monthTokens, used }: Settings): number | null {
  const cost = monthCost === null ? null : monthCost + used.extraCost
  const shares = [
    ...(cost === null ? [] : [cost === 0 ? 1 : used.cost / cost]),
    ...(monthTokens === null ? [] : [used.tokens / (monthTokens + used.extraTokens)]),
  ]
  return shares.length === 0 ? null : Math.max(...shares)
}

function BudgetAlert({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const share = usedShare(settings)
  if (share === null || share < budgetWarning) return null
  return share >= 1 ? (
    <Alert type="error" showIcon title={t('assistant.stopped')} />
  ) : (
    <Alert
      type="warning"
      showIcon
      title={t('assistant.warning', { share: `${Math.floor(share * 100)} %` })}
    />
  )
}

function Budgets({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { used } = settings
  const limit = (value: number | null, shown: (value: number) => string) =>
    value === null ? t('assistant.unlimited') : shown(value)
  const months = [
    { key: 'monthCost', used: used.cost, limit: settings.monthCost, extra: used.extraCost, shown: yuan },
    {
      key: 'monthTokens',
      used: used.tokens,
      limit: settings.monthTokens,
      extra: used.extraTokens,
      shown: format.number,
    },
  ] as const
  return (
    <>
      <p className="quiet">{t('assistant.usedMonth', { month: used.month })}</p>
      <dl className="assistant-budgets">
        {months.map((one) => (
          <div key={one.key}>
            <dt>{t(`assistant.${one.key}`)}</dt>
            <dd>
              {t('assistant.usedOf', {
                used: one.shown(one.used),
                limit: limit(one.limit === null ? null : one.limit + one.extra, one.shown),
              })}
              {one.limit !== null && one.extra > 0 && (
                <span className="quiet"> {t('assistant.extra', { amount: one.shown(one.extra) })}</span>
              )}
              {one.limit !== null && (
                <UsedBar share={one.limit + one.extra === 0 ? 1 : one.used / (one.limit + one.extra)} />
              )}
            </dd>
          </div>
        ))}
        {(['dayCost', 'dayTokens'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`assistant.${key}`)}</dt>
            <dd>{limit(settings[key], key === 'dayCost' ? yuan : format.number)}</dd>
          </div>
        ))}
        {(['perMinute', 'atOnce'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`assistant.${key}`)}</dt>
            <dd>{format.number(settings[key])}</dd>
          </div>
        ))}
        <div>
          <dt>{t('assistant.keptDays')}</dt>
          <dd>{t('assistant.keptFor', { count: settings.keptDays })}</dd>
        </div>
        <div>
          <dt>{t('assistant.today')}</dt>
          {used.today.length === 0 ? (
            <dd className="quiet">{t('assistant.todayNone')}</dd>
          ) : (
            used.today.map(({ name, cost, tokens }) => (
              <dd key={name}>{`${name}: ¥${yuan(cost)}, ${format.number(tokens)} Token`}</dd>
            ))
          )}
        </div>
      </dl>
    </>
  )
}

const tones = { full: 'var(--bad)', near: 'var(--warn)', free: 'var(--accent)' }

function UsedBar({ share }: { share: number }) {
  const tone = share >= 1 ? 'full' : share >= budgetWarning ? 'near' : 'free'
  return (
    <Progress
      percent={Math.min(100, Math.floor(share * 100))}
      strokeColor={tones[tone]}
      status="normal"
      size="small"
      aria-label={`${Math.floor(share * 100)} %`}
    />
  )
}

function Routes({ settings, services }: { settings: Settings; services: readonly Service[] }) {
  const { t } = useTranslation()
  const text = (feature: (typeof routedFeatures)[number]) => {
    const route = settings.routes.find((one) => one.feature === feature)
    const service = services.find(({ id }) => id === route?.providerId)
    return route === undefined || service === undefined
      ? t('assistant.byOrder')
      : `${service.name} · ${route.model}`
  }
  return (
    <>
      <p className="quiet">{t('assistant.routesHint')}</p>
      <dl className="assistant-budgets">
        {routedFeatures.map((feature) => (
          <div key={feature}>
            <dt>{t(`assistant.features.${feature}`)}</dt>
            <dd>{text(feature)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Prices({
  providers,
  onSet,
}: {
  providers: readonly Provider[]
  onSet: (provider: Provider) => void
}) {
  const { t } = useTranslation()
  if (providers.length === 0) return <p className="quiet">{t('assistant.none')}</p>
  return (
    <ul className="assistant-prices">
      {providers.map((provider) => (
        <li key={provider.id}>
          <div>
            <strong>{provider.name}</strong>
            <PriceTexts prices={provider.prices} />
          </div>
          <Button aria-label={`${t('assistant.setPrices')} ${provider.name}`} onClick={() => onSet(provider)}>
            {t('assistant.setPrices')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
