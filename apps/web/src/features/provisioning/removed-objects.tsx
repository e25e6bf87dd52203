import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'

/**
 * What a template added to gateways, and what is deleted there with a version or, without one, on withdrawal.
 */
export function RemovedObjects({ templateId, version }: { templateId: string; version?: number }) {
  const { t } = useTranslation()
  const leaving = useApi(
    'GET /api/v1/device/template/:templateId/leaving',
    { templateId, ...(version !== undefined && { version }) },
    { staleTime: 0 },
  ).data
  if (leaving === undefined || leaving.objects === 0) return null
  const { devices, objects } = leaving
  return (
    <p className="provisioning-leaving">
      {version === undefined
        ? t('provisioning.leaving.withdrawn', { devices, objects })
        : t('provisioning.leaving.version', { devices, objects })}
    </p>
  )
}
