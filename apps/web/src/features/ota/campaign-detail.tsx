import type { ApprovalStanding, ApprovalState } from '@netward/contract/approval-values'
import { clockOf } from '@netward/contract/clock'
import { rollbackStates } from '@netward/contract/states/campaign'
import { useParams } from '@tanstack/react-router'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { ApprovalPanel } from '../../ui/approval/approval-panel.tsx'
import { DetailPage, Facts, Panel } from '../../ui/detail-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { FirmwareFacts } from './firmware-facts.tsx'
import { CampaignMoves } from './campaign-moves.tsx'
import { CampaignPreparing } from './campaign-preparing.tsx'
import { type CampaignDetail as Campaign, campaignEndpoint, campaignTones, isPreparing } from './ota.ts'
import { RingList } from './ring-list.tsx'
import { RollbackAsked } from './rollback-asked.tsx'
import './ota.css'

const rollbackQuery = rollbackStates.map((state) => `rollback=${state}`).join('&')

export function CampaignDetail() {
  const { campaignId = '' }: { campaignId?: string } = useParams({ strict: false })
  const mayView = useMay('DMS_SERVER_DEVICE_OTA_VIEW')
  return mayView ? <Detail key={campaignId} campaignId={campaignId} /> : <NoPermissionState />
}

