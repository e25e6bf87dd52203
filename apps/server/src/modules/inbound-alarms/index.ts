import type { ServerModuleFactory } from '../../platform/module.ts'
import { inboundRepo } from './inbound.repo.ts'
import { inboundAlarmRoutes } from './inbound-alarms.routes.ts'

export { inboundAlarmRoutes } from './inbound-alarms.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({
  routes: (app) => inboundAlarmRoutes(app),
  sweeps: () => [
    {
      name: 'inbound_alarms.prune',
      everySeconds: 3600,
      async run({ scopes, signal }) {
        while (!signal.aborted && (await inboundRepo.prune(scopes)) > 0);
      },
    },
    {
      name: 'inbound_alarms.match',
      everySeconds: 600,
      run: ({ scopes }) => inboundRepo.matchAgain(scopes),
    },
  ],
})
