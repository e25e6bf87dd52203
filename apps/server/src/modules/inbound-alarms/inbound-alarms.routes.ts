import { inboundAlarmApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { compareAlarms, pageExternalAlarms } from './external-alarms.service.ts'
import {
  addSource,
  deleteSource,
  listSources,
  renewToken,
  revokeToken,
  testSource,
} from './sources.service.ts'
import { type InboundRates, webhookRoutes } from './webhook.routes.ts'

export function inboundAlarmRoutes(app: App, rates?: InboundRates): void {
  routes(
    app,
    inboundAlarmApi,
    { pageExternalAlarms, compareAlarms, listSources, addSource, renewToken, revokeToken, deleteSource },
    { testSource: (ctx, input) => testSource(ctx, input, app.scopes) },
  )
  webhookRoutes(app, rates)
}