function Detail({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation()
  const read = useApi(campaignEndpoint, { campaignId })
  const campaign = read.data
  useLiveReads(campaignEndpoint, ['campaign.changed', 'approval.changed'])
  return (
    <DetailPage
      title={campaign?.name ?? t('ota.campaignDetail')}
      path={paths.upgrade(campaignId)}
      back={paths.upgrades}
      loading={campaign === undefined}
      error={campaign === undefined ? read.error : null}
      onRetry={() => void read.refetch()}
      tabs={
        campaign === undefined
          ? []
          : [{ key: 'overview', label: t('ota.overview'), content: <Overview campaign={campaign} /> }]
      }
      {...(campaign !== undefined && {
        status: (
          <StatusTag tone={campaignTones[campaign.state]}>
            {t(`ota.campaignStates.${campaign.state}`)}
          </StatusTag>
        ),
        actions: <CampaignMoves campaign={campaign} />,
        facts: [
          { label: t('ota.version'), value: campaign.version },
          {
            label: t('ota.targets'),
            value: <RowLink to={paths.upgradeGateways(campaign.id)}>{campaign.targets}</RowLink>,
          },
          {
            label: t('ota.progress'),
            value: isPreparing(campaign.state)
              ? t('ota.preparedText', campaign)
              : t('ota.progressText', { verified: verifiedOf(campaign), targets: campaign.targets }),
          },
        ],
      })}
    />
  )
}

const standingOf = (state: ApprovalState): ApprovalStanding => (state === 'withdrawn' ? 'needed' : state)

/** Counted live, like the list that the numbers link to. */
function verifiedOf({ rings }: Campaign): number {
  return rings
    .flatMap(({ states }) => states)
    .reduce((sum, { state, count }) => sum + (state === 'verified' ? count : 0), 0)
}

function Overview({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { window, fromMinute, toMinute } = campaign
  const hours =
    fromMinute === null || toMinute === null ? null : `${clockOf(fromMinute)}–${clockOf(toMinute)}`
  const { asked, open, done, failed } = campaign.rollbacks
  const rolled = asked + open + done + failed
  const at = (instant: string | null) => (instant === null ? '—' : format.dateTime(instant))
  return (
    <div className="ota-detail">
      {campaign.stopReason !== null && (
        <Alert
          type="warning"
          showIcon
          title={t(`ota.stopReasons.${campaign.stopReason}`)}
          description={
            campaign.stopReason === 'failures' ? (
              <StopCounts campaign={campaign} />
            ) : (
              campaign.stopReason === 'lines' && <StopLines campaign={campaign} />
            )
          }
        />
      )}
      <CampaignPreparing campaign={campaign} />
      <RollbackAsked campaign={campaign} />
      {campaign.approvalAsked !== null && (
        <ApprovalPanel
          approval={campaign.approvalAsked}
          standing={standingOf(campaign.approvalAsked.state)}
        />
      )}
      <Panel title={t('ota.rings')}>
        <RingList campaign={campaign} />
      </Panel>
      <Panel title={`${t('ota.firmware')} ${campaign.version}`}>
        <FirmwareFacts firmwareId={campaign.firmwareId} />
      </Panel>
      <Panel title={t('ota.pace')}>
        <Facts
          facts={[
            {
              label: t('ota.window'),
              value:
                hours === null
                  ? t(`ota.windows.${window}`)
                  : t(window === 'daily' ? 'ota.windowDaily' : 'ota.windowClosed', { hours }),
            },
            { label: t('ota.startAt'), value: at(campaign.startAt) },
            { label: t('ota.startedAt'), value: at(campaign.startedAt) },
            { label: t('ota.endedAt'), value: at(campaign.endedAt) },
            { label: t('ota.maxConcurrent'), value: campaign.maxConcurrent },
            { label: t('ota.perMinute'), value: campaign.perMinute },
            { label: t('ota.maxFailurePercent'), value: campaign.maxFailurePercent },
            { label: t('ota.advancePercent'), value: campaign.advancePercent },
            { label: t('ota.retries'), value: campaign.retries },
            { label: t('ota.retryMinutes'), value: campaign.retryMinutes },
            { label: t('ota.offlineHours'), value: campaign.offlineHours },
            { label: t('ota.verifyMinutes'), value: campaign.verifyMinutes },
            {
              label: t('ota.live'),
              value:
                campaign.liveUntil === null
                  ? t('ota.liveFrozen')
                  : t('ota.liveFact', { time: at(campaign.liveUntil) }),
            },
            {
              label: t('ota.backup'),
              value:
                campaign.backup === 'none'
                  ? t('ota.backupModes.none')
                  : t('ota.backupCounts', campaign.backups),
            },
            { label: t('ota.autoRollback'), value: campaign.autoRollback ? t('ota.yes') : t('ota.no') },
            {
              label: t('ota.downgrade'),
              value: t(campaign.allowDowngrade ? 'ota.downgradeAllowed' : 'ota.downgradeLeftOut'),
            },
            ...(rolled > 0
              ? [
                  {
                    label: t('ota.rollback'),
                    value: (
                      <RowLink to={`${paths.upgradeGateways(campaign.id)}?${rollbackQuery}`}>
                        {t('ota.rollbackCounts', campaign.rollbacks)}
                      </RowLink>
                    ),
                  },
                ]
              : []),
            { label: t('ota.createdBy'), value: campaign.createdByName },
            { label: t('ota.approvedBy'), value: campaign.approvedByName ?? '—' },
          ]}
        />
      </Panel>
    </div>
  )
}

/** Rings with a line that got worse; each count leads to its gateways. */
function StopLines({ campaign: { id, rings, maxFailurePercent: percent } }: { campaign: Campaign }) {
  const { t } = useTranslation()
  return rings.map(
    ({ worse, size }, index) =>
      worse > 0 && (
        <div key={index}>
          <RowLink to={`${paths.upgradeGateways(id)}?ring=${index}&lines=worse`}>
            {t('ota.stopLines', { number: index + 1, worse, size, percent })}
          </RowLink>
        </div>
      ),
  )
}

/** Why the open ring stopped, or earlier rings with failures. */
function StopCounts({
  campaign: { ring: open, rings, maxFailurePercent: percent, advancePercent },
}: {
  campaign: Campaign
}) {
  const { t } = useTranslation()
  if (open === null) return null
  const facts = rings.slice(0, open + 1).map(({ states, size, lost }, index) => {
    const count = (wanted: string) => states.find(({ state }) => state === wanted)?.count ?? 0
    const counts = { number: index + 1, failed: count('failed'), back: count('rolled_back'), percent, size }
    const bad = counts.failed + counts.back
    return index === open
      ? { bad: bad + lost, text: t('ota.stopCounts', { ...counts, lost }) }
      : { bad: advancePercent < 100 ? bad : 0, text: t('ota.stopCountsBehind', counts) }
  })
  const stopping = facts.filter(({ bad }) => bad > 0)
  return (stopping.length > 0 ? stopping : facts.slice(-1)).map(({ text }) => <div key={text}>{text}</div>)
}
