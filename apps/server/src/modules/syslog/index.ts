import { syslogApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { messageRepo } from './message.repo.ts'
import { SyslogReceiver } from './syslog-receiver.ts'
import { chartSyslog, pageSyslog } from './syslog.service.ts'

export const syslogRoutes = (app: App): void => routes(app, syslogApi, { pageSyslog, chartSyslog })

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ config, scopes, log }) => {
  const receiver = new SyslogReceiver({
    scopes,
    log,
    deviceRanges: config.acs.deviceRanges,
    port: config.syslogPort,
  })
  return {
    routes: (app) => syslogRoutes(app),
    poller: () => {
      receiver.start()
      return receiver
    },
    sweeps: () => [
      { name: 'syslog.prune', everySeconds: 3600, run: ({ scopes: all }) => messageRepo.prune(all) },
    ],
    gauges: () => ({ syslog_refused: () => receiver.refused }),
  }
}
