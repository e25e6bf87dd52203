import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type Configuration, stateTones } from './configuration.ts'

/** How the last backup went, with its reason where it failed or cannot be made. */
export function BackupState({
  of: { state, reason, enabled },
}: {
  of: Pick<Configuration, 'state' | 'reason' | 'enabled'>
}) {
  const { t } = useTranslation()
  const why = state === 'failed' || state === 'waiting' ? reason : null
  return (
    <span className="configuration-state">
      <StatusTag tone={stateTones[state]}>{t(`configurations.states.${state}`)}</StatusTag>
      {why !== null && <span className="quiet">{t(`configurations.reasons.${why}`)}</span>}
      {!enabled && <span className="quiet">{t('configurations.off')}</span>}
    </span>
  )
}
