import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/transaction.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { cancelTransfers, orderTransfers } from '../devices/index.ts'
import { type Judged, nextStep, notBefore, roomFor } from './campaign-plan.ts'
import type { CampaignRow } from './campaign.repo.ts'
import { stepRepo, type StepCounts } from './step.repo.ts'

export interface StepDeps {
  readonly secrets: Secrets
  /** Where gateways reach the files; ends with a slash. */
  readonly filesUrl: string
}

/** How long the URL of a file is good. */
const urlHours = 24

/**
 * One step of a campaign in one transaction of its company: what has happened since is taken in, then what comes next is
 * done. A worker that is killed leaves nothing half done, and two do not do the same step.
 */
export async function stepCampaign(deps: StepDeps, db: Db, companyId: string, id: string): Promise<void> {
  const campaign = await stepRepo.lock(db, id)
  if (campaign === undefined) return
  let moved = await stepRepo.follow(db, campaign)
  moved += await stepRepo.recognise(db, campaign)
  switch (campaign.state) {
    case 'scheduled':
      await (campaign.ring === null ? stepRepo.openRing(db, id, 0) : stepRepo.setState(db, id, 'running'))
      moved++
      break
    case 'running':
      moved += await stepRepo.giveUp(db, campaign)
      moved += await go(deps, db, companyId, campaign)
      break
    case 'paused':
      moved += await takeBack(db, companyId, id)
      break
    case 'cancelled':
      moved += (await takeBack(db, companyId, id)) + (await stepRepo.cancelWaiting(db, id))
      break
    default:
      return
  }
  const counts = await stepRepo.counts(db, campaign)
  await stepRepo.setProgress(db, id, counts.verifiedInAll, counts.failedInAll)
  if (campaign.state === 'cancelled' && counts.underWayInAll + counts.waitingInAll === 0) {
    await stepRepo.setState(db, id, 'cancelled')
    moved++
  }
  if (moved > 0) await stepRepo.tell(db, companyId, id)
}

/** The next step of a campaign that runs. Answers whether anything changed. */
async function go(
  deps: StepDeps,
  db: Db,
  companyId: string,
  campaign: CampaignRow & { minute_sent: number },
): Promise<number> {
  const { id } = campaign
  const ring = campaign.ring ?? 0
  const counts = await stepRepo.counts(db, campaign)
  const firmware = await stepRepo.firmware(db, campaign)
  if (firmware === undefined) {
    await stepRepo.setState(db, id, 'paused', 'withdrawn')
    return 1
  }
  switch (nextStep(counts, judgedBy(campaign, ring))) {
    case 'stop':
      await stepRepo.setState(db, id, 'paused', 'failures')
      return 1
    case 'send':
      return send(deps, db, companyId, campaign, counts, firmware)
    case 'settle':
      await stepRepo.settle(db, id)
      return 1
    case 'soak':
      return 0
    case 'open':
      await stepRepo.openRing(db, id, ring + 1)
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

function judgedBy(campaign: CampaignRow, ring: number): Judged {
  return {
    maxFailurePercent: campaign.max_failure_percent,
    forgiven: campaign.forgiven,
    soakMinutes: campaign.rings[ring]?.soakMinutes ?? 0,
    isLast: ring === campaign.rings.length - 1,
    settledAt: campaign.ring_settled_at === null ? null : new Date(campaign.ring_settled_at),
    now: new Date(),
  }
}

async function send(
  { secrets, filesUrl }: StepDeps,
  db: Db,
  companyId: string,
  campaign: CampaignRow & { minute_sent: number },
  counts: StepCounts,
  firmware: { size: number; file_name: string },
): Promise<number> {
  const room = roomFor({
    maxConcurrent: campaign.max_concurrent,
    underWay: counts.underWayInAll,
    perMinute: campaign.per_minute,
    sentThisMinute: campaign.minute_sent,
  })
  if (room === 0 || counts.waiting === 0) return 0
  const now = new Date()
  const window = {
    kind: campaign.upgrade_window,
    fromMinute: campaign.from_minute,
    toMinute: campaign.to_minute,
  }
  const candidates = (await stepRepo.candidates(db, campaign, room)).map((one) => ({
    deviceId: one.device_id,
    until: notBefore(window, { hours: one.hours, timeZone: one.time_zone }, now),
  }))
  await stepRepo.putOff(
    db,
    campaign.id,
    candidates.filter((one): one is { deviceId: string; until: Date } => one.until !== null),
  )
  const wanted = candidates
    .filter(({ until }) => until === null)
    .map(({ deviceId }) => ({ deviceId, token: randomBytes(32).toString('base64url') }))
  if (wanted.length === 0) return candidates.length
  const ordered = await orderTransfers(
    secrets,
    { db, companyId, by: null },
    wanted.map(({ deviceId, token }) => ({
      deviceId,
      direction: 'download',
      fileType: '1 Firmware Upgrade Image',
      url: `${filesUrl}f/${token}`,
      fileSize: firmware.size,
      targetFileName: firmware.file_name,
      hoursToLive: urlHours,
      reference: campaign.id,
    })),
  )
  const tokens = new Map(wanted.map(({ deviceId, token }) => [deviceId, token]))
  await stepRepo.setQueued(
    db,
    campaign.id,
    ordered.map(({ deviceId, transferId }) => ({
      deviceId,
      transferId,
      tokenHash: hashFileToken(tokens.get(deviceId) ?? ''),
    })),
    urlHours,
  )
  return candidates.length
}

/** What nothing was sent of goes back into the queue; what is under way comes to its end. */
async function takeBack(db: Db, companyId: string, id: string): Promise<number> {
  const transfers = await stepRepo.queuedTransfers(db, id)
  if (transfers.length === 0) return 0
  const cancelled = await cancelTransfers({ db, companyId }, transfers)
  await stepRepo.putBack(db, id, cancelled)
  return cancelled.length
}

export function hashFileToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
