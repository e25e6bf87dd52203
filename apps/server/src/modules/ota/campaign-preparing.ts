import type { RequestContext } from '../../platform/http/context.ts'
import type { JobHandler, JobTools } from '../../platform/jobs/job.ts'
import type { Reader } from './dry-run.repo.ts'
import { preparationRepo } from './preparation.repo.ts'
import { stepRepo } from './step.repo.ts'

/** `campaign.prepare` {campaignId}: takes down the gateways that a campaign was made for. */
export function otaJobs(): Record<string, JobHandler> {
  return {
    'campaign.prepare': ({ companyId, campaignId }, tools) => prepare(tools, companyId, String(campaignId)),
  }
}

/** By its name the sweep finds out whether it still goes on, and asking again takes the place of what waits to be tried again. */
export function enqueuePreparing(ctx: RequestContext, campaignId: string): Promise<void> {
  const key = `campaign.prepare:${ctx.scope.companyId}:${campaignId}`
  return ctx.enqueue('campaign.prepare', { campaignId }, { key })
}

/** One portion, in the transaction of whoever asks. Whether there is more. */
export async function prepareSome(ctx: Reader, campaignId: string): Promise<boolean> {
  const campaign = await preparationRepo.lock(ctx, campaignId)
  if (campaign === undefined) return false
  let bound = 0
  // The last ring takes whatever comes beyond the bound of the one before.
  const bounds = campaign.ring_sizes.slice(0, -1).map((size) => (bound += size))
  if (await preparationRepo.takeNext(ctx, campaignId, bounds)) return true
  await preparationRepo.end(ctx, campaignId, campaign.becomes)
  return false
}

/** Each portion in a transaction of its own, which takes it off the list: another worker goes on where one was killed. */
async function prepare(tools: JobTools, companyId: string, campaignId: string): Promise<void> {
  const { scopes, signal } = tools
  try {
    for (let more = true; more;) {
      if (signal.aborted) throw new Error('stopped before the end')
      more = await scopes.withCompany(companyId, async ({ db }) => {
        const left = await prepareSome({ db, scope: { companyId } }, campaignId)
        await stepRepo.tell(db, companyId, campaignId)
        return left
      })
    }
  } catch (error) {
    // What another worker goes on with has not failed. Where this cannot be said either, the sweep finds out.
    if (!signal.aborted) await tellFailed(tools, companyId, campaignId).catch(() => {})
    throw error
  }
}

const tellFailed = ({ scopes }: JobTools, companyId: string, campaignId: string) =>
  scopes.withCompany(companyId, async ({ db }) => {
    await preparationRepo.fail(db, campaignId)
    await stepRepo.tell(db, companyId, campaignId)
  })
