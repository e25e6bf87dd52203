import type { CampaignState } from '@netward/contract/states/campaign'
import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { isPreparing } from './ota.ts'

interface Of {
  readonly verified: number
  readonly targets: number
  readonly failed: number
  readonly rolledBack: number
  /** Only for a campaign. */
  readonly state?: CampaignState | null
  readonly prepared?: number
}

/** How many gateways are verified, failed or rolled back; before that, how many are recorded. */
export function CampaignProgress({ of }: { of: Of }) {
  const { t } = useTranslation()
  const { verified, targets, failed, rolledBack, state = null, prepared = 0 } = of
  const preparing = isPreparing(state)
  const done = preparing ? prepared : verified
  return (
    <span className="ota-progress">
      <Progress
        percent={Math.floor((done * 100) / Math.max(1, targets))}
        size="small"
        showInfo={false}
        aria-label={t('ota.progress')}
      />
      {preparing
        ? t('ota.preparedText', { prepared, targets })
        : t('ota.progressText', { verified, targets })}
      {failed > 0 && <em>{t('ota.failedCount', { count: failed })}</em>}
      {rolledBack > 0 && <em>{t('ota.rolledBackCount', { count: rolledBack })}</em>}
    </span>
  )
}
