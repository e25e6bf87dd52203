import { standingApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { deviceStanding } from './device-standing.service.ts'
import { outletStanding } from './outlet-standing.service.ts'

export { partsOf, type ReadPart } from './parts.ts'

export function standingRoutes(app: App, { store }: { store: MetricStore }): void {
  routes(
    app,
    standingApi,
    {},
    {
      deviceStanding: (ctx, input) => deviceStanding(ctx, store, input),
      outletStanding: (ctx, input) => outletStanding(ctx, store, input),
    },
  )
}

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ scopes }) => ({
  routes: (app) => standingRoutes(app, { store: openMetricStore(scopes) }),
})
