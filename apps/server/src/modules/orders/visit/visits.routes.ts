import { siteVisitApi } from '@netward/contract'
import type { App } from '../../../platform/http/route.ts'
import { routes } from '../../../platform/http/routes.ts'
import { cancelVisit, checkIn, getSite, listVisits, planVisit, signOrder } from './visits.service.ts'

export function visitRoutes(app: App): void {
  routes(
    app,
    siteVisitApi,
    { getSite, listVisits },
    {
      planVisit,
      cancelVisit,
      checkIn,
      signOrder: (ctx, input, file) => signOrder(ctx, input, file!, app.secrets),
    },
  )
}
