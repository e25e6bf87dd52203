import { gatewaySettingApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { changeSettings } from './change.service.ts'
import { refreshSettings } from './refresh.service.ts'
import { getChange, getSettings, pageInstances } from './settings.service.ts'

export function gatewaySettingRoutes(app: App, { secrets }: { secrets: Secrets }): void {
  route(app, gatewaySettingApi.getGatewaySettings, (ctx, input) => getSettings(ctx, input))
  route(app, gatewaySettingApi.pageGatewayInstances, (ctx, input) => pageInstances(ctx, input))
  route(app, gatewaySettingApi.getGatewayChange, (ctx, input) => getChange(ctx, input))
  routeInSteps(app, gatewaySettingApi.refreshGatewaySettings, (ctx, input) => refreshSettings(ctx, input))
  routeInSteps(app, gatewaySettingApi.changeGatewaySettings, (ctx, input) =>
    changeSettings(ctx, input, secrets),
  )
}
