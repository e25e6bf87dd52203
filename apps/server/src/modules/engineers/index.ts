import type { Sweep } from '../../platform/jobs/job.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { certificateRepo } from './certificate.repo.ts'
import { engineerRoutes } from './engineers.routes.ts'

export { engineerRoutes } from './engineers.routes.ts'

const batch = 200

export const certificateSweep: Sweep = {
  name: 'certificate.remind',
  everySeconds: 600,
  async run({ scopes, signal }) {
    while (!signal.aborted && (await certificateRepo.remind(scopes, batch)) === batch);
  },
}

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  routes: (app) => engineerRoutes(app),
  sweeps: () => [certificateSweep],
})
