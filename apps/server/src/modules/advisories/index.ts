import type { AdvisorySeverity } from '@netward/contract/advisory-values'
import { advisorySeverities } from '@netward/contract/advisory-values'
import type { RequestContext } from '../../platform/http/context.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { advisoryRoutes } from './advisories.routes.ts'
import { affectedRepo } from './affected.repo.ts'
import { settleAdvisories } from './settle.ts'

export { advisoryRoutes } from './advisories.routes.ts'

/** How many advisories affect each of some devices, and the worst severity. */
export async function advisoryMarks(
  ctx: RequestContext,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, { count: number; worst: AdvisorySeverity }>> {
  const marks = await affectedRepo.marks(ctx, deviceIds)
  return new Map(
    marks.map(({ id, count, rank }) => [id, { count, worst: advisorySeverities[rank - 1] ?? 'low' }]),
  )
}

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  routes: (app) => advisoryRoutes(app),
  // After an advisory was written.
  jobs: () => ({ 'advisory.settle': (_payload, { scopes }) => settleAdvisories(scopes) }),
  sweeps: () => [
    // Devices come, go and report other versions.
    { name: 'advisory.settle', everySeconds: 20, run: ({ scopes }) => settleAdvisories(scopes) },
  ],
})
