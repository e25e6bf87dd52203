import { mayRollBack } from '@netward/contract/states/campaign'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Permission } from '../../ui/permission.tsx'
import { afterCampaign, type CampaignDetail, type Target } from './ota.ts'
import { RollbackWhen, usualTime } from './rollback-when.tsx'

/** Rolls one gateway back to its previous version. */
export function TargetAct({ campaign, target }: { campaign: CampaignDetail | undefined; target: Target }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const act = useAct('POST /ota/api/v2/ota/campaign/:campaignId/rollback', { refresh: afterCampaign })
  const upgraded = target.state === 'verified' || target.faultCode === 'wrong_version'
  const free = target.rollback === null || target.rollback === 'failed'
  if (campaign === undefined || !mayRollBack(campaign.state) || !upgraded || !free) return null
  const ask = () => {
    let when = usualTime(campaign)
    return confirm({
      title: t('ota.rollbackOneTitle', { name: target.name, version: target.fromVersion }),
      text: (
        <>
          <p>{t('ota.rollbackOneText')}</p>
          <RollbackWhen campaign={campaign} onChange={(time) => (when = time)} />
        </>
      ),
      action: t('ota.rollback'),
      act: async () => {
        const at = { campaignId: campaign.id, deviceId: target.deviceId, when }
        const { gateways: count, asked } = await act.mutateAsync(at)
        notify.success(asked ? t('ota.rollbackRequested', { count }) : t('ota.rollbackDone', { count }))
      },
    })
  }
  return (
    <Permission codes={['DMS_SERVER_DEVICE_OTA_CAMPAIGN']}>
      <Button size="small" type="link" onClick={() => void ask()}>
        {t('ota.rollback')}
      </Button>
    </Permission>
  )
}
