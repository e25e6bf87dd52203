import { platformHealthApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import {
  pageCompanySeries,
  pageFailedDeliveries,
  pageLatePolls,
  platformHealth,
  setSeriesLimit,
} from './platform-health.service.ts'

export function platformHealthRoutes(app: App): void {
  routes(app, platformHealthApi, {
    platformHealth: (ctx) => platformHealth(ctx),
    pageLatePolls,
    pageFailedDeliveries,
    pageCompanySeries,
    setSeriesLimit,
  })
}
