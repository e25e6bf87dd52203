import type { RequestContext } from '../../platform/http/context.ts'
import type { JobHandler, JobTools } from '../../platform/jobs/job.ts'
import type { Reader } from './dry-run.repo.ts'
import { preparationRepo } from './preparation.repo.ts'
import { stepRepo } from './step.repo.ts'

/** `campaign.prepare` {campaignId}: adds the campaign's gateways as targets. */
export function otaJobs(): Record<string, JobHandler> {
  return {
    'campaign.prepare': ({ companyId, campaignId }, tools) => prepare(tools, companyId, String(campaignId)),
  }
}

/** The sweep uses its name to see whether it still runs; queueing again replaces a pending retry. */
export function enqueuePreparing(ctx: RequestContext, campaignId: string): Promise<void> {
  const key = `campaign.prepare:${ctx.scope.companyId}:${campaignId}`
  return ctx.enqueue('campaign.prepare', { campaignId }, { key })
}

/** One portion, in the caller's transaction. Returns whether more remain. */
export async function prepareSome(ctx: Reader, campaignId: string): Promise<boolean> {
  const campaign = await preparationRepo.lock(ctx, campaignId)
  if (campaign === undefined) return false
  let bound = 0
  // The last ring takes everything beyond the previous ring's bound.
  const bounds = campaign.ring_sizes.slice(0, -1).map((size) => (bound += size))
  if (await preparationRepo.takeNext(ctx, campaignId, bounds)) return true
  await preparationRepo.end(ctx, campaignId, campaign.becomes)
  return false
}

/** One transaction per portion, which also removes it from the list: another worker resumes after a kill. */
async function prepare(tools: JobTools, companyId: string, campaignId: string): Promise<void> {
  const { scopes, signal } = tools
  try {
    for (let more = true; more;) {
      if (signal.aborted) throw new Error('stopped before the end')
      more = await scopes.withCompany(companyId, async ({ db }) => {
        const left = await prepareSome({ db, scope: { companyId } }, campaignId)
        await stepRepo.publish(db, companyId, campaignId)
        return left
      })
    }
  } catch (error) {
    // Work that another worker resumes has not failed. If this cannot be recorded either, the sweep detects
    // it.
    if (!signal.aborted) await reportFailed(tools, companyId, campaignId).catch(() => {})
    throw error
  }
}

const reportFailed = ({ scopes }: JobTools, companyId: string, campaignId: string) =>
  scopes.withCompany(companyId, async ({ db }) => {
    await preparationRepo.fail(db, campaignId)
    await stepRepo.publish(db, companyId, campaignId)
  })
