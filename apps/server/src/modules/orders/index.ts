import type { ServerModuleFactory } from '../../platform/module.ts'
import { orderJobs } from './orders.jobs.ts'
import { fieldWorkRoutes } from './field-work.routes.ts'
import { orderRoutes } from './orders.routes.ts'
import { orderFormRoutes } from './order-forms.routes.ts'
import { orderSweeps } from './orders.sweeps.ts'
import { openingRoutes } from './openings/openings.routes.ts'
import { orderFileRoutes } from './files/order-files.routes.ts'
import { orderMailRoutes } from './mail/order-mails.routes.ts'
import { orderMailSweep } from './mail/read-mails.ts'
import { ratingJobs } from './outside/rating.jobs.ts'
import { outsideRoutes } from './outside/outside.routes.ts'
import { visitRoutes } from './visit/visits.routes.ts'

export { handOverOrders } from './hand-over-orders.ts'
export { nobodyIn } from './nobody.ts'
export { reckon } from './deadlines.ts'
export { announce, changing, locked, named } from './order-change.ts'
export { moveOrder } from './order-acts.service.ts'
export { orderRepo } from './order.repo.ts'
export { orderSubject } from './orders.service.ts'
export { followMove } from './visit/follow-move.ts'
export { shownName } from './files/file-kind.ts'
export { fieldWorkRoutes } from './field-work.routes.ts'
export { orderMailRoutes } from './mail/order-mails.routes.ts'
export { orderFileRoutes } from './files/order-files.routes.ts'
export { openingRoutes } from './openings/openings.routes.ts'
export { outsideRoutes } from './outside/outside.routes.ts'
export { visitRoutes } from './visit/visits.routes.ts'
export { orderFormRoutes } from './order-forms.routes.ts'
export { orderRoutes } from './orders.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes: (app) => {
    orderRoutes(app)
    orderFormRoutes(app)
    fieldWorkRoutes(app)
    visitRoutes(app)
    outsideRoutes(app, deps)
    orderFileRoutes(app)
    openingRoutes(app)
    orderMailRoutes(app)
  },
  jobs: () => ({
    ...orderJobs,
    ...ratingJobs({ ...deps, outgoingRanges: deps.config.outgoingRanges }),
  }),
  sweeps: () => [
    ...orderSweeps,
    orderMailSweep({ secrets: deps.secrets, outgoingRanges: deps.config.outgoingRanges }),
  ],
})
