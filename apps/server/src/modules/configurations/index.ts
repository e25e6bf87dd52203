import type { ServerModuleFactory } from '../../platform/module.ts'
import { BackupRunner } from './backup-runner.ts'
import { configurationRoutes } from './configurations.routes.ts'
import { configurationSweeps } from './configurations.sweeps.ts'

export { BackupRunner } from './backup-runner.ts'
export { configurationRoutes } from './configurations.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ config, scopes, secrets, log }) => {
  const runner = new BackupRunner({ scopes, secrets, log, deviceRanges: config.acs.deviceRanges })
  return {
    routes: (app) => configurationRoutes(app, { secrets }),
    sweeps: () => configurationSweeps,
    poller: () => {
      runner.start()
      return runner
    },
    gauges: () => ({ configuration_backups: () => runner.running }),
  }
}
