import { provisioningApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { getConfiguration, provisionDevice } from './configuration.service.ts'
import { previewTemplate } from './preview.service.ts'
import { deleteSecret, listSecrets, putSecret } from './secrets.service.ts'
import {
  applyTemplate,
  createTemplate,
  deleteTemplate,
  editTemplate,
  getTemplate,
  pageTemplates,
  withdrawTemplate,
} from './templates.service.ts'

export function provisioningRoutes(app: App, { secrets }: { secrets: Secrets }): void {
  route(app, provisioningApi.pageTemplates, (ctx, query) => pageTemplates(ctx, query))
  route(app, provisioningApi.getTemplate, (ctx, input) => getTemplate(ctx, input))
  route(app, provisioningApi.createTemplate, (ctx, input) => createTemplate(ctx, input))
  route(app, provisioningApi.editTemplate, (ctx, input) => editTemplate(ctx, input))
  route(app, provisioningApi.applyTemplate, (ctx, input) => applyTemplate(ctx, input))
  route(app, provisioningApi.withdrawTemplate, (ctx, input) => withdrawTemplate(ctx, input))
  route(app, provisioningApi.deleteTemplate, (ctx, input) => deleteTemplate(ctx, input))
  route(app, provisioningApi.previewTemplate, (ctx, input) => previewTemplate(ctx, input))
  route(app, provisioningApi.getConfiguration, (ctx, input) => getConfiguration(ctx, input))
  routeInSteps(app, provisioningApi.provisionDevice, (ctx, input) => provisionDevice(ctx, input))
  route(app, provisioningApi.listSecrets, (ctx) => listSecrets(ctx))
  route(app, provisioningApi.putSecret, (ctx, input) => putSecret(ctx, input, secrets))
  route(app, provisioningApi.deleteSecret, (ctx, input) => deleteSecret(ctx, input))
}
