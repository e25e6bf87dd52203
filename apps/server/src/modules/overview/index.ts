import { overviewApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { globalOverview, networkOverview, pageCustomers } from './overview.service.ts'

export function overviewRoutes(app: App): void {
  routes(app, overviewApi, { globalOverview, pageCustomers, networkOverview })
}

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = () => ({ routes: (app) => overviewRoutes(app) })
