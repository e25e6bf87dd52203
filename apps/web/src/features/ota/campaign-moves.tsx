import {
  afterCampaignMove,
  type CampaignMove,
  campaignMoveNames,
  mayRollBack,
  type TargetState,
} from '@netward/contract/states/campaign'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Permission } from '../../ui/permission.tsx'
import { afterCampaign, type CampaignDetail } from './ota.ts'
import { RollbackWhen, usualTime } from './rollback-when.tsx'

const forwards: readonly CampaignMove[] = ['start', 'resume']

/** The primary action: after a failed preparation, nothing works until it is repeated. */
function leadsOn(state: CampaignDetail['state'], move: CampaignMove): boolean {
  return state === 'preparing_failed' ? move === 'prepare' : forwards.includes(move)
}

/** Actions on a campaign in its state. Its approval stands apart. */
export function CampaignMoves({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const act = useAct('POST /ota/api/v2/ota/campaign/:campaignId/move', { refresh: afterCampaign })
  const rollback = useAct('POST /ota/api/v2/ota/campaign/:campaignId/rollback', { refresh: afterCampaign })
  const { id: campaignId, name } = campaign
  const number = (...wanted: TargetState[]) =>
    campaign.rings
      .flatMap(({ states }) => states)
      .reduce((sum, { state, count }) => sum + (wanted.includes(state) ? count : 0), 0)
  const upgraded = number('verified')
  const rollBack = () => {
    let when = usualTime(campaign)
    return confirm({
      title: t('ota.rollbackTitle', { name }),
      text: (
        <>
          <p>{t('ota.rollbackCount', { count: upgraded })}</p>
          <p>{t('ota.rollbackText')}</p>
          <RollbackWhen campaign={campaign} onChange={(time) => (when = time)} />
        </>
      ),
      action: t('ota.rollback'),
      act: async () => {
        const { gateways: count, asked } = await rollback.mutateAsync({ campaignId, when })
        notify.success(asked ? t('ota.rollbackRequested', { count }) : t('ota.rollbackDone', { count }))
      },
    })
  }
  const go = async (move: CampaignMove) => {
    await act.mutateAsync({ campaignId, move })
    const later = campaign.becomes !== null && move === 'start'
    notify.success(t(later ? 'ota.startsPrepared' : `ota.moveDone.${move}`))
  }
  const ask = (move: CampaignMove) => {
    if (move !== 'cancel' && move !== 'resume') return go(move)
    return confirm({
      title: t(`ota.${move}Title`, { name }),
      ...(move === 'cancel' && { text: t('ota.cancelText', { count: number('waiting') }) }),
      // Without failures there is nothing to forgive.
      ...(move === 'resume' && number('failed') > 0 && { text: t('ota.resumeText') }),
      action: t(`ota.moves.${move}`),
      danger: move === 'cancel',
      ...(move === 'cancel' && { dismiss: t('ota.cancelNot') }),
      act: () => go(move),
    })
  }
  const offered = campaignMoveNames.filter(
    (move) => afterCampaignMove(campaign, move) !== null && move !== 'approve' && move !== 'reject',
  )
  return (
    <Permission codes={['DMS_SERVER_DEVICE_OTA_CAMPAIGN']}>
      {offered.map((move) => (
        <Button
          key={move}
          danger={move === 'cancel'}
          type={leadsOn(campaign.state, move) ? 'primary' : 'default'}
          disabled={act.isPending}
          onClick={() => void ask(move)}
        >
          {t(`ota.moves.${move}`)}
        </Button>
      ))}
      {upgraded > 0 && mayRollBack(campaign.state) && (
        <Button danger onClick={() => void rollBack()}>
          {t('ota.rollback')}
        </Button>
      )}
    </Permission>
  )
}
