import { configurationStates } from '@netward/contract/configuration-values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { SummaryChip } from '../../ui/summary-chip.tsx'
import { configurationSummary } from './configuration.ts'

const dayMs = 86_400_000

/** How backups do: each figure links to what it counts. */
export function ConfigurationSummary() {
  const { t } = useTranslation()
  const counts = useApi(configurationSummary, {}, { keepPrevious: true }).data
  // The same link for as long as the page stays.
  const [weekAgo] = useState(() => new Date(Math.floor(Date.now() / dayMs - 7) * dayMs).toISOString())
  const link = { to: paths.configurations }
  return (
    <nav className="device-summary" aria-label={t('configurations.summary')}>
      <SummaryChip
        {...link}
        label={t('shell.titles.configurations')}
        count={counts?.states.reduce((sum, { count }) => sum + count, 0)}
        search={{}}
      />
      {configurationStates
        .filter((state) => state === 'ok' || state === 'failed' || state === 'waiting')
        .map((state) => (
          <SummaryChip
            key={state}
            {...link}
            label={t(`configurations.states.${state}`)}
            count={counts?.states.find((one) => one.state === state)?.count}
            search={{ state }}
            kind={({ ok: 'online', failed: 'offline', waiting: 'unknown' } as const)[state]}
          />
        ))}
      <SummaryChip
        {...link}
        label={t('configurations.withoutCredential')}
        count={counts?.withoutCredential}
        search={{ reason: 'no_credential' }}
      />
      <SummaryChip
        {...link}
        label={t('configurations.changedWeek')}
        count={counts?.changed}
        search={{ changedSince: weekAgo }}
      />
    </nav>
  )
}
