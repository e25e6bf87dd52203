import type { Db } from '../../platform/db/transaction.ts'
import { cancelTransfers } from '../devices/index.ts'
import type { FileDeps } from './file-urls.ts'
import { forgivenBehind, type Judged, nextStep } from './campaign-plan.ts'
import { followRepo, type News } from './follow.repo.ts'
import { growCampaign } from './live-campaign.ts'
import { queueRepo } from './queue.repo.ts'
import { stepRollbacks } from './rollback-step.ts'
import { sendNext } from './send-next.ts'
import { type CampaignStep, stepRepo } from './step.repo.ts'

/**
 * One step of a campaign in one transaction of its company: collects what has happened since, then acts on
 * it. Cost depends on the gateways moved, not on those waiting. A killed worker leaves nothing half done; two
 * workers never run the same step.
 */
export async function stepCampaign(deps: FileDeps, db: Db, companyId: string, id: string): Promise<void> {
  const campaign = await stepRepo.lock(db, id)
  if (campaign === undefined) return
  const news = await followRepo.takeNews(db, campaign)
  let moved = campaign.to_roll_back ? await stepRollbacks(deps, db, companyId, campaign, news) : 0
  if (campaign.ended_at === null) moved += await advance(deps, db, companyId, campaign, news)
  const counts = await stepRepo.counts(db, campaign)
  await stepRepo.setProgress(db, id, counts)
  if (
    campaign.state === 'cancelled' &&
    campaign.ended_at === null &&
    counts.underWayInAll + counts.waitingInAll === 0
  ) {
    await stepRepo.setState(db, id, 'cancelled', campaign.stop_reason)
    moved++
  }
  if (moved > 0) await stepRepo.publish(db, companyId, id)
}

async function advance(
  deps: FileDeps,
  db: Db,
  companyId: string,
  campaign: CampaignStep,
  news: readonly News[],
): Promise<number> {
  const { id } = campaign
  let moved = await followRepo.underWay(db, campaign, news)
  moved += await followRepo.reported(db, campaign, news)
  switch (campaign.state) {
    case 'scheduled':
      await (campaign.ring === null ? stepRepo.openRing(db, id, 0, []) : stepRepo.setState(db, id, 'running'))
      moved++
      break
    case 'running':
      moved += await followRepo.giveUp(db, campaign)
      moved += await growCampaign(db, companyId, campaign)
      moved += await go(deps, db, companyId, campaign)
      break
    case 'paused':
      moved += await takeBack(db, companyId, id)
      break
    case 'cancelled':
      moved += (await takeBack(db, companyId, id)) + (await queueRepo.cancelWaiting(db, campaign))
      break
    default:
  }
  return moved
}

/** Next step of a running campaign. Returns whether anything changed. */
async function go(deps: FileDeps, db: Db, companyId: string, campaign: CampaignStep): Promise<number> {
  const { id } = campaign
  const ring = campaign.ring ?? 0
  const counts = await stepRepo.counts(db, campaign)
  if (
    campaign.programme_company_id !== null &&
    !(await stepRepo.isBelow(db, campaign.programme_company_id))
  ) {
    await stepRepo.endPlan(db, id)
    return 1
  }
  const firmware = await stepRepo.firmware(db, campaign)
  if (firmware === undefined) {
    await stepRepo.setState(db, id, 'paused', 'withdrawn')
    return 1
  }
  const next = nextStep(counts.rings, judgedBy(campaign, ring))
  switch (next) {
    case 'stop':
      await stepRepo.setState(db, id, 'paused', 'failures')
      return 1
    case 'stop_for_lines':
      await stepRepo.setState(db, id, 'paused', 'lines')
      return 1
    case 'settle':
      await stepRepo.settle(db, id)
      return 1
    case 'send':
    case 'soak':
      return sendNext(deps, db, companyId, campaign, counts, firmware)
    case 'open':
      await stepRepo.openRing(db, id, ring + 1, forgivenBehind(counts.rings, campaign.forgiven))
      return 1
    case 'complete':
      await stepRepo.setState(
        db,
        id,
        counts.verifiedInAll === counts.targets ? 'completed' : 'completed_with_failures',
      )
      return 1
  }
}

function judgedBy(campaign: CampaignStep, ring: number): Judged {
  const dateOf = (instant: string | null) => (instant === null ? null : new Date(instant))
  return {
    maxFailurePercent: campaign.max_failure_percent,
    advancePercent: campaign.advance_percent,
    forgiven: campaign.forgiven,
    soakMinutes: campaign.rings[ring]?.soakMinutes ?? 0,
    isLast: ring === campaign.rings.length - 1,
    settledAt: dateOf(campaign.ring_settled_at),
    liveUntil: dateOf(campaign.live_until),
    now: new Date(),
  }
}

/** Unsent transfers return to the queue; those in progress finish. */
async function takeBack(db: Db, companyId: string, id: string): Promise<number> {
  const transfers = await queueRepo.queuedTransfers(db, id)
  if (transfers.length === 0) return 0
  const cancelled = await cancelTransfers({ db, companyId }, transfers)
  await queueRepo.putBack(db, id, cancelled)
  return cancelled.length
}
