import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/transaction.ts'
import { orderTransfers } from '../devices/index.ts'
import { orderBackups } from './backup-order.ts'
import { roomFor, type Turn, turnOf } from './campaign-plan.ts'
import { type FileDeps, hashFileToken, urlHours } from './file-urls.ts'
import { portion } from './follow.repo.ts'
import { type Candidate, type Place, queueRepo } from './queue.repo.ts'
import type { CampaignStep, FirmwareFile, StepCounts } from './step.repo.ts'

/** Gateways asked at once; bounds a step's memory. */
const batch = 1_000

/** Asks as many as there is room for, looking at a bounded number of due gateways. Returns how many moved. */
export async function sendNext(
  deps: FileDeps,
  db: Db,
  companyId: string,
  campaign: CampaignStep,
  counts: StepCounts,
  firmware: FirmwareFile,
): Promise<number> {
  let room = roomFor({
    maxConcurrent: campaign.max_concurrent,
    underWay: counts.underWayInAll,
    perMinute: campaign.per_minute,
    sentThisMinute: campaign.minute_sent,
  })
  let moved = 0
  let looked = 0
  // Earlier rings first: few gateways are left in each.
  for (const ring of counts.rings.flatMap(({ waiting }, index) => (waiting > 0 ? [index] : [])))
    for (let more = true; more && room > 0 && looked < portion;) {
      const found = await queueRepo.candidates(db, campaign, firmware, ring, batch)
      const ready = await setAside(db, campaign, found)
      const asked = ready.slice(0, room)
      await ask(deps, db, companyId, campaign, asked, firmware)
      moved += found.length - ready.length + asked.length
      room -= asked.length
      looked += found.length
      more = found.length === batch
    }
  return moved
}

/**
 * When a campaign may disturb gateways at their outlets, many of which are alike; for one that never closes,
 * a year is searched.
 */
export function turnsIn(
  { upgrade_window: kind, from_minute: fromMinute, to_minute: toMinute }: CampaignStep,
  now: Date,
): (place: Place) => Turn {
  const known = new Map<string, Turn>()
  return ({ hours, time_zone: timeZone }) => {
    const key = `${timeZone} ${hours}`
    const turn = known.get(key) ?? turnOf({ kind, fromMinute, toMinute }, { hours, timeZone }, now)
    known.set(key, turn)
    return turn
  }
}

/** A gateway that can be asked now, until its window ends. */
type Ready = Candidate & { readonly until: Date | null }

/** Those that can be asked now; the others are skipped until something changes. */
async function setAside(db: Db, campaign: CampaignStep, found: readonly Candidate[]): Promise<Ready[]> {
  const turnAt = turnsIn(campaign, new Date())
  const ready: Ready[] = []
  const later: { deviceId: string; until: Date }[] = []
  for (const one of found) {
    if (one.instead !== null) continue
    const { from, until } = turnAt(one)
    if (from === null) ready.push({ ...one, until })
    else later.push({ deviceId: one.device_id, until: from })
  }
  await queueRepo.setInstead(
    db,
    campaign,
    found.filter(({ instead }) => instead !== null),
  )
  await queueRepo.putOff(db, campaign, later)
  return ready
}

async function ask(
  deps: FileDeps,
  db: Db,
  companyId: string,
  campaign: CampaignStep,
  asked: readonly Ready[],
  firmware: FirmwareFile,
): Promise<void> {
  const first = asked.filter(({ backup }) => campaign.backup !== 'none' && backup === null)
  const backups = await orderBackups(
    deps,
    { db, companyId, by: null },
    first.map(({ device_id }) => device_id),
    { reason: 'campaign', byName: campaign.name, reference: campaign.id },
  )
  const now = asked.filter((one) => !first.includes(one))
  const downloads = await orderDownloads(
    deps,
    db,
    companyId,
    now.map(({ device_id, until }) => ({ deviceId: device_id, until })),
    firmware,
    campaign.id,
  )
  await queueRepo.setQueued(
    db,
    campaign,
    [...backups.map((one) => ({ ...one, tokenHash: null })), ...downloads],
    urlHours,
  )
}

/** Orders the firmware for gateways, each by its own URL. Nothing starts after `until`. */
export async function orderDownloads(
  { secrets, filesUrl }: FileDeps,
  db: Db,
  companyId: string,
  gateways: readonly { deviceId: string; until: Date | null }[],
  firmware: Omit<FirmwareFile, 'hardware_versions'>,
  reference: string,
) {
  if (gateways.length === 0) return []
  const tokens = new Map(gateways.map(({ deviceId }) => [deviceId, randomBytes(32).toString('base64url')]))
  const ordered = await orderTransfers(
    secrets,
    { db, companyId, by: null },
    gateways.map(({ deviceId, until }) => ({
      deviceId,
      direction: 'download',
      fileType: '1 Firmware Upgrade Image',
      url: `${filesUrl}f/${tokens.get(deviceId) ?? ''}`,
      fileSize: firmware.size,
      targetFileName: firmware.file_name,
      version: firmware.version,
      hoursToLive: urlHours,
      until,
      reference,
    })),
  )
  return ordered.map(({ deviceId, transferId }) => ({
    deviceId,
    transferId,
    tokenHash: hashFileToken(tokens.get(deviceId) ?? ''),
    backupId: null,
  }))
}
