import { applicationApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { removeApplicationIcon, uploadApplicationIcon } from './application-icon.service.ts'
import {
  activateApplication,
  deleteApplication,
  editApplication,
  maintenanceNotices,
  offeredProducts,
  pageApplications,
  readApplication,
} from './applications.service.ts'
import { issueKey, revokeKey } from './keys.service.ts'

export function applicationRoutes(app: App, { secrets }: { secrets: Secrets }): void {
  route(app, applicationApi.pageApplications, (ctx, input) => pageApplications(ctx, input))
  route(app, applicationApi.readApplication, (ctx, { applicationId }) => readApplication(ctx, applicationId))
  route(app, applicationApi.offeredProducts, (ctx) => offeredProducts(ctx))
  route(app, applicationApi.activateApplication, (ctx, input) => activateApplication(ctx, input))
  route(app, applicationApi.editApplication, (ctx, input) => editApplication(ctx, input))
  routeInSteps(app, applicationApi.uploadApplicationIcon, (ctx, { applicationId }, file) =>
    uploadApplicationIcon(ctx, applicationId, file!, secrets),
  )
  route(app, applicationApi.removeApplicationIcon, (ctx, { applicationId }) =>
    removeApplicationIcon(ctx, applicationId),
  )
  route(app, applicationApi.issueKey, (ctx, input) => issueKey(ctx, input))
  route(app, applicationApi.revokeKey, (ctx, input) => revokeKey(ctx, input))
  route(app, applicationApi.deleteApplication, (ctx, { applicationId }) =>
    deleteApplication(ctx, applicationId),
  )
  route(app, applicationApi.maintenance, (ctx) => maintenanceNotices(ctx))
}
