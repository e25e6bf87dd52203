import type { ServerModuleFactory } from '../../platform/module.ts'
import { sharingJobs, sharingSweep } from './sharing.jobs.ts'
import { sharingRoutes } from './sharing.routes.ts'

export { sharingRoutes } from './sharing.routes.ts'
export { sharingJobs, sharingSweep } from './sharing.jobs.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  routes: (app) => sharingRoutes(app),
  jobs: () => sharingJobs,
  sweeps: () => [sharingSweep],
})
