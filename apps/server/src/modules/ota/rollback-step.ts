import type { Db } from '../../platform/db/transaction.ts'
import { orderCommands } from '../devices/index.ts'
import type { FileDeps } from './file-urls.ts'
import { otherPartition, partitionPaths } from './partitions.ts'
import { type News, portion } from './follow.repo.ts'
import { type RollbackRow, rollbackRepo } from './rollback.repo.ts'
import { orderDownloads, turnsIn } from './send-next.ts'
import type { CampaignStep } from './step.repo.ts'

/** Candidates to start per statement. */
const batch = 1_000

/**
 * Rolls gateways back to their previous version: from the other partition if it holds that version (TR-181
 * DeviceInfo.BootFirmwareImage), else by the library's file. As with upgrades, the version the gateway
 * reports decides. Looks at those in progress (bounded by the campaign's concurrency), those with new
 * reports, and as many more as there is room for. Returns how many moved.
 */
export async function stepRollbacks(
  deps: FileDeps,
  db: Db,
  companyId: string,
  campaign: CampaignStep,
  news: readonly News[],
): Promise<number> {
  const reported = news.map(({ device_id }) => device_id)
  const settled = await rollbackRepo.settle(db, campaign, reported)
  await rollbackRepo.unpark(db, campaign, reported)
  const open = await rollbackRepo.underWay(db, campaign)
  const room = campaign.max_concurrent - open.length
  const begun = await begin(db, campaign, room)
  const steps = new Map<string, RollbackRow[]>()
  for (const row of [...open, ...begun]) {
    const next = nextOf(row)
    if (next !== null) steps.set(next, [...(steps.get(next) ?? []), row])
  }
  const of = (name: string) => steps.get(name) ?? []
  const orderer = { db, companyId, by: null }
  const read = await orderCommands(
    orderer,
    of('read').map(({ device_id }) => ({
      deviceId: device_id,
      kind: 'get_parameter_values' as const,
      request: { paths: [...partitionPaths] },
    })),
  )
  await rollbackRepo.setStage(db, campaign.id, 'reading', read)
  const { found, without } = await partitionsOf(db, of('choose'))
  const set = await orderCommands(
    orderer,
    found.map(({ deviceId, path }) => ({
      deviceId,
      kind: 'set_parameter_values' as const,
      request: { values: [{ path: partitionPaths[1], value: path, type: 'string' }], parameterKey: '' },
    })),
  )
  await rollbackRepo.setStage(db, campaign.id, 'switching', set)
  const restarted = await inTime(db, campaign, of('restart'))
  await orderCommands(
    orderer,
    restarted.map(({ device_id: deviceId, until }) => ({
      deviceId,
      kind: 'reboot' as const,
      request: { commandKey: `nw-back-${campaign.id}` },
      until,
    })),
  )
  await rollbackRepo.setDue(
    db,
    campaign,
    restarted.map(({ device_id }) => device_id),
  )
  await rollbackRepo.setDue(
    db,
    campaign,
    of('await').map(({ device_id }) => device_id),
  )
  await fetchBack(deps, db, companyId, campaign, await inTime(db, campaign, [...of('fetch'), ...without]))
  return settled + begun.length + set.length + restarted.length
}

/**
 * The next to roll back; unreachable ones are set aside until they report, those outside their window until
 * it opens.
 */
async function begin(db: Db, campaign: CampaignStep, room: number): Promise<RollbackRow[]> {
  const begun: RollbackRow[] = []
  for (let looked = 0; begun.length < room && looked < portion;) {
    const ids = begun.map(({ device_id }) => device_id)
    const found = await rollbackRepo.wanted(db, campaign, ids, batch)
    await rollbackRepo.park(
      db,
      campaign,
      found.filter(({ reachable }) => !reachable).map(({ device_id }) => device_id),
    )
    const ready = await inTime(
      db,
      campaign,
      found.filter(({ reachable }) => reachable),
    )
    begun.push(...ready.slice(0, room - begun.length))
    looked += found.length
    if (found.length < batch) break
  }
  return begun
}

/** Those that may be disturbed now, and until when; the others wait for their next window. */
async function inTime<Row extends RollbackRow>(
  db: Db,
  campaign: CampaignStep,
  rows: readonly Row[],
): Promise<(Row & { until: Date | null })[]> {
  const turnAt = turnsIn(campaign, new Date())
  const ready: (Row & { until: Date | null })[] = []
  const later: { deviceId: string; from: Date }[] = []
  for (const row of rows) {
    const { from, until } = row.in_window ? turnAt(row) : { from: null, until: null }
    if (from === null) ready.push({ ...row, until })
    else later.push({ deviceId: row.device_id, from })
  }
  await rollbackRepo.putOff(db, campaign, later)
  return ready
}

function nextOf(row: RollbackRow): 'read' | 'choose' | 'restart' | 'await' | 'fetch' | null {
  const over = row.command === 'done' || row.command === 'failed' || row.command === 'expired'
  switch (row.rollback) {
    case 'wanted':
      return row.data_model_root === 'Device.' ? 'read' : 'fetch'
    case 'reading':
      if (!over && row.command !== 'cancelled') return null
      return row.command === 'done' ? 'choose' : 'fetch'
    case 'switching':
      if (row.awaited) return null
      if (row.command === 'done') return 'restart'
      return over || row.command === 'cancelled' ? 'fetch' : null
    case 'fetching':
      return row.transfer === 'transferred' && !row.awaited ? 'await' : null
  }
}

/** Which of them hold the previous version in their inactive partition. */
async function partitionsOf(db: Db, rows: readonly RollbackRow[]) {
  const reported = await rollbackRepo.partitions(
    db,
    rows.map(({ device_id }) => device_id),
  )
  const found: { deviceId: string; path: string }[] = []
  const without: RollbackRow[] = []
  for (const row of rows) {
    const path = otherPartition(reported.get(row.device_id) ?? new Map(), row.from_version)
    if (path === null) without.push(row)
    else found.push({ deviceId: row.device_id, path })
  }
  return { found, without }
}

/** By the file of the previous version, if the library has a matching one. */
async function fetchBack(
  deps: FileDeps,
  db: Db,
  companyId: string,
  campaign: CampaignStep,
  rows: readonly (RollbackRow & { until: Date | null })[],
): Promise<void> {
  if (rows.length === 0) return
  const files = await rollbackRepo.earlierFirmware(
    db,
    rows.map(({ device_id }) => device_id),
    campaign.id,
  )
  const until = new Map(rows.map((row) => [row.device_id, row.until]))
  const byFirmware = Map.groupBy(files, ({ firmware_id }) => firmware_id)
  const ordered = new Set<string>()
  for (const [firmwareId, those] of byFirmware) {
    const gateways = those.map(({ device_id: deviceId }) => ({
      deviceId,
      until: until.get(deviceId) ?? null,
    }))
    const sent = await orderDownloads(deps, db, companyId, gateways, those[0]!, campaign.id)
    await rollbackRepo.setFetching(db, campaign.id, firmwareId, sent)
    for (const { deviceId } of sent) ordered.add(deviceId)
  }
  await rollbackRepo.fail(
    db,
    campaign.id,
    rows.map(({ device_id }) => device_id).filter((id) => !ordered.has(id)),
    'no_way_back',
  )
}
