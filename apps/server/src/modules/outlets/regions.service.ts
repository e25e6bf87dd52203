import type { InputOf, OutputOf, outletApi } from '@netward/contract'
import { regionsAbove } from '@netward/contract/outlet-region'
import type { RequestContext } from '../../platform/http/context.ts'
import { outletRepo } from './outlet.repo.ts'
import { regionTree } from './region-tree.ts'
import { regionRepo } from './region.repo.ts'

const maxRegions = 1000

export async function outletValues(
  ctx: RequestContext,
  { companyId }: InputOf<typeof outletApi.outletValues>,
): Promise<OutputOf<typeof outletApi.outletValues>> {
  const [used, departments] = await Promise.all([
    regionRepo.used(ctx, companyId, maxRegions),
    outletRepo.departments(ctx, companyId ?? ctx.scope.companyId),
  ])
  return { regions: [...new Set(used.flatMap(regionsAbove))], departments }
}

export async function outletRegions(
  ctx: RequestContext,
  query: InputOf<typeof outletApi.outletRegions>,
): Promise<OutputOf<typeof outletApi.outletRegions>> {
  const counts = await regionRepo.counts(ctx, query)
  return {
    tooMany: counts === null,
    items: regionTree(counts ?? [], query.region),
    total: (counts ?? []).reduce((sum, { outlets }) => sum + outlets, 0),
  }
}
