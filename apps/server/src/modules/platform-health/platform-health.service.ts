import type { InputOf, OutputOf, platformHealthApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { healthRepo } from './health.repo.ts'
import { healthListRepo } from './health-list.repo.ts'

type Api = typeof platformHealthApi

export async function platformHealth(ctx: RequestContext): Promise<OutputOf<Api['platformHealth']>> {
  return {
    asOf: new Date().toISOString(),
    ...(await healthRepo.now(ctx)),
    tasks: await healthRepo.tasks(ctx),
    course: await healthRepo.course(ctx),
  }
}

export async function pageLatePolls(
  ctx: RequestContext,
  query: InputOf<Api['pageLatePolls']>,
): Promise<OutputOf<Api['pageLatePolls']>> {
  return paged(await healthListRepo.latePolls(ctx, query))
}

export async function pageFailedDeliveries(
  ctx: RequestContext,
  query: InputOf<Api['pageFailedDeliveries']>,
): Promise<OutputOf<Api['pageFailedDeliveries']>> {
  return paged(await healthListRepo.failedDeliveries(ctx, query))
}

export async function pageCompanySeries(
  ctx: RequestContext,
  query: InputOf<Api['pageCompanySeries']>,
): Promise<OutputOf<Api['pageCompanySeries']>> {
  return paged(await healthListRepo.companySeries(ctx, query))
}

export async function setSeriesLimit(
  ctx: RequestContext,
  { companyId, limit }: InputOf<Api['setSeriesLimit']>,
): Promise<OutputOf<Api['setSeriesLimit']>> {
  const before = await healthRepo.setLimit(ctx, companyId, limit)
  if (before !== limit)
    await ctx.audit({
      action: 'platform_health.limit_changed',
      subjectKind: 'company',
      subjectId: companyId,
      detail: { before: { seriesLimit: before }, after: { seriesLimit: limit } },
    })
  return { limit }
}

const paged = <Row>({ items, total }: { items: Row[]; total: number }) => ({ items, ...capped(total) })
