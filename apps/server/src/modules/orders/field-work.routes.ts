import { fieldWorkApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import {
  askHelp,
  getDispatch,
  orderEngineers,
  orderRegions,
  pageEngineers,
  removeEngineer,
  saveEngineer,
  setDispatch,
} from './dispatch/dispatch.service.ts'

export function fieldWorkRoutes(app: App): void {
  routes(
    app,
    fieldWorkApi,
    {
      getDispatch: (ctx) => getDispatch(ctx),
      setDispatch,
      pageEngineers,
      saveEngineer,
      removeEngineer,
      orderRegions: (ctx) => orderRegions(ctx),
    },
    { orderEngineers, askHelp },
  )
}
