import { openMetricStore } from '../../platform/metrics/open-store.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { deriveSweep } from './derive-sweep.ts'
import { topologyRoutes } from './topology.routes.ts'

export { deriveSweep } from './derive-sweep.ts'
export { topologyRoutes } from './topology.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ scopes }) => ({
  routes: (app) => topologyRoutes(app, { store: openMetricStore(scopes) }),
  sweeps: () => [deriveSweep],
})
