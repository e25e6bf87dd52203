import type { InputOf, otaCampaignApi } from '@netward/contract'
import type { Db } from '../../platform/db/transaction.ts'
import type { CampaignRow } from './campaign.repo.ts'
import { dryRunRepo } from './dry-run.repo.ts'
import { firmwareRepo } from './firmware.repo.ts'
import { liveRepo } from './live.repo.ts'

/** How often its filters are re-evaluated: one scan of the company's devices. */
const everyMs = 5 * 60_000

type Filters = InputOf<typeof otaCampaignApi.createCampaign>['filters']

/** Adds newly matching gateways to the last ring of a live campaign. Returns how many. */
export async function growCampaign(db: Db, companyId: string, campaign: CampaignRow): Promise<number> {
  const { live_until: until, live_looked_at: looked, filters, rings } = campaign
  if (until === null || new Date(until).getTime() <= Date.now()) return 0
  if (looked !== null && Date.now() - new Date(looked).getTime() < everyMs) return 0
  const reader = { db, scope: { companyId } }
  const firmware = await firmwareRepo.find(reader, campaign.firmware_id)
  if (firmware === undefined) return 0
  const last = rings.length - 1
  const taken = await dryRunRepo.insertNewcomers(
    reader,
    firmware,
    { filters: filters as Filters, allowDowngrade: campaign.allow_downgrade },
    campaign.id,
    last,
  )
  await liveRepo.setLooked(db, campaign.id, last, taken)
  return taken
}
