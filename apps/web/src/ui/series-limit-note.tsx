import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { useMay } from '../lib/permissions.ts'
import { useApi } from '../lib/use-api.ts'
import { useCompanyScope } from '../lib/use-company-scope.ts'

/**
 * The limit of series refused new ones in the last hour: why a part of a device or a line has no values. `companyId`: whose it is; the limit
 * is known of the company acted in alone.
 */
export function SeriesLimitNote({ companyId }: { companyId?: string }) {
  const scope = useCompanyScope()
  const isElsewhere = companyId !== undefined && companyId !== scope.companyId
  return useMay('DMS_SERVER_DEVICE_VIEW') && !isElsewhere ? <Note /> : null
}

function Note() {
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
