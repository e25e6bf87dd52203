import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApprovalPanel } from '../../ui/approval/approval-panel.tsx'
import type { CampaignDetail } from './ota.ts'

/** A rollback that needed an approval: what waits, and who decided. */
export function RollbackAsked({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation()
  const { rollbackApproval: approval, window, rollbackAskedAtOnce, rollbacks } = campaign
  return (
    <>
      {rollbacks.asked > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('ota.rollbackAsked', { count: rollbacks.asked })}
          description={
            window === 'any' ? null : t(`ota.rollbackAskedTimes.${rollbackAskedAtOnce ? 'now' : 'window'}`)
          }
        />
      )}
      {approval !== null && approval.state !== 'withdrawn' && (
        <ApprovalPanel title={t('ota.rollbackApproval')} approval={approval} standing={approval.state} />
      )}
    </>
  )
}
