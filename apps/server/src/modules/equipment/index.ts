import { openMetricStore } from '../../platform/metrics/open-store.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { hostSweep } from './host-sweep.ts'
import { equipmentRoutes } from './equipment.routes.ts'

export { addDiscovered } from './discovered.ts'
export { equipmentRoutes } from './equipment.routes.ts'
export { ratesOf, unmeasured, useOf } from './interface-rates.ts'
export { insertEquipment } from './equipment-write.service.ts'
export { hostSweep } from './host-sweep.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ config, scopes }) => ({
  routes: (app) =>
    equipmentRoutes(app, { deviceRanges: config.acs.deviceRanges, store: openMetricStore(scopes) }),
  sweeps: () => [hostSweep],
})
