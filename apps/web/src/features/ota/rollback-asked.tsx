import { mayRollBack } from '@netward/contract/states/campaign'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { afterCampaign, type CampaignDetail } from './ota.ts'

/** A rollback requested by staff from above needs the approval of the company's own people. */
export function RollbackAsked({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const may = useMay('DMS_SERVER_DEVICE_OTA_CAMPAIGN')
  const atHome = useApi('GET /ota/api/v2/ota/setting', {}).data?.atHome === true
  const decide = useAct('POST /ota/api/v2/ota/campaign/:campaignId/rollback/decision', {
    refresh: afterCampaign,
  })
  const { id: campaignId, name, state } = campaign
  const count = campaign.rollbacks.asked
  const time =
    campaign.window === 'any'
      ? null
      : t(`ota.rollbackAskedTimes.${campaign.rollbackAskedAtOnce ? 'now' : 'window'}`)
  if (count === 0) return null
  const approve = () =>
    void confirm({
      title: t('ota.rollbackTitle', { name }),
      text: (
        <>
          <p>{t('ota.rollbackCount', { count })}</p>
          <p>{t('ota.rollbackText')}</p>
          {time !== null && <p>{time}</p>}
        </>
      ),
      action: t('ota.moves.approve'),
      act: async () => {
        const { gateways } = await decide.mutateAsync({ campaignId, approve: true })
        notify.success(t('ota.rollbackDone', { count: gateways }))
      },
    })
  const refuse = async () => {
    await decide.mutateAsync({ campaignId, approve: false })
    notify.success(t('ota.rollbackRefused'))
  }
  return (
    <Alert
      type="warning"
      showIcon
      title={t('ota.rollbackAsked', { count })}
      description={time}
      {...(atHome &&
        may && {
          action: (
            <span className="ota-decision">
              <Button size="small" disabled={decide.isPending} onClick={() => void refuse()}>
                {t('ota.rollbackRefuse')}
              </Button>
              <Button size="small" type="primary" disabled={!mayRollBack(state)} onClick={approve}>
                {t('ota.moves.approve')}
              </Button>
            </span>
          ),
        })}
    />
  )
}
