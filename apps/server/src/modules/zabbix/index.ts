import type { ServerModuleFactory } from '../../platform/module.ts'
import { zabbixJobs, zabbixSweep } from './zabbix.jobs.ts'
import { zabbixRoutes } from './zabbix.routes.ts'

export { zabbixJobs } from './zabbix.jobs.ts'
export { zabbixRoutes } from './zabbix.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ config, secrets }) => {
  const deps = { secrets, deviceRanges: config.acs.deviceRanges }
  return {
    routes: (app) => zabbixRoutes(app, deps),
    jobs: () => zabbixJobs(deps),
    sweeps: () => [zabbixSweep],
  }
}
