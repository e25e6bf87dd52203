import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type CampaignDetail, targetTones } from './ota.ts'

const leftStates: readonly string[] = ['waiting', 'queued', 'sent', 'downloading', 'transferred']

/** Gateways of a ring still to be upgraded. */
function leftIn({ states }: CampaignDetail['rings'][number]): number {
  return states.reduce((sum, { state, count }) => sum + (leftStates.includes(state) ? count : 0), 0)
}

/** Whether the next ring is already open while some of this one are in progress. */
function isLeftBehind({ state, ring, rings }: CampaignDetail, index: number): boolean {
  return state === 'running' && ring !== null && index < ring && leftIn(rings[index]!) > 0
}

/** Progress of each ring; a number links to the gateways that it counts. */
export function RingList({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation()
  const last = campaign.rings.length - 1
  return (
    <ol className="ota-rings">
      {campaign.rings.map((ring, index) => {
        const verified = ring.states.find(({ state }) => state === 'verified')?.count ?? 0
        // Commands already sent by a cancelled campaign finish, but none is open any more.
        const open = campaign.ring === index && ['running', 'paused'].includes(campaign.state)
        return (
          <li key={index}>
            <header>
              <strong>{t('ota.ringNumber', { number: index + 1 })}</strong>
              <span className="ota-hint">
                {index === last
                  ? t('ota.ringPlan.rest')
                  : t(`ota.ringPlan.${ring.kind}`, { value: ring.value })}
                {index < last && ring.soakMinutes > 0 && ` · ${t('ota.soak', { minutes: ring.soakMinutes })}`}
              </span>
              {isLeftBehind(campaign, index) && (
                <StatusTag tone="busy">{t('ota.ringBehind', { count: leftIn(ring) })}</StatusTag>
              )}
              {open && (
                <StatusTag tone={campaign.state === 'paused' ? 'warn' : 'busy'}>
                  {campaign.state === 'paused'
                    ? t('ota.campaignStates.paused')
                    : campaign.ringSettledAt === null
                      ? t('ota.ringOpen')
                      : t('ota.ringSoaking')}
                </StatusTag>
              )}
            </header>
            <Progress
              percent={Math.floor((verified * 100) / Math.max(1, ring.size))}
              aria-label={t('ota.ringNumber', { number: index + 1 })}
            />
            <div className="ota-ring-states">
              {ring.states.map(({ state, count }) => (
                <RowLink
                  key={state}
                  to={`${paths.upgradeGateways(campaign.id)}?ring=${index}&state=${state}`}
                >
                  <StatusTag tone={targetTones[state]}>
                    {t(`ota.targetStates.${state}`)} {count}
                  </StatusTag>
                </RowLink>
              ))}
              {ring.worse > 0 && (
                <RowLink to={`${paths.upgradeGateways(campaign.id)}?ring=${index}&lines=worse`}>
                  <StatusTag tone="bad">{t('ota.worseCount', { count: ring.worse })}</StatusTag>
                </RowLink>
              )}
              {ring.lost > 0 && (
                <RowLink to={`${paths.upgradeGateways(campaign.id)}?ring=${index}&state=verified`}>
                  <StatusTag tone="bad">{t('ota.lostCount', { count: ring.lost })}</StatusTag>
                </RowLink>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
