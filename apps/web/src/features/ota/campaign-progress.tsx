import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'

/** How many of the gateways are verified, and how many have failed. */
export function CampaignProgress({ of }: { of: { verified: number; targets: number; failed: number } }) {
  const { t } = useTranslation()
  const { verified, targets, failed } = of
  return (
    <span className="ota-progress">
      <Progress
        percent={Math.floor((verified * 100) / Math.max(1, targets))}
        size="small"
        showInfo={false}
        aria-label={t('ota.progress')}
      />
      {t('ota.progressText', { verified, targets })}
      {failed > 0 && <em>{t('ota.failedCount', { count: failed })}</em>}
    </span>
  )
}
