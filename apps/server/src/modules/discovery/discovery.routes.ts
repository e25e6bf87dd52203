import { discoveryApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { ignoreFinds, linkFind, pageFinds, summariseFinds, takeFind, takeFinds } from './finds.service.ts'
import {
  createDiscovery,
  deleteDiscovery,
  type DiscoveryDeps,
  discoveryRanges,
  editDiscovery,
  getDiscovery,
  moveDiscovery,
  pageDiscoveries,
} from './jobs.service.ts'
import {
  applyDiscoveryRules,
  createDiscoveryRule,
  deleteDiscoveryRule,
  editDiscoveryRule,
  moveDiscoveryRule,
  pageDiscoveryRules,
} from './rules.service.ts'

export function discoveryRoutes(app: App, deps: DiscoveryDeps): void {
  routes(
    app,
    discoveryApi,
    {
      pageDiscoveries,
      getDiscovery,
      discoveryRanges: (ctx) => discoveryRanges(ctx, deps),
      createDiscovery: (ctx, input) => createDiscovery(ctx, input, deps),
      editDiscovery: (ctx, input) => editDiscovery(ctx, input, deps),
      deleteDiscovery,
      moveDiscovery: (ctx, input) => moveDiscovery(ctx, input, deps),
      pageFinds,
      summariseFinds,
      takeFind,
      ignoreFinds,
      linkFind,
      pageDiscoveryRules,
      createDiscoveryRule,
      editDiscoveryRule,
      moveDiscoveryRule,
      deleteDiscoveryRule,
      applyDiscoveryRules,
    },
    { takeFinds },
  )
}
