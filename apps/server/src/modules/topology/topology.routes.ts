import { topologyApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { moveTopologyNodes, resetTopology } from './positions.service.ts'
import { outletTopology, pageTopologies } from './topology.service.ts'

export function topologyRoutes(app: App, { store }: { store: MetricStore }): void {
  routes(
    app,
    topologyApi,
    { pageTopologies },
    {
      outletTopology: (ctx, { outletId }) => outletTopology(ctx, store, outletId),
      moveTopologyNodes,
      resetTopology,
    },
  )
}
