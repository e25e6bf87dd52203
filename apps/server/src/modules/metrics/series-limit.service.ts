import type { metricApi, OutputOf } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { seriesRepo } from './series.repo.ts'

/** Of the company acted in. */
export function seriesLimit(ctx: RequestContext): Promise<OutputOf<typeof metricApi.seriesLimit>> {
  return seriesRepo.limit(ctx)
}
