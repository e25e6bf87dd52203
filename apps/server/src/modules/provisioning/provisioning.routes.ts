import {
  provisioningAboveApi,
  provisioningApi,
  provisioningReadApi,
  provisioningRolloutApi,
} from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { acceptTemplate, getTemplateAbove, pageTemplatesAbove, refuseTemplate } from './above.service.ts'
import {
  configurationSummary,
  getConfiguration,
  provisionDevice,
  suggestParameters,
} from './configuration.service.ts'
import { getPreview, previewTemplate, startPreview } from './preview.service.ts'
import { getReads, readForPreview } from './reads.service.ts'
import { finishRollout, getRollout, pageRollout, revertRollout, startRollout } from './rollouts.service.ts'
import { deleteSecret, listSecrets, putSecret } from './secrets.service.ts'
import {
  applyTemplate,
  countLeaving,
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
  route(app, provisioningApi.countLeaving, (ctx, input) => countLeaving(ctx, input))
  route(app, provisioningApi.startPreview, (ctx, input) => startPreview(ctx, input))
  route(app, provisioningApi.getPreview, (ctx, input) => getPreview(ctx, input))
  routeInSteps(app, provisioningReadApi.readForPreview, (ctx, input) => readForPreview(ctx, input))
  route(app, provisioningReadApi.getReads, (ctx, input) => getReads(ctx, input))
  route(app, provisioningRolloutApi.startRollout, (ctx, input) => startRollout(ctx, input))
  route(app, provisioningRolloutApi.getRollout, (ctx, input) => getRollout(ctx, input))
  route(app, provisioningRolloutApi.pageRollout, (ctx, input) => pageRollout(ctx, input))
  route(app, provisioningRolloutApi.finishRollout, (ctx, input) => finishRollout(ctx, input))
  route(app, provisioningRolloutApi.revertRollout, (ctx, input) => revertRollout(ctx, input))
  route(app, provisioningAboveApi.pageTemplatesAbove, (ctx, input) => pageTemplatesAbove(ctx, input))
  route(app, provisioningAboveApi.getTemplateAbove, (ctx, input) => getTemplateAbove(ctx, input))
  route(app, provisioningAboveApi.acceptTemplate, (ctx, input) => acceptTemplate(ctx, input))
  route(app, provisioningAboveApi.refuseTemplate, (ctx, input) => refuseTemplate(ctx, input))
  route(app, provisioningApi.configurationSummary, (ctx) => configurationSummary(ctx))
  route(app, provisioningApi.suggestParameters, (ctx, input) => suggestParameters(ctx, input))
  route(app, provisioningApi.getConfiguration, (ctx, input) => getConfiguration(ctx, input))
  routeInSteps(app, provisioningApi.provisionDevice, (ctx, input) => provisionDevice(ctx, input))
  route(app, provisioningApi.listSecrets, (ctx) => listSecrets(ctx))
  route(app, provisioningApi.putSecret, (ctx, input) => putSecret(ctx, input, secrets))
  route(app, provisioningApi.deleteSecret, (ctx, input) => deleteSecret(ctx, input))
}
