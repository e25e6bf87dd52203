import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import type { DiagnosticBatchRow } from './diagnostic-run.ts'

/** How many gateways have finished, and how many failed. */
export function BatchProgress({ batch: { gateways, states } }: { batch: DiagnosticBatchRow }) {
  const { t } = useTranslation()
  const unsuccessful = states.failed + states.expired + states.cancelled
  const done = states.complete + unsuccessful
  return (
    <span className="batch-progress">
      <Progress
        percent={Math.floor((done * 100) / Math.max(1, gateways))}
        size="small"
        showInfo={false}
        aria-label={t('diagnostics.batch.progress')}
      />
      {t('diagnostics.batch.progressText', { done, all: gateways })}
      {unsuccessful > 0 && <em>{t('diagnostics.batch.unsuccessful', { count: unsuccessful })}</em>}
    </span>
  )
}
