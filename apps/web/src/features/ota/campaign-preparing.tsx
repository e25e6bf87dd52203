import { Alert, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CampaignDetail } from './ota.ts'

/** Progress of recording a campaign's gateways, and the next step. */
export function CampaignPreparing({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation()
  const { state, becomes, prepared, targets } = campaign
  if (becomes === null) return null
  const failed = state === 'preparing_failed'
  return (
    <Alert
      type={failed ? 'error' : 'info'}
      showIcon
      title={t(failed ? 'ota.preparingStopped' : 'ota.preparing', { prepared, targets })}
      description={
        <>
          <Progress
            percent={Math.floor((prepared * 100) / Math.max(1, targets))}
            status={failed ? 'exception' : 'active'}
            aria-label={t('ota.preparing', { prepared, targets })}
          />
          <p className="ota-hint">
            {failed ? t('ota.preparingAgain') : t(`ota.preparingThen.${becomes as PreparedState}`)}
          </p>
        </>
      }
    />
  )
}

type PreparedState = 'draft' | 'awaiting_approval' | 'scheduled' | 'paused'
