import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'

/** The limit of series refused new ones in the last hour: why a part of a device has no values. */
export function SeriesLimitNote() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useApi('GET /monitor/api/v1/metrics/limit', {}, { refetchInterval: 60_000 })
  if (data === undefined || data.refusedAt === null) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('platformHealth.limitReached', { limit: format.number(data.limit) })}
      description={t('platformHealth.limitReachedHint')}
    />
  )
}
