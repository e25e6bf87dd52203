import { zabbixApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { discardZabbix, startZabbix, undoZabbix } from './carry-out.service.ts'
import { decideZabbix } from './decide.service.ts'
import { uploadZabbix, type ZabbixDeps } from './upload.service.ts'
import { getZabbix, pageZabbix, pageZabbixHosts } from './zabbix.service.ts'

export function zabbixRoutes(app: App, deps: ZabbixDeps): void {
  routes(
    app,
    zabbixApi,
    {
      pageZabbix,
      getZabbix,
      pageZabbixHosts,
      decideZabbix: (ctx, input) => decideZabbix(ctx, input, deps.secrets),
      startZabbix,
      undoZabbix,
      discardZabbix,
    },
    { uploadZabbix: (ctx, _input, file) => uploadZabbix(ctx, file, deps) },
  )
}
