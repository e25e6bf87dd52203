import type { ServerModuleFactory } from '../../platform/module.ts'
import { signOnRepo } from './sign-on.repo.ts'
import { signOnRoutes } from './sign-on.routes.ts'

export { signOnRoutes } from './sign-on.routes.ts'

const batch = 1000

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes: (app) =>
    signOnRoutes(app, {
      ...deps,
      publicUrl: deps.config.publicUrl,
      outgoingRanges: deps.config.outgoingRanges,
    }),
  sweeps: () => [
    {
      name: 'integration_call.prune',
      everySeconds: 3600,
      async run({ scopes, signal }) {
        while (!signal.aborted && (await signOnRepo.prune(scopes, batch)) === batch);
      },
    },
  ],
})
